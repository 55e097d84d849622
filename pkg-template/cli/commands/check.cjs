'use strict';

const { availableParallelism } = require('node:os');
const { consents } = require('../consent.cjs');
const { examine, tally } = require('../examine.cjs');
const { Lines } = require('../lines.cjs');
const human = require('../render/human.cjs');
const { annotations } = require('../render/github.cjs');
const { document } = require('../render/json.cjs');
const render = require('../render/moves.cjs');
const { log } = require('../render/sarif.cjs');
const { UsageError } = require('../usage.cjs');
const { stream } = require('../ndjson/stream.cjs');
const { safe } = require('../safe-text.cjs');
const exit = require('../exit.cjs');
const { formats, profile } = require('./options.cjs');

const MOST_JOBS = 64;

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

async function streamed(context, operands, values) {
  for (const name of ['format', 'against']) {
    if (values[name]) throw new UsageError(`--${name} and --ndjson exclude each other`, 'check');
  }
  const counts = await stream(context, operands, { jobs: jobsOf(values.jobs), cross: values.cross === true, profile: values.profile });
  if (counts.unread > 0) return exit.TROUBLE;
  return counts.errors > 0 || (values['deny-warnings'] && counts.warnings > 0) ? exit.FINDINGS : exit.CLEAN;
}

function jobsOf(given) {
  if (given === undefined) return Math.min(availableParallelism(), MOST_JOBS);
  const jobs = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (jobs < 1 || jobs > MOST_JOBS) throw new UsageError(`--jobs ${safe(given)}: expected a number from 1 to ${MOST_JOBS}`, 'check');
  return jobs;
}

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
