/** What the page keeps, shares and forgets; files that are dropped on it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { editor, example, pane, put, ready, settled, start, textOf } from './support.mjs';

const link = async (page) => {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('The link is copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

test('a link holds everything, and opens as it was', async () => {
  const { page, context, requests, clean } = await start();
  const text = '{"id":"shared","title":"\\ud800 ünï 😀 \\u0000 <b>"}';
  await put(page, text);
  await page.getByLabel('Folder', { exact: true }).fill('elsewhere');
  await page.getByLabel('Profile').selectOption('peer');
  await pane(page, 'compare');
  await put(page, '{"id":"before"}', '#pane-compare .cm-content');
  const address = await link(page);
  assert.equal(address, page.url());
  assert.ok(!requests.some((url) => url.includes('#s=') || url.includes('s=')));
  clean();

  // Somebody else, who has something of his own on the page.
  const other = await context.browser().newContext();
  const there = await other.newPage();
  const asked = [];
  there.on('request', (request) => asked.push(request.url()));
  await there.goto(address);
  await ready(there);
  assert.equal(await textOf(there), text);
  assert.equal(await textOf(there, '#pane-compare .cm-content'), '{"id":"before"}');
  assert.equal(await there.getByLabel('Folder', { exact: true }).inputValue(), 'elsewhere');
  assert.equal(await there.getByLabel('Profile').inputValue(), 'peer');
  assert.equal(await there.locator('#tab-compare').getAttribute('aria-selected'), 'true');
  assert.ok(asked.every((url) => !url.includes(address.split('#')[1].slice(0, 20))));
  // What is typed now is no longer what the address says.
  await put(there, '{"id":"mine"}');
  assert.equal(await there.evaluate(() => location.hash), '');
  await other.close();
});

test('a link does not cost what was here before', async () => {
  const { page, address, clean } = await start();
  await put(page, '{"id":"theirs"}');
  const fragment = new URL(await link(page)).hash;
  await put(page, '{"id":"mine"}');
  await page.waitForTimeout(700);
  clean();

  // Looked at and left.
  await page.goto('about:blank');
  await page.goto(address + fragment);
  await ready(page);
  assert.equal(await textOf(page), '{"id":"theirs"}');
  await page.goto('about:blank');
  await page.goto(address);
  await ready(page);
  assert.equal(await textOf(page), '{"id":"mine"}');

  // In the page that is open, changed, and back.
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await page.getByText('Opened from a link').waitFor();
  await settled(page);
  await put(page, '{"id":"changed"}');
  await page.getByRole('button', { name: 'Back to it' }).click();
  await settled(page);
  assert.equal(await textOf(page), '{"id":"mine"}');
  assert.equal(await page.getByText('Opened from a link').isHidden(), true);
});

test('a link opened in an open page is still there after a reload', async () => {
  const { page } = await start();
  await put(page, '{"id":"theirs"}');
  const fragment = new URL(await link(page)).hash;
  await put(page, '{"id":"mine"}');
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await page.getByText('Opened from a link').waitFor();
  await settled(page);
  await page.reload();
  await ready(page);
  assert.equal(await textOf(page), '{"id":"theirs"}');
  assert.equal(await page.getByText('Opened from a link').isVisible(), true);
});

test('a manifest of 1 MB fits into a link', async () => {
  const { page } = await start();
  const env = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`NAME_${index}`, `value number ${index * 7919}`]));
  await put(page, JSON.stringify({ id: 'large', reviewer: { invoke: { env } } }, null, 1));
  const before = await textOf(page);
  const address = await link(page);
  await put(page, '{}');
  await page.goto(address);
  await page.reload();
  await ready(page);
  assert.equal(await textOf(page), before);
});

test('damaged links, and links that unfold without end, change nothing', async () => {
  const { page, address } = await start();
  await put(page, '{"id":"kept"}');
  await page.waitForTimeout(700);
  const bomb = await page.evaluate(async () => {
    const stream = new Blob([`{"text":"${'a'.repeat(40 << 20)}"}`]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return `#s=${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  });
  for (const fragment of ['#s=', '#s=%%%', '#s=AAAA', '#s=q1YqSa0oUbJSAgA', bomb, '#reviewer', `#s=${'A'.repeat(5000)}`]) {
    await page.goto('about:blank');
    await page.goto(address + fragment);
    await ready(page);
    assert.equal(await textOf(page), '{"id":"kept"}', fragment.slice(0, 20));
  }
});

test('a link with values of other kinds is taken as far as it fits', async () => {
  const { page } = await start();
  const fragment = await page.evaluate(async () => {
    const values = { text: '{"id":"a"}', folderId: 5, pane: 'nowhere', profile: 'other', split: 'wide', __proto__: { x: 1 }, extra: true };
    const stream = new Blob([JSON.stringify(values)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return `#s=${btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  });
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await page.waitForFunction(() => document.querySelector('.cm-content').cmTile.view.state.doc.toString() === '{"id":"a"}');
  await settled(page);
  assert.equal(await page.locator('#tab-problems').getAttribute('aria-selected'), 'true');
  assert.match(await page.locator('#pane-problems').textContent(), /error/);
});

test('what is on the page outlives a reload, and Reset forgets it', async () => {
  const { page, clean } = await start();
  const initial = await textOf(page);
  await put(page, '{"id":"kept"}');
  await pane(page, 'plan');
  await page.getByLabel('Repository').fill('/srv/kept');
  await page.getByLabel('Colours').selectOption('dark');
  clean();
  await page.reload();
  await ready(page);
  assert.equal(await textOf(page), '{"id":"kept"}');
  assert.equal(await page.locator('#tab-plan').getAttribute('aria-selected'), 'true');
  assert.equal(await page.getByLabel('Repository').inputValue(), '/srv/kept');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.getByRole('button', { name: 'Reset' }).click();
  await settled(page);
  assert.equal(await textOf(page), initial);
  assert.equal(await page.locator('#tab-problems').getAttribute('aria-selected'), 'true');
  await page.waitForTimeout(700);
  await page.reload();
  await ready(page);
  assert.equal(await textOf(page), initial);
});

test('without storage the page works', async () => {
  const { page, clean } = await start({
    prepare: (page) => page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });
    }),
  });
  await put(page, '{"id":"a"}');
  await page.getByLabel('Colours').selectOption('dark');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForTimeout(700);
  clean();
});

/** Drops files as a file manager would. */
const drop = (page, where, files) => page.$eval(where, (element, list) => {
  const dataTransfer = new DataTransfer();
  for (const { name, bytes } of list) dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/json' }));
  for (const type of ['dragenter', 'dragover', 'drop']) element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}, files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] })));

test('a file that is dropped is opened where it was dropped', async () => {
  const { page, clean } = await start();
  await drop(page, '.manifest .cm-content', [{ name: 'a.json', content: '{"id":"dropped"}' }]);
  await page.waitForFunction(() => document.querySelector('.cm-content').cmTile.view.state.doc.toString().includes('dropped'));
  assert.equal(await textOf(page), '{"id":"dropped"}');
  await pane(page, 'compare');
  await drop(page, '#pane-compare .cm-content', [{ name: 'old.json', content: '{"id":"old"}' }]);
  await page.waitForFunction(() => document.querySelector('#pane-compare .cm-content').cmTile.view.state.doc.toString().includes('old'));
  assert.equal(await textOf(page), '{"id":"dropped"}');
  await pane(page, 'registry');
  await drop(page, '.drop', [{ name: 'one.json', content: '{"id":"one"}' }, { name: 'two.json', content: '{' }]);
  await page.getByRole('button', { name: 'Remove two' }).waitFor();
  await settled(page);
  assert.equal(await page.locator('#pane-registry .chip:not(.chip-end)').count(), 2);
  // On the rest of the page nothing happens, and the page stays.
  await drop(page, 'header', [{ name: 'x.json', content: '{"id":"x"}' }]);
  assert.equal(await textOf(page), '{"id":"dropped"}');
  clean();
});

test('a byte order mark stays and is remarked; other encodings are named', async () => {
  const { page } = await start();
  await drop(page, '.manifest .cm-content', [{ name: 'bom.json', content: '\ufeff{"id":"bom"}' }]);
  await page.waitForFunction(() => document.querySelector('.cm-content').cmTile.view.state.doc.toString().includes('bom'));
  await settled(page);
  assert.match(await (await pane(page, 'problems')).textContent(), /byte-order-mark/);
  await drop(page, '.manifest .cm-content', [{ name: 'latin.json', content: Buffer.from('{"id":"caf\u00e9"}', 'latin1') }]);
  await page.getByText('latin.json is not UTF-8').waitFor();
});

test('typing is one thing, an example another: both can be undone', async () => {
  const { page, clean } = await start();
  const initial = await textOf(page);
  await example(page, 'mistakes');
  assert.notEqual(await textOf(page), initial);
  await editor(page).focus();
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal(await textOf(page), initial);
  clean();
});

test('Format puts a manifest into lines, and leaves alone what it cannot read', async () => {
  const { page, clean } = await start();
  const initial = await textOf(page);
  await put(page, JSON.stringify(JSON.parse(initial)));
  await page.getByRole('button', { name: 'Format' }).click();
  await page.getByText('Formatted.').waitFor();
  assert.equal(await textOf(page), initial);
  await put(page, '{"a": }');
  await page.getByRole('button', { name: 'Format' }).click();
  await page.getByText('It cannot be read').waitFor();
  assert.equal(await textOf(page), '{"a": }');
  clean();
});
