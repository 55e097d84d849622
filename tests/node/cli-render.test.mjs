// How findings, prompts and changes look: one committed text per outcome, over a stand-in for the library.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFolder, inProcess, library, snapshot, spanOf, world } from './cli-support.mjs';

const error = (span, more = {}) => ({ code: 'some-code', severity: 'error', rule: 'R-1', path: '/a', field: 'a', message: 'something is wrong', ...(span && { span }), ...more });

/** Checks files of a folder by relative names. */
function check(t, files, api, { args = [], ...options } = {}) {
  return inFolder(t, files, ['check', ...args, ...Object.keys(files)], { api, ...options });
}

test('tabs, wide and astral characters, line ends, a byte order mark', async (t) => {
  const files = {
    'tab.json': '{\n\t"a":\t1,\n\t\t"b": 2\n}\n',
    'wide.json': '{ "好好": "😀é", "a": 1 }',
    'crlf.json': '{\r\n  "b": 0,\r\n  "a": 1\r\n}\r\n',
    'cr.json': '{\r  "a": 1\r}',
    'bom.json': '\ufeff{ "a": 1 }',
    'bytes.json': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x30, 0x2c, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d]),
  };
  snapshot('render-characters', await check(t, files, library((text) => [error(spanOf(text, '"a"'))])));
});

test('parts over several lines, at the end, without a place', async (t) => {
  const text = '{\n  "reviewer": {\n    "slug": 1\n  }\n}\n';
  const found = [
    error(spanOf(text, text.slice(text.indexOf('{\n    '), text.indexOf('  }\n') + 3)), { help: 'add it' }),
    error({ start: text.length, end: text.length, line: 6, column: 1, endLine: 6, endColumn: 1 }, { message: 'the text ends too early' }),
    error(undefined, { path: '/reviewer/slug', related: [{ path: '/id', message: 'compare this' }] }),
    error(undefined, { path: '' }),
  ];
  snapshot('render-places', await check(t, { 'a.json': text }, library(() => found)));
});

test('related places, near, far, on one line', async (t) => {
  const spread = `{\n  "a": 1,\n  "b": 2,\n  "a": 3,\n${'  "c": 0,\n'.repeat(7)}  "a": 4\n}\n`;
  const find = (text) => {
    const first = spanOf(text, '"a"');
    const second = spanOf(text, '"a"', first.end);
    const related = [{ path: '/a', message: 'first given here', span: first }];
    const third = text === spread ? [error(spanOf(text, '"a"', second.end), { related })] : [];
    return [error(second, { severity: 'warning', beyond: true, related }), ...third];
  };
  snapshot('render-related', await check(t, { 'spread.json': spread, 'line.json': '{"a":1,"a":2}' }, library(find)));
});

test('a huge line is cut around each part', async (t) => {
  const line = `{"a":"${'x'.repeat(3_000_000)}","b":{},"c":"${'好'.repeat(1_000_000)}"}`;
  const find = (text) => ['"a"', '"b"', '{}', '"c"', '"}'].map((part) => error(spanOf(text, part)));
  const started = performance.now();
  const result = await check(t, { 'long.json': line }, library(find));
  assert.ok(performance.now() - started < 5_000);
  snapshot('render-huge-line', result);
});

test('hostile texts and names do not act', async (t) => {
  const hostile = '\u001b]8;;http://x\u0007\u001b[2K\r\u009b1m\u202egnp.exe\u2066\u200b\u{e0041}\ud800';
  const name = 'a\u001b[31m\n\u202eb.json';
  const found = [error(undefined, {
    path: `/${hostile}`, message: hostile, help: hostile, rule: 'R-1', related: [{ path: hostile, message: hostile }],
  }), error({ start: 0, end: 9, line: 1, column: 1, endLine: 1, endColumn: 10 }, { related: [{ path: '', message: hostile, span: { start: 2, end: 4, line: 1, column: 3, endLine: 1, endColumn: 5 } }] })];
  const files = { [name]: hostile };
  const result = await check(t, files, library(() => found));
  assert.doesNotMatch(result.out, /[^\n\P{C}]/u);
  snapshot('render-hostile', result);
  const json = await check(t, files, library(() => found), { args: ['--format', 'json'] });
  assert.doesNotMatch(json.out, /[^\n\P{C}]/u);
  assert.equal(JSON.parse(json.out).files[0].path, name);
  assert.equal(JSON.parse(json.out).files[0].diagnostics[0].message, hostile);
});

test('findings that concern several manifests stand at the end', async (t) => {
  const across = [error(undefined, { path: '', code: 'slug-taken', message: 'a.json and b.json both have the slug `x`' })];
  const api = library(() => [], { valid: false, diagnostics: across });
  snapshot('render-across', await check(t, { 'a.json': '{}', 'b.json': '{}' }, api));
  snapshot('render-across-json', await check(t, { 'a.json': '{}', 'b.json': '{}' }, api, { args: ['--format', 'json'] }));
});

test('colour is for terminals, NO_COLOR and FORCE_COLOR are honoured', async (t) => {
  const api = library((text) => [error(spanOf(text, '"a"'), { help: 'help', related: [{ path: '', message: 'here', span: spanOf(text, '{') }] }), error(spanOf(text, '1'), { severity: 'warning' })]);
  const coloured = async (options) => (await check(t, { 'a.json': '{ "a": 1 }' }, api, options)).out.includes('\u001b[');
  const tty = { isTTY: true, columns: 80 };
  for (const [expected, options] of [
    [false, {}],
    [true, { tty }],
    [false, { tty, env: { NO_COLOR: '1' } }],
    [true, { tty, env: { NO_COLOR: '' } }],
    [false, { tty, env: { TERM: 'dumb' } }],
    [true, { env: { FORCE_COLOR: '1' } }],
    [true, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }],
    [false, { tty, env: { FORCE_COLOR: '0' } }],
  ]) assert.equal(await coloured(options), expected, JSON.stringify(options));
  const result = await check(t, { 'a.json': '{ "a": 1 }' }, api, { tty });
  snapshot('render-colour', { ...result, out: result.out.replaceAll('\u001b', '<ESC>') });
});

test('excerpts fit a narrow terminal', async (t) => {
  const text = `{ "key": "${'long '.repeat(40)}", "a": 1, "z": "${'long '.repeat(40)}" }`;
  snapshot('render-narrow', await check(t, { 'a.json': text }, library(() => [error(spanOf(text, '"a"'))]), { tty: { isTTY: true, columns: 50 }, env: { NO_COLOR: '1' } }));
});

test('a prompt is indented, its warnings stand out, nothing in it acts', async (t) => {
  const api = {
    check: (items) => ({ valid: true, diagnostics: [], reports: items.map(({ source }) => ({ source, id: 'a', valid: true, diagnostics: [], digest: 'sha256:00' })) }),
    discloseText: () => ({}),
    consentPrompt: () => [
      { kind: 'header', depth: 0, text: 'This capability runs programs.' },
      { kind: 'lane', depth: 1, text: 'a runs by spawn: sh \u001b[1m\u202e -c one two three four' },
      { kind: 'env-warning', depth: 2, text: 'WARNING: NODE_OPTIONS' },
    ],
  };
  const folder = world(t, { 'a.json': '{}' });
  process.chdir(folder);
  const result = await inProcess(['disclose', 'a.json'], { api, env: { FORCE_COLOR: '1' } });
  const narrow = await inProcess(['disclose', 'a.json'], { api, env: { NO_COLOR: '1' }, tty: { isTTY: true, columns: 40 } });
  process.chdir('/');
  snapshot('render-prompt-narrow', narrow);
  snapshot('render-prompt', { ...result, out: result.out.replaceAll('\u001b', '<ESC>') });
});

test('pages about findings, and the list of them', async () => {
  const pages = { 'duplicate-key': '# duplicate-key\n\nAn object repeats a key.\n\n## What to do\n\nRemove one.\n', 'too-deep': '# too-deep\n\nToo deep.\n' };
  const api = { vocabulary: () => ({ codes: Object.keys(pages) }), explain: (code) => pages[code] ?? null };
  const visible = (result) => ({ ...result, out: result.out.replaceAll('\u001b', '<ESC>') });
  snapshot('render-explain', visible(await inProcess(['explain', 'duplicate-key'], { api, env: { FORCE_COLOR: '1' } })));
  snapshot('render-explain-list', await inProcess(['explain'], { api }));
});

test('changes show the values before and after', async (t) => {
  const api = {
    check: (items) => ({ valid: true, diagnostics: [], reports: items.map(({ source, text }) => ({ source, id: 'a', valid: true, diagnostics: [], digest: `sha256:${text.length}` })) }),
    changesText: () => ({
      changed: true,
      changes: [
        { surface: 'lane', id: 'codex', field: 'invoke.args', kind: 'changed', before: ['exec', 'a b'], after: ['exec', 'a', 'b', '\u202e'] },
        { surface: 'lane', id: 'codex', field: 'invoke.env.A', kind: 'added', after: '\u001b[1m' },
        { surface: 'hook', id: 'h.sh', field: '', kind: 'removed', before: { event: 'Stop', script: 'h.sh' } },
      ],
    }),
  };
  const folder = world(t, { 'old.json': '{}', 'new.json': '{} ' });
  process.chdir(folder);
  const human = await inProcess(['diff', 'old.json', 'new.json'], { api });
  const json = await inProcess(['diff', '--format=json', 'old.json', 'new.json'], { api });
  process.chdir('/');
  snapshot('render-changes', human);
  snapshot('render-changes-json', json);
});
