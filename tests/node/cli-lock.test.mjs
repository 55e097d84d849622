// The lock: what it holds, what verify says, and that nothing which is no lock is overwritten.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cli, require, root, run, snapshot, world } from './cli-support.mjs';

const library = require(join(root, 'pkg'));
const { format, parse } = cli('lock/file.cjs');
const { recall } = cli('lock/recall.cjs');
const NAME = 'lanes.lock.json';
const digest = `sha256:${'0'.repeat(64)}`;
const entry = (signature = '[[],[],[]]') => ({ digest, signature });

/** The first-party manifests, locked. */
function locked(t) {
  const folder = world(t);
  cpSync(join(root, 'capabilities'), join(folder, 'capabilities'), { recursive: true });
  const at = (name) => join(folder, name);
  const lanes = (...args) => run(args, { cwd: folder });
  assert.equal(lanes('lock', 'capabilities').code, 0);
  const edit = (name, change) => writeFileSync(at(name), change(readFileSync(at(name), 'utf8')));
  return { folder, at, lanes, edit, text: () => readFileSync(at(NAME), 'utf8') };
}

test('the lock has one sorted line per capability, with digest and canonical text (Y-6)', (t) => {
  const { at, text } = locked(t);
  const ids = readdirSync(at('capabilities')).sort();
  const { version, entries } = JSON.parse(text());
  assert.equal(version, 1);
  assert.deepEqual(Object.keys(entries), ids);
  for (const id of ids) {
    const bytes = readFileSync(at(`capabilities/${id}/capability.json`));
    assert.deepEqual(entries[id], { digest: library.digestText(bytes), signature: library.signatureText(bytes) });
  }
  assert.deepEqual(text().split('\n').filter((line) => line.startsWith('    ')).map((line) => JSON.parse(line.trim().split(':')[0])), ids);
  assert.equal(text().split('\n').length, ids.length + 6);
});

test('locking again touches nothing; order and names of PATHs do not matter', (t) => {
  const { at, lanes, text } = locked(t);
  const before = text();
  utimesSync(at(NAME), 1, 1);
  assert.deepEqual(lanes('lock', 'capabilities'), { code: 0, out: `${NAME}: 12 unchanged\n`, err: '' });
  lanes('lock', ...readdirSync(at('capabilities')).reverse().map((id) => `./capabilities/${id}/`));
  assert.equal(text(), before);
  assert.equal(statSync(at(NAME)).mtimeMs, 1000);
});

test('verify names what moved, what is new and what vanished, and why (Y-6)', (t) => {
  const { at, lanes, edit } = locked(t);
  assert.deepEqual(lanes('verify', 'capabilities'), { code: 0, out: `${NAME}: 12 unchanged\n`, err: '' });
  edit('capabilities/codex/capability.json', (text) => text.replace('"--ephemeral"', '"--full-auto"'));
  edit('capabilities/claude/capability.json', (text) => text.replace(/"title": ".*"/, '"title": "Another"'));
  cpSync(at('capabilities/qwen'), at('capabilities/acme'), { recursive: true });
  edit('capabilities/acme/capability.json', (text) => text.replaceAll('qwen', 'acme'));
  rmSync(at('capabilities/ollama'), { recursive: true });
  snapshot('verify', lanes('verify', 'capabilities'));
  snapshot('verify-github', lanes('verify', '--format', 'github', 'capabilities'));
  const json = lanes('verify', '--format', 'json', 'capabilities');
  assert.equal(json.code, 1);
  const kinds = JSON.parse(json.out).entries.map(({ id, kind, changes }) => [id, kind, changes.length > 0]).filter(([, kind]) => kind !== 'unchanged');
  assert.deepEqual(kinds, [['acme', 'new', true], ['codex', 'changed', true], ['ollama', 'vanished', true]]);
  snapshot('lock', lanes('lock', 'capabilities'));
  assert.equal(lanes('verify', 'capabilities').code, 0);
});

test('one capability can be locked by itself', (t) => {
  const { lanes, edit, text } = locked(t);
  edit('capabilities/codex/capability.json', (it) => it.replace('"--ephemeral"', '"--full-auto"'));
  edit('capabilities/claude/capability.json', (it) => it.replace('"-p"', '"--print"'));
  assert.equal(lanes('lock', '--keep', 'capabilities/codex').code, 0);
  assert.equal(Object.keys(JSON.parse(text()).entries).length, 12);
  assert.match(lanes('verify', 'capabilities').out, /11 unchanged, 1 changed\n$/);
  assert.match(lanes('lock', 'capabilities/codex').out, /1 unchanged, 11 vanished\n$/);
});

test('what is no lock is never overwritten, and verify does not trust it (Y-6)', (t) => {
  const { at, lanes, text } = locked(t);
  const good = text();
  const broken = [
    ['', 'it is not JSON'], ['{', 'it is not JSON'], ['\u0000', 'it is not JSON'],
    [good.replace('    "codex"', '<<<<<<< HEAD\n    "codex"'), 'it holds the marks of a merge conflict'],
    ['[]', 'expected the members version and entries, and no others'], ['null', 'expected the members version and entries, and no others'],
    ['{"name":"x"}', 'expected the members version and entries, and no others'],
    [good.replace('"version": 1', '"version": 1, "note": ""'), 'expected the members version and entries, and no others'],
    [good.replace('"version": 1', '"version": 2'), 'version 2: only version 1 is understood here'],
    ['{"version":3,"lanes":[]}', 'version 3: only version 1 is understood here'],
    ['{"version":1,"entries":[]}', 'entries is not an object'],
    ['{"version":1,"entries":{"a\u202e":null}}', 'the entry a\\u{202e} is not {"digest": "sha256:…", "signature": "…"}'],
    [good.replace('"sha256:', '"sha257:'), 'the entry antigravity is not {"digest": "sha256:…", "signature": "…"}'],
    [good.replace(/^( {4}"codex".*\n)/m, '$1$1'), 'an entry stands there twice'],
  ];
  for (const [content, why] of broken) {
    writeFileSync(at(NAME), content);
    assert.deepEqual(lanes('lock', 'capabilities'), { code: 2, out: '', err: `gsd-lanes: ${NAME}: is no lock: ${why}; not overwritten\n` });
    assert.equal(text(), content);
    assert.deepEqual(lanes('verify', 'capabilities'), { code: 2, out: '', err: `gsd-lanes: ${NAME}: is no lock: ${why}\n` });
  }
  for (const command of ['lock', 'verify']) assert.equal(lanes(command, '--lock', 'capabilities', 'capabilities').code, 2);
  rmSync(at(NAME));
  assert.deepEqual(lanes('verify', 'capabilities'), { code: 2, out: '', err: `gsd-lanes: ${NAME}: no such file; gsd-lanes lock writes it\n` });
});

test('a lock is read whatever its layout and line ends', (t) => {
  const { at, lanes, edit } = locked(t);
  edit(NAME, (text) => JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n'));
  assert.deepEqual(lanes('verify', 'capabilities'), { code: 0, out: `${NAME}: 12 unchanged\n`, err: '' });
  edit(NAME, (text) => `\ufeff${text}`);
  assert.equal(lanes('verify', 'capabilities').code, 0);
  assert.equal(lanes('lock', 'capabilities').code, 0);
  assert.doesNotMatch(readFileSync(at(NAME), 'utf8'), /\r/);
});

test('an edited lock is noticed', (t) => {
  const { lanes, edit } = locked(t);
  edit(NAME, (text) => text.replace(/("codex": \{"digest":"sha256:)..../, '$10000'));
  assert.match(lanes('verify', 'capabilities').out, /^changed codex\n[^]*\n\nthe digest in the lock is not that of the signature in the lock\n\n.*11 unchanged, 1 changed\n$/);
  edit(NAME, (text) => text.replace(/("codex".*"signature":").*("\})/, '$1nonsense$2'));
  assert.match(lanes('verify', 'capabilities').out, /the signature in the lock cannot be explained/);
});

test('nothing is written for manifests that are not valid, cannot be read, or share an id', (t) => {
  const { at, lanes, edit, text } = locked(t);
  const before = text();
  cpSync(at('capabilities/codex/capability.json'), at('twin.json'));
  assert.deepEqual(lanes('lock', 'capabilities', 'twin.json'), { code: 1, out: '', err: `gsd-lanes: twin.json: has the id codex, as has capabilities/codex/capability.json\ngsd-lanes: ${NAME}: not written\n` });
  assert.equal(lanes('verify', 'capabilities', 'twin.json').code, 1);
  assert.equal(lanes('lock', 'capabilities', 'missing').code, 2);
  edit('capabilities/codex/capability.json', (it) => it.replace('"runtime"', '"rutime"'));
  assert.match(lanes('lock', 'capabilities').err, /codex\/capability\.json: not valid, \d errors?; see gsd-lanes check\ngsd-lanes: lanes\.lock\.json: not written\n$/);
  assert.equal(lanes('verify', 'capabilities').code, 1);
  writeFileSync(at('capabilities/codex/capability.json'), '{');
  assert.equal(lanes('lock', 'capabilities').code, 1);
  assert.equal(text(), before);
});

test('a lock is replaced whole, through links, and keeps its mode', (t) => {
  const { at, folder, lanes, edit } = locked(t);
  execFileSync('mkdir', [at('kept')]);
  execFileSync('mv', [at(NAME), at('kept/real.json')]);
  symlinkSync('kept/real.json', at(NAME));
  chmodSync(at('kept/real.json'), 0o640);
  edit('capabilities/codex/capability.json', (text) => text.replace('"--ephemeral"', '"--full-auto"'));
  assert.equal(lanes('lock', 'capabilities').code, 0);
  assert.ok(lstatSync(at(NAME)).isSymbolicLink());
  assert.equal(statSync(at('kept/real.json')).mode & 0o777, 0o640);
  assert.equal(lanes('verify', 'capabilities').code, 0);
  assert.deepEqual(readdirSync(at('kept')), ['real.json']);
  assert.deepEqual(lanes('lock', '--lock', 'none/x.json', 'capabilities'), { code: 2, out: '', err: 'gsd-lanes: none/x.json: no such file or folder\n' });
  assert.ok(!existsSync(join(folder, 'none')));
});

test('a lock beside flat manifests is none of them', (t) => {
  const folder = world(t, { 'codex.json': readFileSync(join(root, 'capabilities/codex/capability.json')) });
  for (const command of ['lock', 'verify', 'check', 'lock']) assert.equal(run([command, '.'], { cwd: folder }).code, 0, command);
});

test('every text that is written is read back', () => {
  const entries = new Map([['b', entry('\u2028\u202e"\\')], ['a', entry('"digest":\\"digest": x')], ['__proto__', entry()], ['constructor', entry()], ['a-', entry()]]);
  const text = format(entries);
  assert.deepEqual([...parse(text)].sort(), [...entries].sort());
  assert.equal(format(parse(text)), text);
  assert.doesNotMatch(text, /[^\n\P{C}]/u);
  assert.deepEqual([...parse(format(new Map()))], []);
});

test('every signature leads back to a manifest that signs alike', () => {
  const vectors = ['trust.json', 'validation.json'].flatMap((file) => JSON.parse(readFileSync(join(root, 'tests/vectors', file), 'utf8')));
  const texts = vectors.filter(({ fn }) => fn === 'signature' || fn === 'validateManifest')
    .map(({ input: { manifest, manifestText = JSON.stringify(manifest) } }) => manifestText)
    .concat(readdirSync(join(root, 'capabilities')).map((id) => readFileSync(join(root, `capabilities/${id}/capability.json`), 'utf8')));
  let valid = 0;
  for (const text of texts) {
    const signature = library.signatureText(text);
    if (signature === null || !library.validateText(text).valid) continue;
    valid++;
    const manifest = recall(signature, library);
    assert.ok(manifest, signature);
    assert.deepEqual(library.changesText(JSON.stringify(manifest), text), { changed: false, changes: [] });
  }
  assert.ok(valid > 100, `${valid}`);
  for (const text of ['', 'null', '[]', '[[],[],[],["x"]]', '[1,2,3]', '{}']) assert.equal(recall(text, library), undefined);
});
