// The built command line, run as people run it.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { bin, cli, inProcess, require, root, run, snapshot, world } from './cli-support.mjs';

const library = require(join(root, 'pkg'));
const codex = readFileSync(join(root, 'capabilities/codex/capability.json'), 'utf8');

/** The first-party manifests under a history of their own, and `gsd-lanes` on PATH. */
function repository(t) {
  const folder = world(t);
  cpSync(join(root, 'capabilities'), join(folder, 'capabilities'), { recursive: true });
  const lines = readdirSync(join(root, 'capabilities')).map((id) => readFileSync(join(root, `capabilities/${id}/capability.json`), 'utf8').replaceAll('\n', ' '));
  writeFileSync(join(folder, 'manifests.ndjson'), lines.map((line) => `${line}\n`).join(''));
  cpSync(join(root, 'tests/data/cli/overlays'), join(folder, 'capabilities-of-others'), { recursive: true });
  const flags = library.mergeLanes(library.firstPartyLanes(), {}).flatMap(({ flags: some }) => some);
  writeFileSync(join(folder, 'COMMANDS.md'), `Use \`/gsd-review\`.\n\n| Flag |\n|---|\n${flags.map((flag) => `| \`${flag}\` |\n`).join('')}`);
  writeFileSync(join(folder, 'review.md'), '<step name="invoke_reviewers">\n</step>\n');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(bin, join(folder, 'bin/gsd-lanes'));
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('add', 'capabilities');
  git('commit', '-qm', 'manifests');
  return folder;
}

function shell(folder, command, env = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

test('the first-party manifests are valid, in silence', () => {
  assert.deepEqual(run(['check', 'capabilities']), { code: 0, out: '12 manifests: 12 valid\n', err: '' });
  assert.equal(run(['check', '--deny-warnings', 'capabilities']).code, 0);
  assert.equal(run(['check', '--profile', 'peer', 'capabilities']).code, 0);
});

test('a broken manifest', () => {
  snapshot('check-broken', run(['check', 'tests/demo-broken']));
  snapshot('check-broken-json', run(['check', '--format', 'json', 'tests/demo-broken/capability.json']));
});

test('broken JSON on standard input has a position', () => {
  snapshot('check-stdin', run(['check', '-'], { input: '{"id":\n' }));
  const { files, summary } = JSON.parse(run(['check', '-', '--format=json'], { input: '{"id":\n' }).out);
  assert.equal(files[0].diagnostics[0].span.line, 2);
  assert.deepEqual(summary, { manifests: 1, valid: 0, invalid: 1, errors: 1, warnings: 0, unread: 0 });
});

test('empty and strange input', () => {
  for (const input of ['', ' ', '\ufeff', '\u0000', '[]', 'null', '"', '{', '\ud800', '{"a":1}{', Buffer.from([0xff, 0xfe, 0x7b, 0]), '['.repeat(100_000), `"${'x'.repeat(1 << 20)}`]) {
    const { code, out, err } = run(['check', '-'], { input });
    assert.equal(code, 1, JSON.stringify(String(input).slice(0, 20)));
    assert.match(out, /^1 manifest: 1 invalid; \d+ errors?(, \d+ warnings?)?\n$/m);
    assert.equal(err, '');
  }
});

test('text over the limit is refused, from a file and from standard input', (t) => {
  const input = Buffer.alloc(8 * 1024 * 1024 + 1, 0x20);
  const folder = world(t, { 'large.json': input });
  for (const result of [run(['check', '-'], { input }), run(['check', join(folder, 'large.json')])]) {
    assert.equal(result.code, 1);
    assert.match(result.out, /^error\[too-large\]/);
  }
});

test('a folder of broken files: each is reported, a missing one does not stop the rest', (t) => {
  const folder = world(t, { 'a.json': '{', 'b.json': codex, 'c.json': '{"id":"a",\n"id":' });
  const { code, out, err } = run(['check', 'missing', '.'], { cwd: folder });
  assert.equal(code, 2);
  assert.equal(err, 'gsd-lanes: missing: no such file or folder\n');
  assert.match(out, / --> a\.json:1:2\n/);
  assert.match(out, / --> c\.json:2:6\n/);
  assert.match(out, /\n3 manifests: 1 valid, 2 invalid; .*; 1 could not be read\n$/);
  assert.equal(run(['check', '.'], { cwd: folder }).code, 1);
  assert.deepEqual(run(['check', 'missing'], { cwd: folder }), { code: 2, out: '', err });
  const json = JSON.parse(run(['check', '--format', 'json', 'missing'], { cwd: folder }).out);
  assert.deepEqual([json.files, json.problems], [[], [{ path: 'missing', message: 'no such file or folder' }]]);
});

test('the folder’s name is the expected id, only for capability.json', (t) => {
  const folder = world(t, { 'other/capability.json': codex, 'other/lane.json': codex, 'codex/capability.json': codex });
  const check = (path) => run(['check', path], { cwd: folder }).code;
  assert.deepEqual(['other/capability.json', 'other/lane.json', 'codex/capability.json'].map(check), [1, 0, 0]);
  assert.equal(run(['check', 'capability.json'], { cwd: join(folder, 'codex') }).code, 0);
  assert.equal(run(['check', 'capability.json'], { cwd: join(folder, 'other') }).code, 1);
});

test('warnings end with 0, or with 1 when denied', () => {
  const input = `\ufeff${codex}`;
  const allowed = run(['check', '-'], { input });
  assert.match(allowed.out, /^warning\[/);
  assert.match(allowed.out, /\n1 manifest: 1 valid; 1 warning\n$/);
  assert.equal(allowed.code, 0);
  const denied = run(['check', '--deny-warnings', '-'], { input });
  assert.deepEqual(denied, { ...allowed, code: 1, out: allowed.out.replace(/\n$/, '; warnings are denied\n') });
});

test('the peer’s verdict can be asked for', () => {
  const input = `\ufeff${codex}`;
  assert.match(run(['check', '--profile', 'peer', '-'], { input }).out, /^error\[byte-order-mark\]/);
  assert.equal(run(['check', '--profile=peer', '-'], { input }).code, 1);
});

test('line ends, tabs and indents do not move the verdict', () => {
  for (const input of [codex.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(codex), null, '\t'), JSON.stringify(JSON.parse(codex))]) {
    assert.equal(run(['check', '-'], { input }).code, 0);
    assert.equal(run(['sign', '-'], { input }).out, run(['sign', '-'], { input: codex }).out);
  }
});

test('disclose shows each manifest’s prompt and digest', () => {
  snapshot('disclose-spawn', run(['disclose', 'capabilities/codex']));
  snapshot('disclose-http', run(['disclose', '--host', 'review.ollama_host=http://192.0.2.7:11434', 'capabilities/ollama']));
  const { files } = JSON.parse(run(['disclose', '--format=json', 'capabilities']).out);
  assert.equal(files.length, 12);
  for (const { path, id, digest, disclosure } of files) {
    assert.equal(path, `capabilities/${id}/capability.json`);
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.equal(typeof disclosure, 'object');
  }
});

test('sign gives what the library gives, and the text behind it', () => {
  const { digest } = require(join(root, 'pkg'));
  const { out } = run(['sign', 'capabilities']);
  const expected = readdirSync(join(root, 'capabilities')).sort().map((id) => {
    const path = `capabilities/${id}/capability.json`;
    return `${digest(JSON.parse(readFileSync(join(root, path), 'utf8')))}  ${path}\n`;
  });
  assert.equal(out, expected.join(''));
  const text = run(['sign', '--text', 'capabilities/codex']).out.replace(/\n$/, '');
  assert.equal(run(['sign', 'capabilities/codex']).out.split(' ')[0], `sha256:${createHash('sha256').update(text).digest('hex')}`);
  assert.deepEqual(JSON.parse(run(['sign', '--text', '--format', 'json', 'capabilities/codex']).out).files.map(({ signature }) => signature), [text]);
});

test('what is not valid is disclosed and signed as far as it can be read, and never with 0', () => {
  const input = codex.replace('"role": "runtime"', '"role": "rutime"');
  for (const command of ['disclose', 'sign']) {
    const result = run([command, '-'], { input });
    assert.equal(result.code, 1);
    assert.match(result.out, /sha256:/);
    assert.match(result.err, /^gsd-lanes: -: not valid, \d+ errors?; see gsd-lanes check\n$/);
    assert.deepEqual(run([command, '-'], { input: '{' }), { code: 1, out: '', err: 'gsd-lanes: -: not valid, 1 error; see gsd-lanes check\n' });
  }
});

test('diff ends with 1 for a difference that matters, and only for that', (t) => {
  const manifest = JSON.parse(codex);
  const folder = world(t, {
    'old.json': codex,
    'title.json': JSON.stringify({ ...manifest, title: 'Another' }),
    'args.json': JSON.stringify({ ...manifest, reviewer: { ...manifest.reviewer, invoke: { ...manifest.reviewer.invoke, args: ['exec', 'a b', '-'] } } }),
    'broken.json': '{',
    'two/a.json': codex, 'two/b.json': codex,
  });
  const diff = (...args) => run(['diff', ...args], { cwd: folder });
  assert.deepEqual(diff('old.json', 'old.json'), { code: 0, out: 'Nothing that would run or be sent differs.\n', err: '' });
  assert.equal(diff('old.json', 'title.json').code, 0);
  snapshot('diff-args', diff('old.json', 'args.json'));
  const json = diff('--format', 'json', 'old.json', 'args.json');
  assert.equal(json.code, 1);
  assert.equal(JSON.parse(json.out).changed, true);
  assert.deepEqual(diff('old.json', 'broken.json'), { code: 2, out: '', err: 'gsd-lanes: broken.json: cannot be compared; see gsd-lanes check\n' });
  assert.deepEqual(diff('two', 'old.json'), { code: 2, out: '', err: 'gsd-lanes: two: holds 2 manifests; name one of them\n' });
  assert.deepEqual(diff('nothing', 'old.json'), { code: 2, out: '', err: 'gsd-lanes: nothing: no such file or folder\n' });
});

test('every finding is explained, and nothing else', async () => {
  const library = require(join(root, 'pkg'));
  const { codes } = library.vocabulary();
  for (const code of codes) {
    assert.deepEqual(await inProcess(['explain', code], { api: library }), { code: 0, out: `${library.explain(code).trimEnd()}\n`, err: '' });
  }
  const list = run(['explain']);
  assert.equal(list.code, 0);
  assert.deepEqual(list.out.trimEnd().split('\n').map((line) => line.split(' ')[0]), codes);
  assert.deepEqual(run(['explain', 'duplicate-kye']), {
    code: 2, out: '', err: 'gsd-lanes: no finding is called duplicate-kye; did you mean duplicate-key?\nSee gsd-lanes explain --help.\n',
  });
  assert.equal(run(['explain', 'constructor']).code, 2);
});

test('schema and version', () => {
  const library = require(join(root, 'pkg'));
  assert.deepEqual(JSON.parse(run(['schema']).out), library.schema());
  assert.equal(run(['--version']).out, `${library.version}\n`);
});

test('the examples of the help run as printed', (t) => {
  const folder = repository(t);
  for (const part of ['package.json', 'gsd-core/bin/lib']) {
    cpSync(join(root, 'node_modules/@opengsd/gsd-core', part), join(folder, 'node_modules/@opengsd/gsd-core', part), { recursive: true });
  }
  const expected = { "echo '{\"id\":' | gsd-lanes check -": 1, 'gsd-lanes diff capabilities/codex capabilities/claude': 1 };
  for (const { name } of cli('commands/index.cjs')) {
    const help = run(['help', name]).out;
    const examples = help.slice(help.indexOf('Examples:\n')).split('\n').slice(1).filter(Boolean).map((line) => line.trim());
    assert.ok(examples.length > 0, name);
    for (const example of examples) {
      const { code, out, err } = shell(folder, `export GSD_LANE_BIN=/bin/echo; set -o pipefail; ${example}`);
      assert.deepEqual([code, err], [expected[example] ?? 0, ''], example);
      assert.ok(out !== '' || example.includes('>'), example);
    }
  }
});

test('a reader that goes away ends it quietly, with the code of the verdict', (t) => {
  const folder = repository(t);
  const broken = Array.from({ length: 300 }, (_, index) => `"k":${index}`).join(',\n');
  mkdirSync(join(folder, 'many'));
  for (let index = 0; index < 300; index++) writeFileSync(join(folder, `many/${index}.json`), `{"id":1,${broken}}`);
  for (const [command, code] of [['check many', 1], ['check --format json many', 1], ['disclose --format json capabilities', 0], ['--help', 0]]) {
    const { out, err } = shell(folder, `gsd-lanes ${command} | true; echo "\${PIPESTATUS[0]}"`);
    assert.deepEqual([out, err], [`${code}\n`, ''], command);
  }
  assert.deepEqual(shell(folder, 'gsd-lanes check missing 2>&1 >/dev/null | true; echo "${PIPESTATUS[0]}"').out, '2\n');
  assert.deepEqual(shell(folder, 'gsd-lanes check capabilities >&- 2>&-').code, 0);
});

test('output that cannot be written is trouble', { skip: process.platform !== 'linux' }, (t) => {
  assert.deepEqual(shell(repository(t), 'gsd-lanes check capabilities > /dev/full'), { code: 2, out: '', err: 'gsd-lanes: standard output: no space left\n' });
});

test('standard input that is closed, or a folder', (t) => {
  const folder = repository(t);
  assert.equal(shell(folder, 'gsd-lanes check - <&-').code, 1);
  assert.deepEqual(shell(folder, 'gsd-lanes check - < capabilities'), { code: 2, out: '', err: 'gsd-lanes: -: is a folder, not a file\n' });
});

test('a process substitution is told to use standard input', (t) => {
  const { code, err } = shell(repository(t), 'gsd-lanes check <(cat capabilities/codex/capability.json)');
  assert.equal(code, 2);
  assert.match(err, /is a named pipe, not a regular file; to check what comes through a pipe, give - as PATH\n$/);
});

test('NO_COLOR, FORCE_COLOR and pipes', () => {
  const coloured = (env) => run(['check', 'tests/demo-broken'], { env }).out.includes('\u001b[');
  assert.deepEqual([{}, { NO_COLOR: '1' }, { FORCE_COLOR: '1' }, { FORCE_COLOR: '0' }].map(coloured), [false, false, true, false]);
});

test('the demo shows every lane and ends well', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/demo.mjs'], { cwd: root, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  for (const id of readdirSync(join(root, 'capabilities'))) assert.match(stdout, new RegExp(`^${id}  valid  sha256:`, 'm'));
  assert.match(stdout, /^error\[denied-env\]/m);
});

test('an argument after -- is a PATH', (t) => {
  const folder = world(t, { '--format': codex });
  assert.equal(run(['check', '--', '--format'], { cwd: folder }).code, 0);
});
