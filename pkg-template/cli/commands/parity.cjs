'use strict';

const fs = require('node:fs');
const { examine } = require('../examine.cjs');
const { inWords } = require('../errno.cjs');
const { read } = require('../registry/text.cjs');
const { errors } = require('../render/brief.cjs');
const { counted } = require('../render/human.cjs');
const { document } = require('../render/json.cjs');
const { safe } = require('../safe-text.cjs');
const exit = require('../exit.cjs');
const { format } = require('./options.cjs');

const WORDS = {
  malformed_lane: 'is no lane',
  invalid_slug: 'is no slug',
  duplicate_slug: 'two lanes have this slug',
  duplicate_flag: 'two lanes have this flag',
  duplicate_section: 'two lanes have this section',
  roster_slug_undeclared: 'in the roster of the registry, but in no manifest',
  descriptor_lane_not_in_roster: 'in a manifest, but not in the roster of the registry',
  registry_lane_undeclared: 'a lane of the registry, but in no manifest',
  descriptor_lane_not_in_registry: 'in a manifest, but no lane of the registry',
  bespoke_leg_present: 'the workflow has a leg of its own for this lane',
  doc_unreadable: 'cannot be read',
  doc_flag_missing: 'this flag is not mentioned',
  table_row_missing: 'this flag has no row in the table',
  signature_flag_missing: 'this flag is not in the signature line',
  doc_flag_undeclared: 'no lane has this flag',
  doc_title_missing: 'this review section is not mentioned',
};

module.exports = {
  name: 'parity',
  summary: 'say whether registry, workflow and documents name the same lanes as the manifests',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format,
    registry: { type: 'string', value: 'FILE', text: 'a generated registry, JSON or CommonJS; it is read, not run' },
    workflow: { type: 'string', value: 'FILE', text: 'the workflow with the step invoke_reviewers' },
    docs: { type: 'string', value: 'FILE', multiple: true, text: 'a document that tells of /gsd-review and its flags; repeatable' },
  },
  paths: true,
  exits: { 0: 'they agree', 1: 'they do not, or there was nothing to compare' },
  examples: [
    'gsd-lanes parity --registry registry.cjs capabilities',
    'gsd-lanes parity --docs COMMANDS.md --workflow review.md capabilities',
  ],

  async run(context, { values, operands }) {
    const { api, rules, complain, print, look } = context;
    const found = await examine(context, operands, { digest: false });
    if (found.problems.length > 0) return exit.TROUBLE;
    if (errors(found, context)) return exit.FINDINGS;
    const manifests = byId(found.manifests.map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes))));
    const files = readAll(values, complain);
    if (!files) return exit.TROUBLE;

    const descriptor = api().mergeLanes([], manifests);
    const registered = files.registry ?? manifests;
    const lanes = rules().laneParity({
      descriptor,
      roster: api().roster(registered),
      registry: api().mergeLanes([], registered).map(({ slug }) => slug),
      workflowText: files.workflow,
    });
    const docs = values.docs && rules().docsParity({ descriptor, docs: files.docs });
    const ok = [lanes, docs].every((result) => !result || (result.ok && !result.vacuous));
    print(values.format === 'json'
      ? document({ ok, lanes, docs: docs ?? null })
      : forPeople({ lanes, docs, ok }, descriptor.length, look));
    return ok ? exit.CLEAN : exit.FINDINGS;
  },
};

function byId(manifests) {
  return Object.fromEntries(manifests.map((manifest) => [manifest.id, manifest]));
}

/** Answers {registry?, workflow?, docs}, or undefined after saying why not. */
function readAll({ registry, workflow, docs = [] }, complain) {
  const found = { docs: {} };
  let whole = true;
  const text = (file) => {
    try {
      return fs.readFileSync(file, 'utf8');
    } catch (error) {
      complain(`${file}: ${inWords(error)}`);
      whole = false;
      return '';
    }
  };
  if (workflow !== undefined) found.workflow = text(workflow);
  for (const file of docs) Object.defineProperty(found.docs, file, { value: text(file), enumerable: true });
  if (registry !== undefined) {
    const { problem, value } = read(registry);
    found.registry = value?.capabilities;
    if (problem || typeof found.registry !== 'object' || found.registry === null) {
      complain(`${registry}: ${problem ?? 'is no registry; see gsd-lanes registry'}`);
      whole = false;
    }
  }
  return whole ? found : undefined;
}

function forPeople({ lanes, docs, ok }, count, { paint }) {
  const said = [...lanes.violations, ...(docs?.violations ?? [])].map(({ reason, doc, subject }) =>
    `${doc === undefined ? '' : `${safe(doc)}: `}${safe(subject)}: ${paint.error(WORDS[reason] ?? reason)}\n`);
  const skipped = (docs?.skipped ?? []).map((label) => `${safe(label)}: does not tell of /gsd-review\n`);
  const counts = [counted(count, 'lane'), ok ? 'all agree' : said.length > 0 ? counted(said.length, 'disagreement') : 'nothing was compared'];
  const summary = counts.join(': ');
  return `${said.join('')}${skipped.join('')}${paint.strong(summary)}\n`;
}
