/**
 * Loading overlays, side by side with the peer: first-party manifests and N installed ones, from the same files in a
 * temporary folder, in one process, taking turns. Ours is `mergeRegistry`, given the bytes of the files; reading them is
 * part of both times.
 *
 *     node benches/merge.mjs [--json] [--peer-most N]     the peer is left out above N, by default 6000
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const peerFolder = '@opengsd/gsd-core/gsd-core/bin/lib';
const lanes = require('../pkg');
const { loadRegistry } = require(`${peerFolder}/capability-loader.cjs`);
const { capabilities: firstParty } = require(`${peerFolder}/capability-registry.cjs`);
const { version: hostVersion } = require('@opengsd/gsd-core/package.json');
const keys = require('@opengsd/gsd-core/scripts/gen-capability-registry.cjs').loadCentralConfigKeys();

const SIZES = [1000, 6000, 20_000];
const most = process.argv.includes('--peer-most') ? Number(process.argv[process.argv.indexOf('--peer-most') + 1]) : 6000;
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** A small lane, as a third party would install it. */
function overlay(id) {
  const slice = (type, value) => ({ type, default: value, description: `A setting of the lane ${id}.` });
  return {
    id, role: 'reviewer', version: '1.0.0', title: `Lane ${id}`, description: 'A reviewer that somebody installed.', tier: 'full',
    requires: [], engines: { gsd: '>=1.8.0' },
    reviewer: {
      slug: id, flags: [`--${id}`], transport: 'spawn', probe: { kind: 'command-exists', binary: id },
      invoke: { binary: id, args: ['review', '{{prompt}}'], promptChannel: 'argv', outputChannel: 'stdout', modelArg: null, effortChannel: 'none' },
      timeoutFloorMs: 360000, timeoutConfigKey: null, emptyOutput: 'stub-with-stderr', reviewsSection: `Section ${id}`, evidenceClass: 'source-grounded',
      requiresBinaries: [], promptBudgetKey: `review.max_prompt_tokens_per_reviewer.${id}`, modelConfigKey: null, effortConfigKey: null,
      defaultEffort: null, handler: null,
    },
    config: { [`review.max_prompt_tokens_per_reviewer.${id}`]: slice('number', -1), [`review.${id}_host`]: slice('string', '') },
  };
}

const results = [];
for (const size of SIZES) {
  const home = mkdtempSync(join(tmpdir(), 'gsd-lanes-bench-'));
  try {
    const root = join(home, '.gsd', 'capabilities');
    let bytes = 0;
    for (let index = 0; index < size; index++) {
      const id = `lane${index}`;
      const text = JSON.stringify(overlay(id), null, 2);
      bytes += text.length;
      mkdirSync(join(root, id), { recursive: true });
      writeFileSync(join(root, id, 'capability.json'), text);
    }
    const read = () => readdirSync(root).map((dir) => ({ dir, text: readFileSync(join(root, dir, 'capability.json')) }));
    const merge = (overlays) => lanes.mergeRegistry({ firstParty, overlays, hostVersion, central: { keys }, profile: 'peer' });
    const ours = () => merge(read()).accepted.length;
    const load = () => loadRegistry({ includeInstalled: true, cwd: home, gsdHome: home, hostVersion });
    const theirs = () => Object.keys(load().capabilities).length - Object.keys(firstParty).length;
    const loaded = read();
    const contenders = { ours, 'ours, without reading': () => merge(loaded).accepted.length };
    if (size <= most) contenders.peer = theirs;
    const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    const rounds = size <= 1000 ? 7 : 3;
    for (let round = 0; round < rounds; round++) {
      const order = Object.entries(contenders);
      if (round % 2) order.reverse();
      for (const [name, work] of order) {
        const start = performance.now();
        const accepted = work();
        times[name].push(performance.now() - start);
        if (accepted !== size) throw new Error(`${name} accepted ${accepted} of ${size}`);
      }
    }
    results.push({ size, bytes, ...Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)])) });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** How time grows with the number: 1 is in proportion, 2 is with its square. */
function exponent(name) {
  const known = results.filter((result) => result[name] !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  return Math.log(last[name] / first[name]) / Math.log(last.size / first.size);
}
const growth = { ours: exponent('ours'), peer: exponent('peer') };

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ results, growth }, null, 2));
} else {
  const row = (...columns) => console.log(columns.map((column) => String(column).padStart(12)).join(''));
  row('overlays', 'kB', 'peer ms', 'ours ms', 'ratio', 'not reading');
  const ms = (time) => (time === undefined ? '' : time.toFixed(1));
  for (const { size, bytes, peer, ours, 'ours, without reading': bare } of results) {
    row(size, Math.round(bytes / 1000), ms(peer), ms(ours), peer === undefined ? '' : `${(peer / ours).toFixed(1)}x`, ms(bare));
  }
  console.log(`growth exponent: ours ${growth.ours.toFixed(2)}, the peer ${growth.peer.toFixed(2)}`);
}
