/** The drop-in modules beside the peer's, in one process, over very many manifests. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { generate } from './compat-manifests.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const ours = (name) => require(`../../pkg/compat/${name}.cjs`);
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

const trust = [ours('capability-trust'), peer('capability-trust')];
const validator = [ours('capability-validator'), peer('capability-validator')];
const invocation = [ours('review-lane-invocation'), peer('review-lane-invocation')];
const shipped = Object.values(peer('capability-registry').capabilities);

const COUNT = Number(process.env.COMPAT_MANIFESTS ?? 20_000);

/** What a call gives, or that it throws. */
function outcome(call) {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}

/** Whether it is an object that JSON can carry: a plan is handed out as JSON, so that nothing else has one to compare. */
function isJson(value) {
  const { value: copy } = outcome(() => JSON.parse(JSON.stringify(value)));
  return typeof copy === 'object' && copy !== null && isDeepStrictEqual(copy, value);
}

/** Every rule of the bodies that can be broken. */
const RULES = [
  'V-2', 'V-3', 'V-4', 'V-5', 'V-6', 'V-7', 'V-8', 'V-9', 'V-10', 'V-11', 'V-12', 'V-13', 'V-14', 'V-20', 'V-21', 'V-22', 'V-24',
  'R-1', 'R-2', 'R-3', 'R-3a', 'R-4', 'R-5', 'R-6', 'R-7', 'R-8', 'R-9', 'R-10', 'R-11', 'R-12', 'R-20', 'R-21', 'R-22', 'R-23', 'R-24',
  'R-30', 'R-31', 'R-32', 'R-33', 'R-34', 'R-35', 'R-37', 'R-38', 'R-40', 'R-41', 'R-42', 'R-43', 'R-44', 'R-50', 'R-51', 'R-52', 'R-53', 'R-55',
  'F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6', 'F-7', 'F-8', 'F-10', 'F-11', 'F-12', 'F-13', 'F-14', 'F-15', 'F-16',
  'H-1', 'H-2', 'H-3', 'H-4', 'H-5', 'H-6', 'H-7', 'H-8', 'H-9',
];

const LIMITS = new Set(['too-deep', 'too-large']);
/** What strict planning changes besides refusing: hosts are mended (Y-21), what reaches no argument is not recorded (B-15). */
const CONVERTED = new Set(['scheme-assumed', 'version-dropped', 'model-unreachable', 'effort-unreachable']);
const config = { 'review.models.acme': ' m ', 'review.timeouts.codex': 5, 'review.box_host': 'http://Box.test:80/', 'review.effort.acme': 'low' };
const configGet = (key) => (typeof key === 'string' && Object.hasOwn(config, key) ? config[key] : undefined);
const places = { configGet, runDir: '/run', repoRoot: '/repo', effortArgs: ['--e', 'x'], effortValue: 'x' };

/** A plan without the sentence that both word their own way; unpaired surrogates leave as U+FFFD (L-6). */
const plain = (plan, { fileRefPrompt }) => JSON.parse(JSON.stringify(plan), (_, value) => {
  if (typeof value !== 'string') return value;
  return value === fileRefPrompt(plan.promptPath, '/repo') ? '<<PROMPT>>' : value.replace(/\p{Surrogate}/gu, '\ufffd');
});

test(`${COUNT} manifests: signatures, changes and verdicts are the peer's`, (t) => {
  const counts = { manifests: 0, valid: 0, plans: 0, peerThrew: 0 };
  const exceptions = {};
  const except = (code) => {
    exceptions[code] = (exceptions[code] ?? 0) + 1;
  };
  const hit = new Set();
  let before;
  for (const { kind, manifest, folderId } of generate(shipped, COUNT)) {
    const where = () => `manifest ${counts.manifests} (${kind}): ${outcome(() => JSON.stringify(manifest)).value?.slice(0, 3000)}`;
    counts.manifests++;

    const { diagnostics } = lanes.validateManifest(manifest, { folderId: typeof folderId === 'string' ? folderId : '', profile: 'peer' });
    for (const { severity, rule } of diagnostics) if (severity === 'error') hit.add(rule);
    const limit = diagnostics.find(({ code }) => LIMITS.has(code))?.code;

    const [verdict, theirs] = validator.map(({ validateCapability }) => outcome(() => validateCapability(manifest, folderId)));
    assert.equal(verdict.error, undefined, where());
    assert.ok(verdict.value.every((line) => typeof line === 'string'), where());
    if (theirs.error) counts.peerThrew++;
    const valid = theirs.error === undefined && theirs.value.length === 0;
    if (limit !== undefined && valid) except(`verdict: ${limit}`);
    else assert.equal(verdict.value.length === 0, valid, `${where()}\n${JSON.stringify(verdict.value)}\n${JSON.stringify(theirs.value)}`);
    if (valid) counts.valid++;

    const [signature, theirSignature] = trust.map(({ signatureForManifest }) => signatureForManifest(manifest));
    if (limit !== undefined && signature === null) except(`signature: ${limit}`);
    else assert.equal(signature, theirSignature, where());

    const disclosures = trust.map(({ discloseExecutableSurfaces }) => discloseExecutableSurfaces(manifest));
    if (before !== undefined) {
      const [changed, theirChange] = trust.map(({ executableSetChanged }, side) => executableSetChanged(before[side], disclosures[side]));
      if (limit !== undefined) except(`change: ${limit}`);
      else assert.equal(changed, theirChange, where());
    }
    if (limit === undefined) before = disclosures;

    const lane = outcome(() => manifest.reviewer).value;
    if (!isJson(lane) || limit !== undefined) continue;
    const [plan, theirPlan] = invocation.map(({ resolveLanePlan }) => outcome(() => resolveLanePlan({ lane, ...places })));
    if (theirPlan.error !== undefined) continue;
    assert.equal(plan.error, undefined, where());
    counts.plans++;
    if (theirPlan.value.ok && !plan.value.ok) {
      assert.equal(plan.value.reason, 'malformed_lane', where());
      except(`plan refused: ${plan.value.detail}`);
      continue;
    }
    assert.equal(plan.value.ok, theirPlan.value.ok, `${where()}\n${JSON.stringify(plan.value)}\n${JSON.stringify(theirPlan.value)}`);
    if (!plan.value.ok) {
      assert.equal(plan.value.reason, theirPlan.value.reason, where());
      continue;
    }
    const [planned, theirsPlanned] = [plan, theirPlan].map(({ value }, side) => plain(value.plan, invocation[side]));
    if (isDeepStrictEqual(planned, theirsPlanned)) continue;
    const converted = lanes.resolveLane({ lane, ...places }).warnings.find(({ code }) => CONVERTED.has(code));
    assert.ok(converted, `${where()}\n${JSON.stringify(planned)}\n${JSON.stringify(theirsPlanned)}`);
    except(`plan converted: ${converted.code}`);
  }

  assert.ok(counts.valid * 4 >= counts.manifests, `${counts.valid} of ${counts.manifests} are valid`);
  assert.deepEqual(RULES.filter((rule) => !hit.has(rule)), [], 'rules that no manifest broke');
  t.diagnostic(JSON.stringify(counts));
  for (const [code, count] of Object.entries(exceptions).sort()) t.diagnostic(`${count} × ${code}`);
});
