'use strict';

const { consents } = require('../consent.cjs');
const { examine, tally } = require('../examine.cjs');
const { Lines } = require('../lines.cjs');
const human = require('../render/human.cjs');
const { annotations } = require('../render/github.cjs');
const { document } = require('../render/json.cjs');
const render = require('../render/moves.cjs');
const { log } = require('../render/sarif.cjs');
const { UsageError } = require('../usage.cjs');
const exit = require('../exit.cjs');
const { formats, profile } = require('./options.cjs');

module.exports = {
  name: 'check',
  summary: 'say whether manifests are valid, and what is wrong where',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format: formats('json', 'github', 'sarif'),
    profile,
    against: { type: 'string', value: 'OLD', text: 'also say whether those who use the manifests of OLD, a PATH, must consent again' },
    'deny-warnings': { type: 'boolean', text: 'end with 1 for warnings too' },
  },
  notes: ['Manifests named in one call are also checked against each other.'],
  paths: true,
  exits: { 0: 'no errors', 1: 'errors (or warnings, with --deny-warnings)' },
  examples: [
    'gsd-lanes check capabilities',
    'gsd-lanes check --deny-warnings capabilities/codex/capability.json',
    'gsd-lanes check --format json capabilities/codex capabilities/ollama',
    'gsd-lanes check --against capabilities/codex capabilities/codex',
    'gsd-lanes check --format github capabilities',
    'gsd-lanes check --format sarif capabilities > gsd-lanes.sarif',
    `echo '{"id":' | gsd-lanes check -`,
  ],

  async run(context, { values, operands }) {
    const { against } = values;
    if (against === '-' && operands.includes('-')) throw new UsageError('only one of OLD and PATH can be -', this.name);
    const result = await examine(context, operands, { profile: values.profile, digest: against !== undefined });
    const compared = against === undefined ? undefined : await consents(context, result.manifests, against);
    const counts = tally(result);
    const denied = values['deny-warnings'] === true && counts.warnings > 0;
    context.print(RENDERERS[values.format ?? 'human'](result, { counts, denied, moved: compared?.moved }, context));
    if (counts.unread > 0 || compared?.problems.length > 0) return exit.TROUBLE;
    return counts.errors > 0 || denied ? exit.FINDINGS : exit.CLEAN;
  },
};

const RENDERERS = {
  human: forPeople,
  json: asJson,
  github: annotations,
  sarif: (result, verdict, { api }) => log(result, verdict, api()),
};

function forPeople({ manifests, across }, { counts, denied, moved }, { look }) {
  if (counts.manifests === 0) return '';
  const known = new Map();
  const linesOf = (index) => {
    if (!known.has(index)) known.set(index, new Lines(manifests[index].bytes));
    return known.get(index);
  };
  const findings = [
    ...manifests.map((manifest) => human.manifest(manifest, look)),
    ...across.map((diagnostic) => `${human.together(diagnostic, manifests, linesOf, look)}\n`),
  ];
  const codes = new Set([...manifests.flatMap(({ diagnostics }) => diagnostics), ...across].map(({ code }) => code));
  const more = `For more about a finding: gsd-lanes explain ${codes.size === 1 ? [...codes] : 'CODE'}\n`;
  const compared = moved ? `${render.entries(moved, look)}${render.consentSummary(moved)}\n` : '';
  return `${findings.join('')}${codes.size > 0 ? more : ''}${compared}${look.paint.strong(human.verdict(counts, denied))}\n`;
}

function asJson({ manifests, across, problems }, { counts, moved }) {
  return document({
    files: manifests.map(({ path, id = null, valid, diagnostics }) => ({ path, id, valid, diagnostics })),
    diagnostics: across,
    ...(moved && { against: render.data(moved) }),
    problems,
    summary: counts,
  });
}
