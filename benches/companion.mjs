/**
 * The companion as whole processes, side by side with the peer's: plans of all twelve lanes, a run of a trivial lane
 * outside a git repository compared with that lane's program alone, and the peak of memory. All take turns; medians.
 *
 *     node benches/companion.mjs [--json]     GSD_LANE_BIN names a binary in place of a fresh release build
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = 31;
const TIME = '/usr/bin/time';
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

function built() {
  if (process.env.GSD_LANE_BIN) return process.env.GSD_LANE_BIN;
  execFileSync('cargo', ['build', '--quiet', '--release', '--features', 'companion', '--bin', 'gsd-lane'], { cwd: root, stdio: 'inherit' });
  const metadata = execFileSync('cargo', ['metadata', '--format-version', '1', '--no-deps'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return join(JSON.parse(metadata).target_directory, 'release/gsd-lane');
}

const companion = built();
const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'));
const at = (...names) => join(folder, ...names);
for (const name of ['home', 'bin', 'run', 'tmp', 'project/.planning']) mkdirSync(at(name), { recursive: true });
// The peer is a program of node, which a command finds on its PATH.
symlinkSync(process.execPath, at('bin/node'));
const review = 'The loop in src/lib.rs:3 ends one element too early, so the last plan is never checked by anybody.';
const prompt = 'Review the plan.\n';
writeFileSync(at('prompt.md'), prompt);
writeFileSync(at('run/gsd-review-prompt.md'), prompt);
const program = at('bin/gemini');
writeFileSync(program, `#!/bin/sh\ncat >/dev/null\necho '${review}'\n`);
chmodSync(program, 0o755);

const peer = [process.execPath, join(root, 'node_modules/.bin/gsd-tools'), 'review-lane'];
const lanes = 'gemini,claude,codex,coderabbit,opencode,qwen,cursor,antigravity,ollama,lm_studio,llama_cpp,kimi-code';
const work = {
  plan: [companion, 'plan', '--json'],
  peerPlan: [...peer, 'plan', '--selected', lanes, '--run-dir', at('run')],
  alone: [program],
  run: [companion, 'run', 'gemini', '--prompt-file', '../prompt.md', '--run-dir', at('run'), '--json'],
  peerRun: [...peer, 'invoke', '--slug', 'gemini', '--run-dir', at('run')],
};

const options = {
  cwd: at('project'), input: prompt, encoding: 'utf8', maxBuffer: 1 << 26,
  env: { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home'), TMPDIR: at('tmp') },
};
function call([command, ...args]) {
  const start = process.hrtime.bigint();
  const done = spawnSync(command, args, options);
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.status ?? done.error}\n${done.stderr}`);
  return { took, stdout: done.stdout };
}

/** MiB that the largest process of a call had at once; the programs that it starts count, as far as they are waited for. */
function peak(words) {
  if (!existsSync(TIME)) return undefined;
  const done = spawnSync(TIME, ['-f', 'peak %M', ...words], options);
  return Number(/peak (\d+)/.exec(done.stderr)?.[1]) / 1024;
}

try {
  if (JSON.parse(call(work.plan).stdout).length !== 12) throw new Error('not the plans of twelve lanes');
  if (JSON.parse(call(work.run).stdout).results[0].status !== 'reviewed') throw new Error('no review');
  const times = Object.fromEntries(Object.keys(work).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = Object.keys(work);
    if (round % 2) order.reverse();
    for (const name of order) times[name].push(call(work[name]).took);
  }
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  const memory = Object.fromEntries(['plan', 'run', 'peerPlan', 'peerRun'].map((name) => [name, peak(work[name])]));
  const results = [
    { name: 'plans of all twelve (ms)', peer: ms.peerPlan, ours: ms.plan, ratio: ms.peerPlan / ms.plan, target: 'at least 20x' },
    { name: 'a run beyond its program alone (ms)', peer: ms.peerRun - ms.alone, ours: ms.run - ms.alone, target: 'at most 10' },
    { name: 'peak memory, plans (MiB)', peer: memory.peerPlan, ours: memory.plan, target: 'under 20' },
    { name: 'peak memory, run (MiB)', peer: memory.peerRun, ours: memory.run, target: 'under 20' },
  ];
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ results, ms }, null, 2));
  } else {
    const row = (name, ...columns) => console.log(name.padEnd(40) + columns.map((column) => column.padStart(14)).join(''));
    const number = (value) => (value === undefined ? `no ${TIME}` : value.toFixed(1));
    row('whole processes, medians', 'peer', 'ours', 'ratio', 'target');
    for (const { name, peer: theirs, ours, ratio, target } of results) row(name, number(theirs), number(ours), ratio ? `${ratio.toFixed(1)}x` : '', target);
    row('the program alone (ms)', '', number(ms.alone));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
