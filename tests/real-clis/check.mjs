/**
 * Runs the real programs through the companion, with a server on this machine in place of their own: `make test-real-clis`.
 *
 *     node tests/real-clis/check.mjs <gsd-lane> [lane…]
 *
 * REAL_CLIS=<folder> uses programs that are installed there (node_modules/.bin) and installs nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beyond, programs } from './programs.mjs';
import { stub } from './stub.mjs';

const [companion, ...wanted] = process.argv.slice(2);
if (companion === undefined) {
  console.error('usage: node tests/real-clis/check.mjs <gsd-lane> [lane…]');
  process.exit(2);
}
const gsdLane = resolve(companion);
const chosen = programs.filter(({ lane }) => wanted.length === 0 || wanted.includes(lane));

const INSTALL_MS = 300_000;
const CALL_MS = 90_000;
/** How long a program may try again with a key that is refused; some never stop. */
const PATIENCE_MS = 40_000;
/** What the companion may take to end a program: the grace of 3 s, and one second more. */
const END_MS = 4_000;

const REVIEW = 'The loop in src/lib.rs:3 ends one element too early, so the last plan is never checked by anybody.';
/** Longer than a pipe holds, and not ASCII alone. */
const PROMPT = `Review this plan. Grüße → begin.\n${'- One more task of the plan, with a file and a reason.\n'.repeat(2_000)}The end of the plan: «zuletzt».\n`;

const folder = mkdtempSync(join(tmpdir(), 'gsd-real-clis-'));
const running = new Set();
let mood = 'answering';

/** Runs a program in a process group of its own, for so long at most. */
function call(command, args, { limit = CALL_MS, env = process.env, cwd = folder, during = () => {} } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child.pid);
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text));
    let late = false;
    const timers = [['SIGTERM', limit], ['SIGKILL', limit + 2 * END_MS]].map(([signal, after]) => setTimeout(() => {
      late = true;
      end(child.pid, signal);
    }, after));
    const start = performance.now();
    const finish = (code) => {
      timers.forEach(clearTimeout);
      end(child.pid, 'SIGKILL');
      running.delete(child.pid);
      done({ code, late, ms: Math.round(performance.now() - start), ...said });
    };
    child.on('error', (error) => {
      said.err += error.message;
      finish(127);
    });
    child.on('close', finish);
    if (child.pid !== undefined) during(child);
  });
}

function end(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

function cleanUp() {
  for (const pid of running) end(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15]]) {
  process.on(signal, () => {
    cleanUp();
    process.exit(128 + number);
  });
}

/** The processes that carry a variable of this run, where the system shows them. */
function alive(mark) {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

/** Waits until it holds, for so long at most. */
async function until(holds, ms) {
  for (const start = performance.now(); !holds() && performance.now() - start < ms;) await new Promise((wake) => setTimeout(wake, 50));
}

function put(name, text) {
  mkdirSync(dirname(name), { recursive: true });
  writeFileSync(name, text);
}

/** Any string within a value that holds the text. */
function holds(value, text) {
  if (typeof value === 'string') return value.includes(text);
  return typeof value === 'object' && value !== null && Object.values(value).some((it) => holds(it, text));
}

const carriesPrompt = ({ body }) => holds(body, PROMPT.trim());

async function install() {
  if (process.env.REAL_CLIS) return resolve(process.env.REAL_CLIS);
  const at = join(folder, 'programs');
  put(join(at, 'package.json'), '{"private":true}\n');
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', ...chosen.map(({ npm }) => npm)];
  const { code, ms, err, late } = await call('npm', args, { limit: INSTALL_MS, cwd: at });
  console.log(`installed in ${seconds(ms)}${code === 0 ? '' : `, ending ${late ? 'late' : code}: ${err.trim().slice(-400)}`}`);
  return at;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Everything that is asked of one program; answers how many things were not as they should be. */
async function examine(program, bin) {
  const { lane, model } = program;
  console.log(`\n${lane} (${program.npm})`);
  if (!existsSync(join(bin, lane))) {
    console.log('  not installed: nothing was shown');
    return 1;
  }
  let wrong = 0;
  const say = (good, what) => {
    wrong += good ? 0 : 1;
    console.log(`  ${good ? 'yes' : 'NO '}  ${what}`);
  };
  const server = await stub(REVIEW, () => mood);
  const at = join(folder, lane);
  const home = join(at, 'home');
  const mark = `REAL_CLI_MARK=${process.pid}-${lane}-`;
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TMPDIR: join(at, 'tmp'), LANG: 'C.UTF-8', REAL_CLI_MARK: mark.split('=')[1],
    ...program.environment?.(server.url),
  };
  for (const each of [home, env.TMPDIR]) mkdirSync(each, { recursive: true });
  for (const [name, text] of Object.entries(program.files?.(server.url) ?? {})) put(join(home, name), text);
  put(join(at, 'prompt.md'), PROMPT);
  const models = model === undefined ? {} : { models: { [lane]: model } };
  put(join(at, 'project/.planning/config.json'), JSON.stringify({ review: models }));
  const ask = (args, more) => call(gsdLane, args, { env, cwd: join(at, 'project'), ...more });
  const run = (name, more) => ask(['run', `--${lane}`, '--prompt-file', '../prompt.md', '--run-dir', `../${name}`, '--json'], more);
  const result = ({ out }) => parsed(out)?.results?.[0] ?? {};

  const version = await call(join(bin, lane), ['--version'], { env, limit: 30_000 });
  console.log(`       version ${/\d+\.\d+\.\d+\S*/.exec(version.out)?.[0] ?? 'unknown'}`);
  const probed = await ask(['probe', `--${lane}`, '--json']);
  say(parsed(probed.out)?.[0]?.available === true, `the probe finds it (${seconds(probed.ms)})`);

  mood = 'answering';
  const done = await run('run');
  const { status, reason, detail } = result(done);
  say(done.code === 0 && status === 'reviewed', `it reviews (${seconds(done.ms)})${status === 'reviewed' ? '' : `: ${done.late ? 'late' : [status, reason, detail].join(' ')}`}`);
  const file = (name) => (existsSync(join(at, name)) ? readFileSync(join(at, name), 'utf8') : '');
  say(file(`run/gsd-review-${lane}.md`).trim() === REVIEW, 'what it said is the review, and nothing else is');
  say(server.seen.some(carriesPrompt), `the whole prompt arrived (${Buffer.byteLength(PROMPT)} bytes)`);
  if (program.saw) say(server.seen.some((it) => carriesPrompt(it) && program.saw(it)), `the configured model was asked for (${model})`);
  if (done.code !== 0) console.log(`       ${file(`run/gsd-review-${lane}.err`).trim().slice(-300).replaceAll('\n', '\n       ')}`);
  const bytes = Buffer.byteLength(file(`run/gsd-review-${lane}.err`));
  console.log(`       standard error: ${bytes} bytes; requests: ${server.seen.map(({ method, url }) => `${method} ${url}`).join(', ')}`);

  mood = 'silent';
  const before = server.seen.length;
  let asked = 0;
  const cut = await run('cut', {
    during: async (child) => {
      await until(() => server.seen.slice(before).some(carriesPrompt), CALL_MS);
      asked = performance.now();
      child.kill('SIGINT');
    },
  });
  const took = Math.round(performance.now() - asked);
  say(cut.code === 130 && result(cut).reason === 'interrupted' && took < END_MS, `an interrupt ends it while it waits for its server (${seconds(took)})`);
  const left = alive(mark);
  say(left.length === 0, `nothing of it is left${left.length === 0 ? '' : `: ${left.length} processes`}`);

  mood = 'refusing';
  const refused = await run('refused', { limit: PATIENCE_MS });
  const { status: end } = result(refused);
  say(refused.late || (refused.code !== 0 && end !== 'reviewed'), `a key that its server refuses is no review (${refused.late ? `it still tries after ${seconds(PATIENCE_MS)}` : `${end}, ${result(refused).reason}, ${seconds(refused.ms)}`})`);
  if (!refused.late) {
    const health = parsed((await ask(['doctor', `--${lane}`, '--call', '--json'])).out)?.[0];
    console.log(`       the doctor then says: ${health?.state ?? 'nothing'}`);
  }
  const kept = alive(mark);
  say(kept.length === 0, 'nothing of it is left after that');
  await server.close();
  return wrong;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let wrong = 0;
try {
  const bin = join(await install(), 'node_modules/.bin');
  for (const program of chosen) wrong += await examine(program, bin);
} finally {
  cleanUp();
}
console.log(`\nNot shown here:\n${beyond.map((it) => `  - ${it}`).join('\n')}`);
console.log(`\n${wrong === 0 ? 'all as it should be' : `${wrong} not as it should be`}`);
process.exitCode = wrong === 0 ? 0 : 1;
