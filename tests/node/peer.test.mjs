/** What the peer ships, and what it decides, beside ours: its modules are run, side by side with the package. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);
const registry = peer('capability-registry');
const validator = peer('capability-validator');
const { signatureForManifest } = peer('capability-trust');
const { loadRegistry } = peer('capability-loader');
const generator = require('@opengsd/gsd-core/scripts/gen-capability-registry.cjs');

const shipped = Object.entries(registry.capabilities);
const plain = (value) => JSON.parse(JSON.stringify(value));

test('every shipped manifest has the peer’s verdict and signature', (t) => {
  assert.ok(shipped.length >= 40);
  for (const [id, manifest] of shipped) {
    const text = JSON.stringify(manifest);
    const verdict = validator.validateCapability(manifest, id).length === 0;
    const options = { folderId: id, profile: 'peer' };
    assert.equal(lanes.validateManifest(manifest, options).valid, verdict, id);
    assert.equal(lanes.validateText(text, options).valid, verdict, id);
    const signature = signatureForManifest(manifest);
    assert.equal(lanes.signature(manifest), signature, id);
    assert.equal(lanes.signatureText(text), signature, id);
    const { valid, diagnostics } = lanes.validateText(text, { folderId: id });
    assert.equal(valid, verdict, `${id}: ${JSON.stringify(diagnostics)}`);
    for (const { code, severity, field } of diagnostics) t.diagnostic(`strict adds to ${id}: ${severity} ${code} at ${field}`);
  }
});

test('what is shipped is judged as a set like the peer does', () => {
  const centralKeys = generator.loadCentralConfigKeys();
  const errors = validator.validateCrossCapability(new Map(shipped), centralKeys);
  const { hardErrors, pendingMigrationWarnings } = validator.classifyCrossErrors(errors);
  const ours = rules.classifyCross({ capabilities: registry.capabilities, centralKeys });
  assert.equal(ours.hard, hardErrors.length);
  assert.equal(ours.pendingMigration.length, pendingMigrationWarnings.length);
});

/** Members of a registry that both have. */
const VIEWS = ['bySkill', 'byAgent', 'configKeys', 'configSchema', 'commandFamilies', 'capabilityClusters', 'profileMembership', 'runtimes', 'capabilities'];

function sameRegistry(ours, theirs) {
  assert.equal(ours.version, theirs.version);
  for (const view of VIEWS) assert.deepEqual(ours[view], plain(theirs[view]), view);
  const points = ({ byLoopPoint }) => Object.fromEntries(Object.entries(byLoopPoint).filter(([, groups]) => Object.values(groups).some((hooks) => hooks.length > 0)));
  assert.deepEqual(points(ours), points(plain(theirs)));
}

test('the registry of what is shipped is the shipped registry', () => {
  const built = rules.buildRegistry({ capabilities: registry.capabilities });
  sameRegistry(built, registry);
  const ids = shipped.map(([id]) => id);
  const closures = rules.requiresClosure({ capabilities: registry.capabilities, ids });
  for (const id of ids) assert.deepEqual(closures[id], [...registry.requiresClosure(id)].sort(), id);
  assert.deepEqual(lanes.roster(registry.capabilities), peer('review-reviewer-selection').deriveReviewerSlugs(registry));
});

/** A small generator of numbers, so that a failure can be met again. */
function random(seed) {
  return (most) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * most);
  };
}

/** An overlay made out of a shipped manifest: renamed as a whole, in part, or not at all; sometimes broken. */
function variant(id, next) {
  const [from, original] = shipped[next(shipped.length)];
  const keeps = next(4) === 0;
  const tag = (name) => (keeps && next(2) === 0 ? name : `${name}-${id}`);
  const manifest = JSON.parse(JSON.stringify(original));
  manifest.id = next(20) === 0 ? from : id;
  const key = (name) => (Object.hasOwn(original.config ?? {}, name) && !keeps ? `${id}.${name}` : name);
  for (const list of ['skills', 'agents']) if (Array.isArray(manifest[list])) manifest[list] = manifest[list].map(tag);
  for (const command of manifest.commands ?? []) command.family = tag(command.family);
  if (manifest.config !== undefined) manifest.config = Object.fromEntries(Object.entries(manifest.config).map(([name, slice]) => [key(name), slice]));
  for (const group of ['steps', 'contributions', 'gates']) {
    for (const hook of manifest[group] ?? []) {
      if (typeof hook.when === 'string') hook.when = key(hook.when);
      if (typeof hook.pointFrom === 'string') hook.pointFrom = key(hook.pointFrom);
      for (const side of ['produces', 'consumes']) if (Array.isArray(hook[side])) hook[side] = hook[side].map((name) => (/^[A-Z]+\.md$/.test(name) ? name : tag(name)));
      if (typeof hook.ref?.skill === 'string') hook.ref.skill = tag(hook.ref.skill);
      if (typeof hook.ref?.agent === 'string') hook.ref.agent = tag(hook.ref.agent);
    }
  }
  if (manifest.reviewer !== undefined) {
    manifest.reviewer.slug = tag(manifest.reviewer.slug);
    manifest.reviewer.flags = (manifest.reviewer.flags ?? []).map(tag);
    manifest.reviewer.reviewsSection = tag(manifest.reviewer.reviewsSection);
    if (next(4) === 0) manifest.reviewer.unheardOf = 1;
  }
  if (manifest.taskContentResolver !== undefined) delete manifest.taskContentResolver;
  switch (next(12)) {
    case 0: manifest.engines = { gsd: '>=99.0.0' }; break;
    case 1: manifest.tier = 'x'; break;
    case 2: manifest.requires = ['nowhere']; break;
    case 3: manifest.requires = [shipped[next(shipped.length)][0]]; break;
    default:
  }
  return manifest;
}

test('overlays are decided like the peer decides', () => {
  const { version: hostVersion } = require('@opengsd/gsd-core/package.json');
  const centralKeys = generator.loadCentralConfigKeys();
  let accepted = 0, skipped = 0;
  for (let round = 0; round < 12; round++) {
    const next = random(round + 1);
    const home = mkdtempSync(join(tmpdir(), 'gsd-lanes-home-'));
    try {
      const overlays = [];
      for (let index = 0; index < 25; index++) {
        const dir = `ov${String(index).padStart(2, '0')}`;
        const text = next(25) === 0 ? '{' : JSON.stringify(variant(dir, next));
        const folder = join(home, '.gsd', 'capabilities', dir);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'capability.json'), text);
        overlays.push({ scope: 'global', dir, text });
      }
      const theirs = loadRegistry({ includeInstalled: true, cwd: join(home, 'nowhere'), gsdHome: home, hostVersion });
      const ours = lanes.mergeRegistry({ firstParty: registry.capabilities, overlays, hostVersion, central: { keys: centralKeys }, profile: 'peer' });
      const meta = theirs._overlay;
      assert.deepEqual(ours.inactive.map(({ id }) => id), meta.warnings.map(({ id }) => id), `round ${round}: ${JSON.stringify([ours.inactive.map(({ id, message }) => [id, message]), meta.warnings])}`);
      assert.deepEqual(ours.accepted, Object.keys(theirs.capabilities).filter((id) => !Object.hasOwn(registry.capabilities, id)), `round ${round}`);
      assert.deepEqual(ours.blockedGates, meta.blockedGates.map(({ point, capId }) => ({ point, capId })));
      assert.deepEqual(ours.incompatibleGateCapIds, meta.incompatibleGateCapIds);
      assert.equal(ours.diagnostics.length, meta.diagnostics.length);
      sameRegistry(ours, theirs);
      accepted += ours.accepted.length;
      skipped += ours.inactive.length;
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  assert.ok(accepted > 30 && skipped > 60, `${accepted} accepted, ${skipped} skipped`);
});
