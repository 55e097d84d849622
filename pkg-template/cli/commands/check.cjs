'use strict';

const { consents } = require('../consent.cjs');
const { examine, tally } = require('../examine.cjs');
const { annotations } = require('../render/github.cjs');
const { asJson, forPeople } = require('../render/report.cjs');
const { log } = require('../render/sarif.cjs');
const { UsageError } = require('../usage.cjs');
const { streamed } = require('../ndjson/check.cjs');
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
    ndjson: { type: 'boolean', text: 'each PATH is a file (or -) with one manifest, or {source, manifest}, per line' },
    jobs: { type: 'string', value: 'N', text: 'with --ndjson: how many threads; as many as there are cores if not given' },
    cross: { type: 'boolean', text: 'with --ndjson: also what is wrong among all of them' },
    'deny-warnings': { type: 'boolean', text: 'end with 1 for warnings too' },
  },
  notes: [
    'Manifests named in one call are also checked against each other.',
    '',
    'With --ndjson each line of input gives one line of output, in its order: {path, line, source?, id,',
    'valid, digest, diagnostics}; with --cross, lines {across: finding} follow. Memory does not grow with',
    'the number of manifests; with --cross it grows with what they claim.',
  ],
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
    'gsd-lanes check --ndjson --cross --jobs 2 manifests.ndjson',
  ],

  async run(context, { values, operands }) {
    if (values.ndjson) return streamed(context, operands, values);
    const { against } = values;
    for (const name of ['jobs', 'cross']) if (values[name]) throw new UsageError(`--${name} needs --ndjson`, this.name);
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
