/** What the functions take, give and refuse. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');

const file = (id) => readFileSync(new URL(`../../capabilities/${id}/capability.json`, import.meta.url));
const ids = lanes.firstPartyCapabilities().map(({ id }) => id);

test('the twelve are valid, by text, by bytes and as objects', () => {
  assert.equal(ids.length, 12);
  for (const id of ids) {
    const bytes = file(id);
    for (const report of [lanes.validateText(bytes, { folderId: id }), lanes.validateText(bytes.toString(), { folderId: id }), lanes.validateManifest(JSON.parse(bytes), { folderId: id })]) {
      assert.deepEqual(report, { valid: true, diagnostics: [] }, id);
    }
    assert.equal(lanes.signatureText(bytes), lanes.signature(JSON.parse(bytes)));
    assert.equal(lanes.digestText(bytes), `sha256:${createHash('sha256').update(lanes.signatureText(bytes)).digest('hex')}`);
    assert.deepEqual(lanes.discloseText(bytes), lanes.disclose(JSON.parse(bytes)));
  }
});

test('lanes come in their order, and are fresh copies', () => {
  assert.deepEqual(lanes.firstPartyLanes().map(({ slug }) => slug), ['gemini', 'claude', 'codex', 'coderabbit', 'opencode', 'qwen', 'cursor', 'antigravity', 'ollama', 'lm_studio', 'llama_cpp', 'kimi-code']);
  lanes.firstPartyCapabilities()[0].id = 'changed';
  assert.equal(lanes.firstPartyCapabilities()[0].id, 'gemini');
});

test('one call validates and signs', () => {
  const signed = { folderId: 'codex', signature: true };
  const bytes = file('codex');
  for (const source of [bytes, bytes.toString()]) {
    const { valid, diagnostics, signature } = lanes.validateText(source, signed);
    assert.deepEqual({ valid, diagnostics, signature }, { valid: true, diagnostics: [], signature: lanes.signatureText(source) });
  }
  const manifest = { ...JSON.parse(bytes), tier: 'huge' };
  const report = lanes.validateManifest(manifest, signed);
  assert.equal(report.valid, false);
  assert.equal(report.diagnostics.length, 1);
  assert.equal(report.signature, lanes.signature(manifest));
  assert.equal(lanes.validateText('{', signed).signature, null);
  assert.equal('signature' in lanes.validateText(bytes), false);
});

test('text has spans, objects have none', () => {
  const text = '{\n  "id": "😀",\n  "role": 5\n}';
  const span = lanes.validateText(text).diagnostics.find(({ path }) => path === '/role').span;
  assert.equal(text.slice(span.start, span.end), '5');
  assert.deepEqual([span.line, span.column, span.endLine, span.endColumn], [3, 11, 3, 12]);
  const object = lanes.validateManifest(JSON.parse(text));
  assert.ok(object.diagnostics.length > 0);
  assert.ok(object.diagnostics.every((diagnostic) => diagnostic.span === undefined));
});

test('the folder and the profile count', () => {
  assert.equal(lanes.validateText(file('codex'), { folderId: 'other' }).diagnostics[0].code, 'id-folder-mismatch');
  assert.equal(lanes.validateText(file('codex'), { folderId: '' }).valid, false);
  const marked = `\ufeff${file('codex')}`;
  assert.equal(lanes.validateText(marked).valid, true);
  assert.equal(lanes.validateText(marked, { profile: 'peer' }).valid, false);
});

test('what cannot be read has no signature', () => {
  for (const text of ['', '{', 'x'.repeat(9 << 20), '['.repeat(129), new Uint8Array(9 << 20)]) {
    assert.equal(lanes.signatureText(text), null);
    assert.equal(lanes.digestText(text), null);
    assert.equal(lanes.discloseText(text), null);
    assert.equal(lanes.validateText(text).valid, false);
  }
  assert.equal(lanes.signature('{}'), '[[],[],[]]');
});

test('bytes may come in any view, from any realm', () => {
  const bytes = file('codex');
  const padded = new Uint8Array(bytes.length + 20);
  padded.set(bytes, 10);
  const expected = lanes.digestText(bytes);
  class Special extends Uint8Array {
    get length() {
      return 1;
    }
  }
  for (const view of [padded.subarray(10, 10 + bytes.length), new Uint8Array(bytes), Special.from(bytes), runInNewContext('Uint8Array.from(bytes)', { bytes }), new Uint8Array(new SharedArrayBuffer(bytes.length))]) {
    if (view.buffer instanceof SharedArrayBuffer) view.set(bytes);
    assert.equal(lanes.digestText(view), expected);
  }
});

test('bad arguments throw a TypeError that names them', () => {
  for (const [call, name] of [
    [() => lanes.validateText(5), /^text /],
    [() => lanes.validateText(), /^text .*undefined/],
    [() => lanes.validateText([]), /^text /],
    [() => lanes.validateText(new Uint16Array(2)), /^text /],
    [() => lanes.validateText(new Proxy(new Uint8Array(2), {})), /^text /],
    [() => lanes.validateText('{}', 5), /^options /],
    [() => lanes.validateText('{}', { profile: 'lenient' }), /^options\.profile .*"lenient"/],
    [() => lanes.validateManifest({}, { folderId: 5 }), /^options\.folderId /],
    [() => lanes.disclose({}, { hosts: 'x' }), /^options\.hosts /],
    [() => lanes.disclose({}, { stagedFiles: [5] }), /stagedFiles/],
    [() => lanes.disclose({}, { integrityPin: 'md5' }), /^options\.integrityPin /],
    [() => lanes.consentPrompt(null), /^disclosure /],
    [() => lanes.isLocalDestination(undefined), /^destination /],
    [() => lanes.check('{}'), /^items /],
    [() => lanes.check([{}]), /^items\[0\] /],
    [() => lanes.check(['{}', { text: '{}', manifest: {} }]), /^items\[1\] /],
    [() => lanes.check([{ text: '{}', source: 5 }]), /^items\[0\]\.source /],
    [() => lanes.check([], { digest: 'yes' }), /^options\.digest /],
    [() => lanes.explain(5), /^code /],
  ]) {
    assert.throws(call, (error) => error instanceof TypeError && name.test(error.message), String(call));
  }
});

test('check says of many what the single functions say of one', () => {
  const items = [
    ...ids.map((id) => ({ source: `${id}/capability.json`, text: file(id), folderId: id })),
    '{',
    { manifest: { id: 5 } },
    new TextEncoder().encode('{"id":"x"}'),
  ];
  const { valid, reports, diagnostics } = lanes.check(items, { signature: true });
  assert.equal(valid, false);
  assert.deepEqual(diagnostics, []);
  assert.equal(reports.length, items.length);
  for (const [index, id] of ids.entries()) {
    assert.deepEqual(reports[index], {
      source: `${id}/capability.json`,
      id,
      ...lanes.validateText(file(id), { folderId: id }),
      signature: lanes.signatureText(file(id)),
      digest: lanes.digestText(file(id)),
      disclosure: lanes.discloseText(file(id)),
    });
  }
  const [broken, number, bytes] = reports.slice(12);
  assert.deepEqual([broken.id, broken.signature, broken.digest, broken.disclosure], [null, null, null, null]);
  assert.equal(number.id, null);
  assert.ok(!('source' in number));
  assert.equal(bytes.id, 'x');
  assert.deepEqual(Object.keys(lanes.check(['{}'], { disclosure: false, digest: false }).reports[0]), ['id', 'valid', 'diagnostics']);
  assert.deepEqual(lanes.check([]), { valid: true, reports: [], diagnostics: [] });
  assert.equal(lanes.check(new Set([file('codex')])).valid, true);
});

test('check takes more than one crossing holds', () => {
  const text = file('codex').toString();
  const many = Array.from({ length: 2500 }, (_, index) => ({ source: String(index), text }));
  const { valid, reports, diagnostics } = lanes.check(many, { disclosure: false });
  assert.equal(valid, false);
  assert.ok(reports.every((report) => report.valid));
  assert.equal(diagnostics[0].code, 'id-taken');
  assert.equal(diagnostics[0].places.length, 2500);
  assert.deepEqual(reports.map(({ source }) => source), many.map(({ source }) => source));
});

test('changes are told iff signatures differ', () => {
  const codex = JSON.parse(file('codex'));
  assert.deepEqual(lanes.changes(codex, { ...codex, title: 'Another' }), { changed: false, changes: [] });
  const other = structuredClone(codex);
  other.reviewer.invoke.args.push('--yolo');
  const { changed, changes: [change] } = lanes.changes(codex, other);
  assert.equal(changed, true);
  assert.equal(change.surface, 'reviewerLane');
  assert.match(change.after, /--yolo/);
  assert.deepEqual(lanes.changesText(file('codex'), JSON.stringify(other)), lanes.changes(codex, other));
});

test('what was staged and pinned stands in the disclosure', () => {
  const manifest = { hooks: [{ event: 'e', script: 'a.js' }, { event: 'e', script: 'b.js' }] };
  const disclosure = lanes.disclose(manifest, { stagedFiles: ['a.js'], integrityPin: 'sha512' });
  assert.deepEqual(disclosure.missingArtifacts, ['b.js']);
  assert.equal(disclosure.integrityStatus, 'pinned');
  assert.deepEqual(Object.keys(disclosure), ['hooks', 'commandModules', 'mcpServers', 'reviewerLanes', 'instructionSurfaces', 'hasExecutable', 'missingArtifacts', 'integrityStatus']);
  assert.equal(lanes.consentPrompt(disclosure).at(-1).kind, 'B-25');
  assert.equal(lanes.consentPrompt({})[0].kind, 'B-1');
});

test('tables are there', () => {
  assert.match(lanes.version, /^\d+\.\d+\.\d+/);
  assert.match(lanes.explain('too-deep'), /128/);
  assert.equal(lanes.explain('toString'), null);
  assert.equal(lanes.schema().type, 'object');
  assert.ok(lanes.vocabulary().codes);
});
