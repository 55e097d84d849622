'use strict';

const { examine, tally } = require('../examine.cjs');
const human = require('../render/human.cjs');
const { annotations } = require('../render/github.cjs');
const { document } = require('../render/json.cjs');
const { log } = require('../render/sarif.cjs');
const exit = require('../exit.cjs');
const { formats, profile } = require('./options.cjs');

module.exports = {
  name: 'check',
  summary: 'say whether manifests are valid, and what is wrong where',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format: formats('json', 'github', 'sarif'),
    profile,
    'deny-warnings': { type: 'boolean', text: 'end with 1 for warnings too' },
  },
  notes: ['Manifests named in one call are also checked against each other.'],
  paths: true,
  exits: { 0: 'no errors', 1: 'errors (or warnings, with --deny-warnings)' },
  examples: [
    'gsd-lanes check capabilities',
    'gsd-lanes check --deny-warnings capabilities/codex/capability.json',
    'gsd-lanes check --format json capabilities/codex capabilities/ollama',
    'gsd-lanes check --format github capabilities',
    'gsd-lanes check --format sarif capabilities > gsd-lanes.sarif',
    `echo '{"id":' | gsd-lanes check -`,
  ],

  async run(context, { values, operands }) {
    const result = await examine(context, operands, { profile: values.profile, digest: false });
    const counts = tally(result);
    const denied = values['deny-warnings'] === true && counts.warnings > 0;
    context.print(RENDERERS[values.format ?? 'human'](result, { counts, denied }, context));
    if (counts.unread > 0) return exit.TROUBLE;
    return counts.errors > 0 || denied ? exit.FINDINGS : exit.CLEAN;
  },
};

const RENDERERS = {
  human: forPeople,
  json: asJson,
  github: annotations,
  sarif: (result, verdict, { api }) => log(result, api()),
};

function forPeople({ manifests, across }, { counts, denied }, { look }) {
  if (counts.manifests === 0) return '';
  const findings = [
    ...manifests.map((manifest) => human.manifest(manifest, look)),
    ...across.map((diagnostic) => `${human.finding(diagnostic, {}, look)}\n`),
  ];
  const codes = new Set([...manifests.flatMap(({ diagnostics }) => diagnostics), ...across].map(({ code }) => code));
  const more = `For more about a finding: gsd-lanes explain ${codes.size === 1 ? [...codes] : 'CODE'}\n`;
  return `${findings.join('')}${codes.size > 0 ? more : ''}${look.paint.strong(human.verdict(counts, denied))}\n`;
}

function asJson({ manifests, across, problems }, { counts }) {
  return document({
    files: manifests.map(({ path, id = null, valid, diagnostics }) => ({ path, id, valid, diagnostics })),
    diagnostics: across,
    problems,
    summary: counts,
  });
}
