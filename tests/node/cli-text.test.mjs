// The text tools of the CLI: what reaches a terminal, how wide it is, and where marks stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cli } from './cli-support.mjs';

const { safe, safeJson } = cli('safe-text.cjs');
const { width } = cli('width.cjs');
const { wrap } = cli('wrap.cjs');
const { nearest } = cli('near.cjs');
const { excerpt } = cli('excerpt.cjs');
const { Lines } = cli('lines.cjs');

const bytes = (text) => new TextEncoder().encode(text);

test('every character that is not seen as itself is shown by its number', () => {
  const hidden = [
    [0x00, 0x1f], [0x7f, 0x9f], [0xa0, 0xa0], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c], [0x115f, 0x1160], [0x180e, 0x180e],
    [0x2000, 0x200f], [0x2028, 0x202f], [0x205f, 0x206f], [0x2800, 0x2800], [0x3000, 0x3000], [0x3164, 0x3164], [0xd800, 0xdfff],
    [0xfe00, 0xfe0f], [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff9, 0xfffb], [0xe0000, 0xe0fff],
  ];
  for (const [first, last] of hidden) {
    for (let point = first; point <= last; point++) {
      assert.equal(safe(`a${String.fromCodePoint(point)}b`), `a\\u{${point.toString(16)}}b`);
    }
  }
  const seen = '~ az \\ "é" ж 好 😀 ｱ ﷽';
  assert.equal(safe(seen), seen);
});

test('JSON is made harmless without changing its value', () => {
  const value = { 'a\u202eb': ['\u001b[31m\u009b', '\u2028\u{e0041}\ud800', 'é好😀', 1e21] };
  const text = safeJson(value, 2);
  assert.deepEqual(JSON.parse(text), value);
  assert.doesNotMatch(text, /[\u007f-\u009f\u2028\u202e\u{e0041}]/u);
  assert.match(text, /é好😀/);
});

test('columns', () => {
  for (const [text, columns] of [['abc', 3], ['é', 1], ['e\u0301', 1], ['好', 2], ['😀', 2], ['ｱ', 1], ['Ａ', 2], ['한', 2], ['ж', 1], ['', 0]]) {
    assert.equal(width(text), columns, text);
  }
});

test('prose is broken at spaces', () => {
  assert.deepEqual(wrap('one two three 好好 four', 9), ['one two', 'three', '好好 four']);
  assert.deepEqual(wrap(`a ${'x'.repeat(20)} b`, 9), ['a', 'x'.repeat(20), 'b']);
  assert.deepEqual(wrap('', 9), ['']);
  assert.deepEqual(wrap(' a  b ', Infinity), [' a  b ']);
});

test('near misses are suggested, far ones are not', () => {
  const known = ['check', 'disclose', 'sign', 'diff'];
  for (const [word, near] of [['chekc', 'check'], ['CHECK', 'check'], ['sing', 'sign'], ['dis', 'disclose'], ['dif', 'diff'], ['di', undefined], ['lock', undefined], ['', undefined], ['x'.repeat(1e6), undefined]]) {
    assert.equal(nearest(word, known), near, word.slice(0, 20));
  }
});

test('marks stand under what they mark', () => {
  const cases = [
    ['"a": 1', '1', '"a": 1', 5, 1],
    ['\t"a":\t1', '"a"', '    "a":    1', 4, 3],
    ['\t"a":\t1', '1', '    "a":    1', 12, 1],
    ['"好😀": x', 'x', '"好😀": x', 8, 1],
    ['"好😀"', '好😀', '"好😀"', 1, 4],
    ['"e\u0301": x', 'x', '"e\u0301": x', 5, 1],
    ['\u001b[1m x', 'x', '\\u{1b}[1m x', 10, 1],
    ['a \u202e b', '\u202e', 'a \\u{202e} b', 2, 8],
  ];
  for (const [line, part, shown, at, length] of cases) {
    const from = line.indexOf(part);
    assert.deepEqual(excerpt(line, from, from + part.length, 80), { shown, at, length }, line);
  }
  assert.deepEqual(excerpt('', 0, 0, 80), { shown: '', at: 0, length: 1 });
  assert.deepEqual(excerpt('ab', 2, 2, 80), { shown: 'ab', at: 2, length: 1 });
  assert.deepEqual(excerpt('ab', 9, 12, 80), { shown: 'ab', at: 2, length: 1 });
});

test('an excerpt of a long line keeps the marked part and the room', () => {
  for (const filler of ['x', '好', '😀', '\t', '\u0301', '\u202e', 'a\u0301\u0301\u0301']) {
    for (const [before, inside, after] of [[5000, 1, 5000], [0, 5000, 10], [10, 5000, 0], [5000, 0, 0], [0, 0, 5000], [90, 5, 90], [30, 1, 30]]) {
      const line = `${filler.repeat(before)}[${filler.repeat(inside)}]${filler.repeat(after)}`;
      const from = filler.length * before;
      const to = from + filler.length * inside + 2;
      const { shown, at, length } = excerpt(line, from, to, 60);
      const what = `${JSON.stringify(filler)} ${before} ${inside} ${after}`;
      assert.ok(width(shown) <= 60, `${what}: ${width(shown)} columns`);
      assert.ok(shown.length <= 500, `${what}: ${shown.length} units`);
      assert.ok(at + length <= width(shown), `${what}: the mark ends outside`);
      assert.equal(shown.indexOf('[') === -1 ? -1 : width(shown.slice(0, shown.indexOf('['))), at, `${what}: the mark begins elsewhere`);
    }
  }
});

test('lines end as the library counts them', () => {
  const lines = new Lines(bytes('\ufeffa\r\nb\rc\n\nd'));
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((number) => lines.line(number)), ['\ufeffa', 'b', 'c', '', 'd', 'd']);
  assert.deepEqual([1, 2, 3, 4, 5].map((number) => lines.startOf(number)), [0, 4, 6, 8, 9]);
  assert.equal(new Lines(Uint8Array.of(0x61, 0xff, 0x62)).line(1), 'a\ufffdb');
});
