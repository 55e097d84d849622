/** Each pane, by what a person does with it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { editor, example, pane, put, selection, settled, start, textOf } from './support.mjs';

const lanes = createRequire(import.meta.url)('../../pkg');
const root = fileURLToPath(new URL('../..', import.meta.url));
const overlay = readFileSync(`${root}/www/src/examples/overlay.json`, 'utf8');

test('problems: all of them, each leads to its place, fixes are applied', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  const text = await textOf(page);
  const { diagnostics } = lanes.validateText(text, { folderId: 'demo-broken' });
  const list = await pane(page, 'problems');
  assert.equal(await list.locator('.finding').count(), diagnostics.length);
  assert.match(await list.locator('.verdict').textContent(), /Not valid: 6 errors, 1 warning/);

  const wrong = diagnostics.findIndex(({ code }) => code === 'unknown-value');
  await list.locator('.finding').nth(wrong).locator('a').first().click();
  assert.deepEqual(await selection(page), { text: '"stdIn"', line: diagnostics[wrong].span.line });
  assert.ok(await list.locator('.finding').nth(wrong).evaluate((it) => it.classList.contains('current')));

  await list.getByRole('button', { name: 'Change to stdin' }).click();
  await settled(page);
  assert.ok((await textOf(page)).includes('"promptChannel": "stdin"'));
  assert.equal(await list.locator('.finding').count(), diagnostics.length - 1);
  clean();
});

test('problems: a code explains itself', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  const list = await pane(page, 'problems');
  const button = list.getByRole('button', { name: 'denied-env' });
  await button.click();
  await list.locator('.explanation').waitFor();
  assert.equal(await list.locator('.explanation').textContent(), lanes.explain('denied-env'));
  await button.click();
  assert.equal(await list.locator('.explanation').count(), 0);
  clean();
});

test('problems: from the editor to the list and back', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  await pane(page, 'signature');
  await editor(page).focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 3; step++) await page.keyboard.press('F8');
  const { line } = await selection(page);
  await page.keyboard.press('Control+Shift+M');
  await settled(page);
  assert.match(await page.evaluate(() => document.activeElement.textContent), new RegExp(`^line ${line}, `));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains('cm-content')), true);
  clean();
});

test('what it would do: the lines of the library, each value a way to its place, with the configured host', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'prompt');
  const lines = () => body.locator('.terminal-line').allTextContents();
  assert.deepEqual(await lines(), lanes.consentPrompt(lanes.discloseText(overlay)).map(({ text }) => text));
  await body.getByRole('link', { name: 'https://review.quillmark.example' }).click();
  assert.equal((await selection(page)).text, '"https://review.quillmark.example"');

  await body.locator('input').fill('http://10.0.0.7:8000');
  await settled(page);
  assert.deepEqual(await lines(), lanes.consentPrompt(lanes.discloseText(overlay, { hosts: () => 'http://10.0.0.7:8000' })).map(({ text }) => text));
  assert.ok((await lines()).some((line) => line.startsWith('WARNING: http://10.0.0.7:8000 is reached by plain http')));
  await body.getByRole('button', { name: 'Copy' }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^This capability RUNS PROGRAMS.*\n1 reviewer lane:\n {2}quillmark sends by/);
  clean();
});

test('signature: digest, text, what is bound', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'signature');
  assert.equal(await body.locator('.digest code').textContent(), lanes.digestText(overlay));
  await body.getByText('As it is signed').click();
  assert.equal(await body.locator('.wrap').textContent(), lanes.signatureText(overlay));
  const bound = body.locator('.bound').nth(0);
  assert.ok((await bound.locator('a').allTextContents()).includes('reviewer.invoke'));
  assert.ok((await body.locator('.bound').nth(1).locator('a').allTextContents()).includes('reviewer.reviewsSection'));
  await bound.getByRole('link', { name: 'reviewer.slug', exact: true }).click();
  assert.equal((await selection(page)).text, '"quillmark"');
  clean();
});

test('compare: whether consent is asked for again, and for what', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'compare');
  assert.match(await body.locator('.verdict').textContent(), /asked for again: 1 bound change\./);
  const [bound, unbound] = [body.locator('.changes').nth(0), body.locator('.changes').nth(1)];
  assert.deepEqual(await bound.locator('.change-field').allTextContents(), ['reviewer.invoke.defaultHost']);
  assert.deepEqual(await unbound.locator('.change-field').allTextContents(), ['version', 'title', 'reviewer.timeoutFloorMs']);
  const old = '#pane-compare .cm-content';
  await bound.locator('.change-before a').click();
  assert.ok(['"https://quillmark.example"', '"defaultHost"'].includes((await selection(page, old)).text));

  await body.getByRole('button', { name: 'Take the current' }).click();
  await settled(page);
  assert.match(await body.locator('.verdict').textContent(), /would not be asked for again/);
  await put(page, '{', old);
  assert.match(await body.locator('.verdict').first().textContent(), /old version cannot be read/);
  clean();
});

test('registry: lanes, roster, collisions, inactive ones with reasons', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'registry');
  assert.match(await body.locator('.verdict').textContent(), /1 of 1 manifest active beside the 12/);
  assert.equal(await body.locator('tbody tr').count(), 13);
  assert.match(await body.locator('tr.overlay').textContent(), /quillmark/);
  assert.equal(await body.locator('.roster').textContent(), lanes.mergeRegistry({ overlays: [{ dir: 'quillmark', text: overlay }], hostVersion: '1.14.0' }).roster.join(', '));

  // Another one that claims what the first has, one that comes with the library, and one that is broken.
  const twin = overlay.replace('"id": "quillmark"', '"id": "twin"');
  const files = { 'quillmark.json': overlay, 'twin.json': twin, 'codex.json': readFileSync(`${root}/capabilities/codex/capability.json`, 'utf8'), 'broken.json': '{' };
  await body.getByLabel('Choose manifests').setInputFiles(Object.entries(files).map(([name, content]) => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) })));
  await body.getByText('Together with the manifest').click();
  await settled(page);
  const expected = lanes.mergeRegistry({ overlays: Object.entries(files).map(([name, text]) => ({ dir: name.replace('.json', ''), text })), hostVersion: '1.14.0' });
  const shown = await body.locator('.findings').first().locator('.finding-message strong').allTextContents();
  assert.deepEqual(shown, expected.inactive.map(({ id }) => id));
  assert.ok(expected.inactive.length >= 3);
  await body.getByRole('button', { name: 'Remove twin' }).click();
  await settled(page);
  assert.match(await body.locator('.verdict').textContent(), /1 of 3 manifests active/);
  await body.getByRole('button', { name: 'broken', exact: true }).click();
  await settled(page);
  assert.equal(await textOf(page), '{');
  clean();
});

test('registry: a project that was not consented to stays inactive, whatever it declares', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'registry');
  await body.getByLabel('Installed as').selectOption('unconsented');
  await settled(page);
  assert.match(await body.locator('.verdict').textContent(), /0 of 1/);
  assert.match(await body.locator('.finding-foot').textContent(), /unconsented · project/);
  clean();
});

test('a text that cannot be read says so in every pane', async () => {
  const { page, clean } = await start();
  await put(page, '{"id": }');
  for (const [id, said] of [['problems', /Not valid: 1 error/], ['prompt', /cannot be read/], ['signature', /has no signature/], ['registry', /0 of 1/]]) {
    assert.match(await (await pane(page, id)).locator('.verdict').first().textContent(), said);
  }
  clean();
});
