'use strict';

const { examine } = require('../examine.cjs');
const { differences } = require('../registry/difference.cjs');
const { generate } = require('../registry/generate.cjs');
const overlays = require('../registry/overlays.cjs');
const { kindOf, read, write } = require('../registry/text.cjs');
const { errors, warnings } = require('../render/brief.cjs');
const { inWords } = require('../errno.cjs');
const { safe } = require('../safe-text.cjs');
const { UsageError } = require('../usage.cjs');
const { writeWhole } = require('../write.cjs');
const exit = require('../exit.cjs');

const VERSION = /^v?\d+(\.\d+){0,2}([-+]|$)/;

module.exports = {
  name: 'registry',
  summary: 'generate the registry of manifests, or list which overlays would be active',
  operands: { name: 'DIR', min: 0, max: 1, usage: '[DIR]' },
  options: {
    output: { type: 'string', value: 'FILE', text: 'write it there instead of printing it; *.cjs and *.js become CommonJS' },
    check: { type: 'string', value: 'FILE', text: 'write nothing; say whether that file is what would be written' },
    overlays: { type: 'string', value: 'DIR', text: 'add the capabilities below this folder that are accepted; list all of them' },
    'host-version': { type: 'string', value: 'VERSION', text: 'with --overlays: the version of gsd-core they must fit' },
  },
  notes: [
    'DIR holds the first-party manifests; with --overlays it may be left out for those of this package.',
    'Same manifests, same bytes: order of folders and time do not matter. Warnings go to standard error.',
    'Overlays are judged as installed for this user, whose consent is not needed.',
  ],
  exits: {
    0: 'generated, or the file is as it would be written',
    1: 'the manifests break a rule, or the file is stale',
  },
  examples: [
    'gsd-lanes registry capabilities > registry.json',
    'gsd-lanes registry --output registry.cjs capabilities',
    'gsd-lanes registry --check registry.cjs capabilities',
    'gsd-lanes registry --overlays capabilities-of-others --host-version 1.14.0',
  ],

  async run(context, { values, operands: [folder] }) {
    if (folder === undefined && !values.overlays) throw new UsageError('DIR is missing', this.name);
    if (values.output && values.check) throw new UsageError('--output and --check exclude each other', this.name);
    if (values.overlays && !values['host-version']) throw new UsageError('--overlays needs --host-version', this.name);
    const host = values['host-version'];
    if (host && !values.overlays) throw new UsageError('--host-version needs --overlays', this.name);
    // The library reads what it can of any text; a slip here would make every overlay unfit.
    if (host && !VERSION.test(host)) throw new UsageError(`--host-version ${safe(host)}: expected a version such as 1.14.0`, this.name);

    const own = folder === undefined ? undefined : await examine(context, [folder], { digest: false });
    if (own) {
      warnings(own, context);
      if (own.problems.length > 0) return exit.TROUBLE;
      if (errors(own, context)) return exit.FINDINGS;
    }
    const made = values.overlays
      ? await overlays.merge(context, own, values.overlays, host)
      : generate(own, context);
    if (!made.registry) {
      context.complain(made.problem);
      return made.trouble ? exit.TROUBLE : exit.FINDINGS;
    }
    if (made.listing) context.print(made.listing);
    return deliver(made.registry, values, context);
  },
};

function deliver(registry, { output, check, overlays: merged }, context) {
  const { print, complain } = context;
  const file = output ?? check;
  if (file === undefined) {
    if (!merged) print(write(registry, 'json'));
    return exit.CLEAN;
  }
  const text = write(registry, kindOf(file));
  if (check !== undefined) return compare(text, check, context);
  try {
    if (writeWhole(output, text)) print(`${safe(output)}: written\n`);
    return exit.CLEAN;
  } catch (error) {
    complain(`${output}: ${inWords(error)}`);
    return exit.TROUBLE;
  }
}

/** Whether the file is what would be written, and what differs. */
function compare(wanted, file, { print, complain, look: { paint } }) {
  const found = read(file);
  if (found.problem) {
    complain(`${file}: ${found.problem}`);
    return exit.TROUBLE;
  }
  if (found.text.replaceAll('\r\n', '\n') === wanted) {
    print(`${safe(file)}: up to date\n`);
    return exit.CLEAN;
  }
  const lines = found.value === undefined
    ? ['it was not written by gsd-lanes registry']
    : differences(found.value, JSON.parse(write.value(wanted)), paint);
  print(`${lines.length > 0 ? lines.join('\n') : 'only the layout differs'}\n${paint.strong(`${safe(file)}: stale`)}\n`);
  return exit.FINDINGS;
}
