/** The page's own reckoning, without a browser. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { fixesOf } from '../../www/src/editor/fixes.mjs';
import { binding } from '../../www/src/engine/binding.mjs';
import { compare } from '../../www/src/engine/compare.mjs';
import { indent } from '../../www/src/engine/indent.mjs';
import { linkPrompt } from '../../www/src/engine/prompt-links.mjs';
import { at, follow, memberOf, readTree, stringOf } from '../../www/src/engine/tree.mjs';
import { hostile } from '../../www/src/examples/hostile.mjs';

const lanes = createRequire(import.meta.url)('../../pkg');
const root = fileURLToPath(new URL('../..', import.meta.url));
const firstParty = readdirSync(`${root}/capabilities`).map((id) => [id, readFileSync(`${root}/capabilities/${id}/capability.json`, 'utf8')]);
const texts = [...firstParty, ['hostile', hostile], ['overlay', readFileSync(`${root}/www/src/examples/overlay.json`, 'utf8')]];

describe('places', () => {
  test('every value is found where it stands', () => {
    for (const [, text] of texts) {
      const walk = (value, node) => {
        assert.deepEqual(JSON.parse(text.slice(node.start, node.end)), value);
        if (Array.isArray(value)) value.forEach((item, index) => walk(item, node.items[index]));
        else if (typeof value === 'object' && value !== null) for (const key of Object.keys(value)) walk(value[key], at(node, key));
      };
      walk(JSON.parse(text), readTree(text));
    }
  });

  test('escapes, byte order marks, brackets in texts, the last of a repeated name', () => {
    const text = '\ufeff { "a\\"]" : ["\\\\", "}", "\\\\\\"", {}], "b": 1, "b" : -2.5e3 }';
    const tree = readTree(text);
    assert.deepEqual(at(tree, 'a"]').items.map((item) => stringOf(text, item)), ['\\', '}', '\\"', undefined]);
    const { node, start, end } = memberOf(tree, 'b');
    assert.equal(text.slice(node.start, node.end), '-2.5e3');
    assert.equal(text.slice(start, end), '"b"');
    assert.equal(start, text.lastIndexOf('"b"'));
  });

  test('dotted paths may hold dots', () => {
    const text = '{"a":{"b.c":{"d":[0,{"e":1}]},"b":2}}';
    const tree = readTree(text);
    const found = (path) => { const it = follow(tree, path); return it && text.slice(it.node.start, it.node.end); };
    assert.equal(found('a.b.c.d[1].e'), '1');
    assert.equal(found('a.b'), '2');
    assert.equal(found('a.x'), undefined);
  });
});

describe('the consent prompt', () => {
  for (const [name, text] of texts) {
    test(`${name}: says what the library says, and every value leads to its place`, () => {
      const disclosure = lanes.discloseText(text);
      const lines = lanes.consentPrompt(disclosure);
      const linked = linkPrompt(lines, disclosure, text, readTree(text));
      assert.deepEqual(linked.map(({ parts }) => parts.map((part) => part.text).join('')), lines.map((line) => line.text));
      for (const [index, { parts }] of linked.entries()) {
        const wanted = valuesOf(lines[index]);
        assert.equal(parts.filter(({ start }) => start !== undefined).length, wanted, lines[index].text);
      }
      for (const { label, start, end, text: shown } of linked.flatMap(({ parts }) => parts).filter((part) => part.start !== undefined)) {
        const raw = text.slice(start, end);
        if (!/^[\w./:{}-]+$/.test(shown) || label.endsWith(shown)) continue;
        assert.ok(raw === JSON.stringify(shown) || raw === `"${shown.split('=')[0]}"`, `${shown} stands at ${raw}`);
      }
    });
  }

  /** How many values of the manifest a line tells. */
  function valuesOf({ kind, depth, text, meaning, count, payload, isLocal, runs, resolvedHost, probeKind, surface, transport, declaredTransport, ...values }) {
    const said = Object.values(values).flat().filter((value) => typeof value === 'string' && value !== '').length;
    return said + (transport !== undefined && transport !== '' && declaredTransport === undefined ? 1 : 0);
  }

  test('servers in a list, scripts that repeat, missing files', () => {
    const text = JSON.stringify({
      hooks: [{ event: 'e' }, { event: 'e', script: 's' }, 7, { event: 'e', script: 's' }],
      mcpServers: [{ name: 'a', config: { command: 'c', args: ['x y'] } }, { name: 'b', url: 'https://u.example' }],
      skills: [' ', 'one', 'one'],
    });
    const disclosure = lanes.discloseText(text, { stagedFiles: [] });
    const linked = linkPrompt(lanes.consentPrompt(disclosure), disclosure, text, readTree(text));
    const labels = linked.flatMap(({ parts }) => parts.map(({ label }) => label)).filter((label) => label !== undefined);
    assert.deepEqual(labels, [
      'hooks[1].event', 'hooks[1].script', 'hooks[3].event', 'hooks[3].script',
      'mcpServers[0].name', 'mcpServers[0].config.command', 'mcpServers[0].config.args[0]',
      'mcpServers[1].name', 'mcpServers[1].url',
      'skills[1]', 'skills[2]',
      'hooks[1].script', 'hooks[1].script',
    ]);
  });
});

describe('what is bound', () => {
  const boundOf = (manifest, tries = 500) => Object.fromEntries(binding(structuredClone(manifest), lanes.signature, tries).map(({ path, bound }) => [path.join('.'), bound]));

  test('is what the specification says (5.3)', () => {
    const found = boundOf({
      id: 'a', title: 'A', config: { k: { type: 'string' } }, skills: ['s'],
      hooks: [{ event: 'e', script: 's', matcher: 'm' }],
      reviewer: { slug: 'a', reviewsSection: 'A', timeoutFloorMs: 1, handler: null, flags: ['--a'], probe: { kind: 'x' }, invoke: { binary: 5, args: ['x'], path: null } },
    });
    for (const path of ['id', 'title', 'config', 'skills', 'hooks.0.matcher', 'reviewer.reviewsSection', 'reviewer.timeoutFloorMs', 'reviewer.invoke.binary']) assert.equal(found[path], false, path);
    for (const path of ['hooks.0.event', 'hooks.0.script', 'reviewer.slug', 'reviewer.handler', 'reviewer.flags', 'reviewer.probe', 'reviewer.invoke.args', 'reviewer.invoke.path']) assert.equal(found[path], true, path);
  });

  test('a manifest is as before afterwards, and tries are counted', () => {
    for (const [, text] of texts) {
      const manifest = JSON.parse(text);
      let signed = 0;
      const sign = (value) => { signed++; return lanes.signature(value); };
      const parts = binding(manifest, sign, 7);
      assert.equal(JSON.stringify(manifest), JSON.stringify(JSON.parse(text)));
      assert.ok(signed <= 8, String(signed));
      assert.ok(parts.some(({ bound }) => bound === null));
    }
  });
});

describe('comparing', () => {
  const run = (before, after) => compare(lanes, JSON.stringify(before), JSON.stringify(after));

  test('tells bound changes with both places, and the others apart', () => {
    const before = { title: 'x', same: { a: 1 }, reviewer: { slug: 'a', reviewsSection: 'A', invoke: { binary: 'a', args: ['x'], env: { 'B.C': '1' } } }, hooks: [{ event: 'e', script: 's' }], mcpServers: { n: { command: 'c' } } };
    const after = structuredClone(before);
    after.title = 'y';
    after.reviewer.reviewsSection = 'B';
    after.reviewer.invoke.env['B.C'] = '2';
    after.hooks[0].script = 't';
    after.mcpServers.n.command = 'd';
    const { changed, changes, unbound } = run(before, after);
    assert.equal(changed, true);
    const slices = changes.map(({ oldPlace, place }) => [JSON.stringify(before).slice(oldPlace.start, oldPlace.end), JSON.stringify(after).slice(place.start, place.end)]);
    assert.deepEqual(slices, [['"s"', '"t"'], ['"command"', '"command"'], ['"B.C"', '"B.C"']]);
    assert.deepEqual(unbound.entries.map(({ field }) => field), ['title', 'reviewer.reviewsSection']);
  });

  test('another spelling of the same is no difference', () => {
    const { changed, changes, unbound } = compare(lanes, '{"a":"\\u0041","b":1.0}', '{ "b": 1, "a": "A" }');
    assert.deepEqual([changed, changes, unbound.entries], [false, [], []]);
  });

  test('what cannot be read counts as empty', () => {
    const { changed, unreadable } = compare(lanes, '{', '{"hooks":[{"event":"e","script":"s"}]}');
    assert.deepEqual([changed, unreadable.old, unreadable.text], [true, true, false]);
  });
});

test('a manifest is formatted as JSON.stringify does it, its numerals and escapes as they were', () => {
  for (const [name, text] of texts.filter(([id]) => id !== 'hostile')) assert.equal(`${indent(JSON.stringify(JSON.parse(text)))}\n`, text, name);
  assert.equal(indent('{"a":[ ],"b" : {\t},"c":1.50e+01 ,"a":"\\u0041 [{,: \\\\"}'), '{\n  "a": [],\n  "b": {},\n  "c": 1.50e+01,\n  "a": "\\u0041 [{,: \\\\"\n}');
});

test('indenting adds nothing but gaps', () => {
  for (const [, text] of texts) {
    for (const line of JSON.parse(lanes.signatureText(text)).flat()) {
      const pretty = indent(line);
      assert.equal(pretty.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1'), line);
    }
  }
});

test('each near miss of the library can be mended', () => {
  const codex = readFileSync(`${root}/capabilities/codex/capability.json`, 'utf8');
  const slips = [['"stdin"', '"stdn"'], ['"binary": "codex"\n', '"binry": "codex"\n'], ['"timeoutFloorMs"', '"timeoutfloorMs"'], ['"spawn"', '"spwan"'], ['"command-exists"', '"comand-exists"'], ['"runtime",', '"runtim",'], ['"settings-json"', '"setings-json"'], ['"codex-toml"', '"codex-tml"']];
  for (const [right, wrong] of slips.filter(([text]) => codex.includes(text))) {
    const text = codex.replace(right, wrong);
    const mended = lanes.validateText(text).diagnostics.flatMap((diagnostic) => fixesOf(diagnostic).map(({ insert }) => text.slice(0, diagnostic.span.start) + insert + text.slice(diagnostic.span.end)));
    assert.ok(mended.includes(codex), wrong);
  }
});
