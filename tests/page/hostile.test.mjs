/** Whatever a manifest holds is text: it makes no element, runs nothing, asks for nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, pane, panes, put, settled, start } from './support.mjs';

/** The kinds of elements on the page, by name; the editor's own empty pictures beside a widget are not meant. */
const tags = (page) => page.evaluate(() => [...new Set([...document.querySelectorAll(':not(img.cm-widgetBuffer:not([src]))')].map(({ localName }) => localName))].sort());

async function inert(page, before) {
  const found = await tags(page);
  for (const tag of ['iframe', 'img', 'object', 'embed', 'form', 'video', 'audio', 'link', 'script', 'b']) {
    assert.equal(found.includes(tag) && !before.includes(tag), false, tag);
  }
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]
    .filter(({ name, value }) => name.startsWith('on') || (/^(href|src|action|xlink:href)$/.test(name) && /^\s*(javascript|data|https?):/i.test(value) && element.localName !== 'link')).map(({ name, value }) => `${name}=${value}`))), []);
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
}

test('the hostile example', async () => {
  const { page, clean } = await start();
  const before = await tags(page);
  await example(page, 'hostile');
  for (const id of await panes(page)) {
    await pane(page, id);
    await inert(page, before);
  }
  const shown = await page.evaluate(() => [...document.querySelectorAll('[role=tabpanel]')].map(({ textContent }) => textContent).join(''));
  // In the panes nothing is left that could hide, or turn the order of what is beside it.
  assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  clean();
});

test('markup and sequences in every field of every body', async () => {
  const { page, clean } = await start();
  const before = await tags(page);
  const evil = '"><img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>\u001b]8;;https://x.example\u0007\u202e`<svg/onload=globalThis.pwned=1>';
  const filled = (value) => {
    if (typeof value === 'string') return evil;
    if (Array.isArray(value)) return [evil, ...value.map(filled)];
    if (typeof value === 'object' && value !== null) return { [evil]: evil, ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)])) };
    return value;
  };
  const body = {
    id: 'a', role: 'feature', title: 't', hooks: [{ event: 'e', script: 's' }], commands: [{ family: 'f', module: 'm', router: 'r' }], skills: ['s'],
    mcpServers: { a: { command: 'c', args: ['a'], env: { A: 'b' }, cwd: 'd' }, b: { url: 'u', headers: { H: 'v' } } },
    reviewer: { slug: 's', flags: ['f'], transport: 't', probe: { kind: 'k', binary: 'b' }, invoke: { binary: 'b', args: ['a'], env: { A: 'b' }, defaultHost: 'h', hostConfigKey: 'k' }, handler: 'h' },
  };
  for (const manifest of [filled(body), { ...filled(body), reviewer: { ...filled(body.reviewer), transport: 'openai-http' } }]) {
    await put(page, JSON.stringify(manifest, null, 1));
    for (const id of await panes(page)) {
      await pane(page, id);
      await inert(page, before);
    }
  }
  // The same from a link, a name of a file, and the old version.
  await put(page, JSON.stringify(filled(body)), '#pane-compare .cm-content').catch(() => {});
  await page.click('#tab-registry');
  await page.getByLabel('Choose manifests').setInputFiles([{ name: `${evil.replaceAll('/', '')}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(filled(body))) }]);
  await settled(page);
  await inert(page, before);
  clean();
});

test('a repeated key, prototype names, deep and endless things leave the page alive', async () => {
  const { page, clean } = await start();
  const hostile = [
    '{"a":1,"a":2,"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
    '['.repeat(100_000),
    `${'{"a":'.repeat(129)}1${'}'.repeat(129)}`,
    '{"reviewer":{"invoke":{"env":{"__proto__":"1","constructor":"2"}}}}',
    '{"hooks":[{"event":"","script":" "}],"mcpServers":{"":{},"__proto__":{"command":"c"}}}',
    'null', '[]', '"text"', '', '\ufeff{}', '1e400', '{"a":1e400}',
  ];
  for (const text of hostile) {
    await put(page, text);
    for (const id of await panes(page)) await pane(page, id);
  }
  assert.equal(await page.evaluate(() => ({}).x), undefined);
  await example(page, 'overlay');
  assert.match(await (await pane(page, 'problems')).textContent(), /Valid/);
  clean();
});
