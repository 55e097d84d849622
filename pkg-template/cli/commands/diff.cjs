'use strict';

const { examine } = require('../examine.cjs');
const { blocks, ends } = require('../render/changes.cjs');
const human = require('../render/human.cjs');
const { document } = require('../render/json.cjs');
const { UsageError } = require('../usage.cjs');
const exit = require('../exit.cjs');
const { format } = require('./options.cjs');

module.exports = {
  name: 'diff',
  summary: 'explain how what would run or be sent differs between two manifests',
  operands: { name: 'OLD NEW', min: 2, max: 2, usage: 'OLD NEW' },
  options: { format },
  notes: ['OLD and NEW are each a PATH of one manifest.'],
  paths: true,
  exits: { 0: 'the same things would run', 1: 'they differ', 2: 'or one of them cannot be compared' },
  examples: [
    'gsd-lanes diff capabilities/codex capabilities/claude',
    'git show HEAD:capabilities/codex/capability.json | gsd-lanes diff - capabilities/codex',
  ],

  async run(context, { values, operands }) {
    if (operands[0] === '-' && operands[1] === '-') throw new UsageError('only one of OLD and NEW can be -', this.name);
    const sides = [];
    for (const operand of operands) {
      const side = await one(context, operand);
      if (!side) return exit.TROUBLE;
      sides.push(side);
    }
    const [old, current] = sides;
    const { changed, changes } = context.api().changesText(old.bytes, current.bytes);
    const named = { old: about(old), new: about(current) };
    context.print(values.format === 'json'
      ? document({ ...named, changed, changes })
      : forPeople(named, changes, context.look));
    return changed ? exit.FINDINGS : exit.CLEAN;
  },
};

/** The one manifest of a PATH, or undefined after saying why not. */
async function one(context, operand) {
  const { manifests, problems } = await examine(context, [operand]);
  if (problems.length > 0) return undefined;
  if (manifests.length > 1) {
    context.complain(`${operand}: holds ${manifests.length} manifests; name one of them`);
    return undefined;
  }
  if (!manifests[0].digest) {
    context.complain(`${operand}: cannot be compared; see gsd-lanes check`);
    return undefined;
  }
  return manifests[0];
}

function about({ path, digest }) {
  return { path, digest };
}

function forPeople({ old, new: current }, changes, look) {
  if (changes.length === 0) return 'Nothing that would run or be sent differs.\n';
  const summary = `${human.counted(changes.length, 'change')}; consent to the old one does not cover the new one`;
  return `${[ends(old, current, look).join('\n'), ...blocks(changes, look), look.paint.strong(summary)].join('\n\n')}\n`;
}
