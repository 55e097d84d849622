/**
 * Speed and size, side by side with the peer: both in one process, taking turns, medians and ratios.
 *
 *     node benches/bench.mjs [--json]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const peerFolder = '@opengsd/gsd-core/gsd-core/bin/lib';
const lanes = require('../pkg');
const { validateCapability, validateCrossCapability } = require(`${peerFolder}/capability-validator.cjs`);
const { discloseExecutableSurfaces, signatureForManifest } = require(`${peerFolder}/capability-trust.cjs`);

const ROUNDS = 41;
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** Median microseconds per call of each function; rounds of about 5 ms, in turns, order swapped each time. */
function race(...contenders) {
  // Both sides as they are in a process that has run for a while: V8 compiles what is called often a second time.
  for (const work of contenders) for (const until = performance.now() + 600; performance.now() < until; ) work();
  const counts = contenders.map((work) => {
    let count = 1;
    for (;;) {
      const start = performance.now();
      for (let index = 0; index < count; index++) work();
      const took = performance.now() - start;
      if (took > 5) return Math.max(1, Math.round((count * 5) / took));
      count *= 2;
    }
  });
  const times = contenders.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const order = contenders.map((_, index) => index);
    if (round % 2) order.reverse();
    for (const which of order) {
      const work = contenders[which];
      const start = performance.now();
      for (let index = 0; index < counts[which]; index++) work();
      times[which].push(((performance.now() - start) * 1000) / counts[which]);
    }
  }
  return times.map(median);
}

const path = (id) => `${root}capabilities/${id}/capability.json`;
const file = (id) => readFileSync(path(id));
const ids = lanes.firstPartyCapabilities().map(({ id }) => id);

/** A valid reviewer manifest of about 200 kB: much text that only has to be read. */
function synthetic() {
  const manifest = JSON.parse(file('coderabbit'));
  manifest.id = 'coderabbit';
  const env = {};
  for (let index = 0; index < 3000; index++) env[`SETTING_${index}`] = `the value of setting number ${index}, quoted`;
  manifest.reviewer.invoke.env = env;
  return Buffer.from(JSON.stringify(manifest, null, 2));
}

const results = [];
function compare(name, target, peer, ours) {
  const [theirs, mine] = race(peer, ours);
  results.push({ name, peer: theirs, ours: mine, ratio: theirs / mine, target });
}

function oneManifest(id, bytes, targets) {
  const text = bytes.toString();
  const peer = (source) => {
    const manifest = JSON.parse(source);
    return validateCapability(manifest, id).length + signatureForManifest(manifest).length;
  };
  const ours = (source) => lanes.validateText(source, options).signature.length;
  const options = { folderId: id, signature: true };
  compare(`${id}, text, validate + sign`, targets[0], () => peer(text), () => ours(text));
  compare(`${id}, bytes, validate + sign`, targets[1], () => peer(bytes.toString()), () => ours(bytes));
  const one = [{ text: bytes, folderId: id }];
  const signed = { disclosure: false, digest: false, signature: true };
  compare(`${id}, bytes, one check`, targets[1], () => peer(bytes.toString()), () => lanes.check(one, signed));
}

oneManifest('codex', file('codex'), [2, 3.5]);
oneManifest('coderabbit', file('coderabbit'), [2.5, 2.5]);
const large = synthetic();
{
  const text = large.toString();
  const peer = (source) => {
    const manifest = JSON.parse(source);
    return validateCapability(manifest, 'coderabbit').length + signatureForManifest(manifest).length;
  };
  const ours = (source) => lanes.validateText(source).diagnostics.length + lanes.signatureText(source).length;
  compare(`${Math.round(large.length / 1000)} kB synthetic, text`, 1.6, () => peer(text), () => ours(text));
  compare(`${Math.round(large.length / 1000)} kB synthetic, bytes`, 1.6, () => peer(large.toString()), () => ours(large));
}
{
  const texts = ids.map((id) => ({ id, text: file(id).toString() }));
  const items = texts.map(({ id, text }) => ({ text, folderId: id }));
  const buffers = ids.map((id) => ({ text: file(id), folderId: id }));
  const peer = () => {
    let valid = true;
    const all = new Map();
    for (const { id, text } of texts) {
      const manifest = JSON.parse(text);
      all.set(id, manifest);
      valid &&= validateCapability(manifest, id).length === 0;
      discloseExecutableSurfaces(manifest);
      createHash('sha256').update(signatureForManifest(manifest)).digest('hex');
    }
    return valid && validateCrossCapability(all, new Set()).length === 0;
  };
  const peerBytes = () => {
    for (const { text } of buffers) text.toString();
    return peer();
  };
  compare('all twelve, text, one check with disclosure, digest, cross', 2.5, peer, () => lanes.check(items));
  compare('all twelve, bytes, the same', 2.5, peerBytes, () => lanes.check(buffers));
  const bare = { disclosure: false, digest: false };
  const verdicts = () => {
    const all = new Map(texts.map(({ id, text }) => [id, JSON.parse(text)]));
    let valid = true;
    for (const [id, manifest] of all) valid &&= validateCapability(manifest, id).length === 0;
    return valid && validateCrossCapability(all, new Set()).length === 0;
  };
  compare('all twelve, text, verdicts and cross checks', undefined, verdicts, () => lanes.check(items, bare));
}
{
  const manifest = JSON.parse(file('codex'));
  const peer = () => validateCapability(manifest, 'codex').length + signatureForManifest(manifest).length;
  compare('codex, live object, validate + sign', undefined, peer, () => lanes.validateManifest(manifest).valid && lanes.signature(manifest));
}

{
  const { resolveLanePlan } = require(`${peerFolder}/review-lane-invocation.cjs`);
  const bodies = lanes.firstPartyLanes();
  const texts = ids.map((id) => file(id).toString());
  const where = { runDir: '/run', repoRoot: '/code', effortArgs: [], profile: 'peer' };
  const configGet = () => undefined;
  const peer = () => bodies.every((lane) => resolveLanePlan({ ...where, lane, configGet }).ok);
  const peerText = () => texts.every((text) => resolveLanePlan({ ...where, lane: JSON.parse(text).reviewer, configGet }).ok);
  compare('plans of all twelve, live objects', undefined, peer, () => bodies.every((lane) => lanes.resolveLane({ ...where, lane }).ok));
  compare('plans of all twelve, text', undefined, peerText, () => texts.every((text) => lanes.resolveLane({ ...where, text }).ok));
  // cargo has built it already if the benchmark ran before; its last line is the result.
  const native = JSON.parse(execFileSync('cargo', ['bench', '--quiet', '--bench', 'plan'], { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1));
  const [theirs, theirsText] = results.slice(-2).map(({ peer: time }) => time);
  results.push({ name: 'plans of all twelve, parsed, natively', peer: theirs, ours: native.parsed, ratio: theirs / native.parsed });
  results.push({ name: 'plans of all twelve, text, natively', peer: theirsText, ours: native.text, ratio: theirsText / native.text });
}

/** Milliseconds from before the first `require` to after the first call, in a fresh process. */
function start(script) {
  const program = `const start = process.hrtime.bigint(); ${script}; console.log(Number(process.hrtime.bigint() - start) / 1e6);`;
  return Number(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' }));
}
const read = `const text = require('fs').readFileSync(${JSON.stringify(path('codex'))}, 'utf8')`;
const starts = { peer: [], ours: [] };
for (let round = 0; round < 15; round++) {
  starts.peer.push(start(`${read}; require('${peerFolder}/capability-validator.cjs').validateCapability(JSON.parse(text), 'codex'); require('${peerFolder}/capability-trust.cjs').signatureForManifest(JSON.parse(text))`));
  starts.ours.push(start(`${read}; const lanes = require('./pkg'); lanes.validateText(text); lanes.signatureText(text)`));
}
const [peerStart, ourStart] = [median(starts.peer), median(starts.ours)];
results.push({ name: 'require + first call, fresh process (ms)', peer: peerStart, ours: ourStart, ratio: peerStart / ourStart, target: 1 });

/** What the drop-in modules cost to load, beyond the library alone; beside it, what the peer's own modules cost. */
const DROP_IN_MS = 25;
const names = readdirSync(`${root}pkg/compat`).filter((name) => name.endsWith('.cjs'));
const all = (folder) => names.map((name) => `require('${folder}/${name}')`).join(';');
const loads = { alone: [], ours: [], peer: [] };
for (let round = 0; round < 15; round++) {
  loads.alone.push(start(`require('./pkg')`));
  loads.ours.push(start(`require('./pkg'); ${all('./pkg/compat')}`));
  loads.peer.push(start(all(peerFolder)));
}
const dropIn = { milliseconds: median(loads.ours) - median(loads.alone), peer: median(loads.peer), budget: DROP_IN_MS };

const wasm = readFileSync(`${root}pkg/gsd_lanes_bg.wasm`);
const sizes = {
  raw: wasm.length,
  gzipped: gzipSync(wasm, { level: 9 }).length,
  script: statSync(`${root}pkg/index.cjs`).size,
};

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ results, dropIn, sizes }, null, 2));
} else {
  const row = (name, ...columns) => console.log(name.padEnd(56) + columns.map((column) => column.padStart(10)).join(''));
  row('µs per call, medians', 'peer', 'ours', 'ratio', 'target');
  for (const { name, peer, ours, ratio, target } of results) {
    row(name, peer.toFixed(2), ours.toFixed(2), `${ratio.toFixed(2)}x`, target === undefined ? '' : `${target}x`);
  }
  console.log(`${names.length} drop-in modules: ${dropIn.milliseconds.toFixed(1)} ms beyond the library alone (budget ${dropIn.budget}); those of the peer: ${dropIn.peer.toFixed(1)} ms`);
  console.log(`wasm: ${sizes.raw} bytes, ${sizes.gzipped} gzipped (budget 200 000 / 90 000); index.cjs: ${sizes.script} bytes`);
}
