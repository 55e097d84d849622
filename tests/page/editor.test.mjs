/** The editor: completion, hover, marks, quick fixes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { editor, example, put, selection, settled, start, textOf } from './support.mjs';

const options = (page) => page.locator('.cm-tooltip-autocomplete li').allTextContents();

/** Puts a text in with the cursor at the bar, and asks for completion. */
async function complete(page, text) {
  const at = text.indexOf('|');
  await put(page, text.replace('|', ''));
  await page.$eval('.manifest .cm-content', (content, anchor) => content.cmTile.view.dispatch({ selection: { anchor } }), at);
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('.cm-tooltip-autocomplete');
  return options(page);
}

/** A choice can be taken a moment after it appeared, not sooner. */
async function accept(page) {
  await page.waitForTimeout(120);
  await page.keyboard.press('Enter');
  await settled(page);
}

test('completes names and values from the vocabulary', async () => {
  const { page, clean } = await start();
  assert.ok((await complete(page, '{ | }')).some((option) => option.startsWith('reviewer')));
  const own = await complete(page, '{ "role": "reviewer", | }');
  assert.ok(own.includes('versionrequired') && own.some((option) => option.startsWith('config')) && !own.some((option) => option.startsWith('gates')), own.join());
  assert.ok((await complete(page, '{ "role": "feature", | }')).includes('gatesrequired'));
  const members = await complete(page, '{ "reviewer": { "transport": "spawn", "slug": "a", "invoke": { | } } }');
  assert.ok(members.some((option) => option.startsWith('binary')));
  assert.ok(!members.some((option) => option.startsWith('hostConfigKey')));
  const http = await complete(page, '{ "reviewer": { "transport": "openai-http", "invoke": { | } } }');
  assert.ok(http.some((option) => option.startsWith('hostConfigKey')));
  assert.ok(!http.some((option) => option.startsWith('binary')));
  assert.ok(!(await complete(page, '{ "reviewer": { "slug": "a", | } }')).some((option) => option.startsWith('slug')));
  assert.deepEqual(await complete(page, '{ "reviewer": { "invoke": { "promptChannel": | } } }'), ['"stdin"', '"argv"', '"argv-file-ref"', '"none"']);
  assert.ok((await complete(page, '{ "reviewer": { "invoke": { "args": ["-", | ] } } }')).includes('"{{model}}"'));
  assert.ok((await complete(page, '{ "config": { "review.x": { "type": | } } }')).includes('"number"'));
  clean();
});

test('what is completed goes where it was typed', async () => {
  const { page, clean } = await start();
  await complete(page, '{ "reviewer": { "invoke": { "promptChannel": "argv-|" } } }');
  await accept(page);
  assert.equal(await textOf(page), '{ "reviewer": { "invoke": { "promptChannel": "argv-file-ref" } } }');
  await complete(page, '{ "reviewer": { "invoke": { "promp|": "argv" } } }');
  await accept(page);
  assert.equal(await textOf(page), '{ "reviewer": { "invoke": { "promptChannel": "argv" } } }');
  await put(page, '');
  await page.keyboard.type('{"role');
  await page.waitForSelector('.cm-tooltip-autocomplete');
  await accept(page);
  await page.keyboard.type('"rev');
  await page.waitForSelector('.cm-tooltip-autocomplete');
  await accept(page);
  assert.equal(await textOf(page), '{"role": "reviewer"}');
  clean();
});

test('says what a field is for', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  await editor(page).getByText('"modelDiscovery"').hover();
  const tip = page.locator('.cm-field-tip');
  await tip.waitFor();
  assert.match(await tip.textContent(), /reviewer\.invoke\.modelDiscovery/);
  assert.match(await tip.textContent(), /Accepts one of/);
  clean();
});

test('marks findings in text and gutter, tells of them, and mends near misses', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  assert.ok((await page.locator('.cm-lintRange-error').allTextContents()).includes('"stdIn"'));
  assert.ok(await page.locator('.cm-lint-marker-error').count() > 2);
  assert.ok(await page.locator('.cm-lint-marker-warning').count() > 0);
  await page.locator('.cm-lintRange-error', { hasText: '"stdIn"' }).hover();
  const tip = page.locator('.cm-tooltip-lint');
  await tip.waitFor();
  assert.match(await tip.textContent(), /found stdIn; expected one of stdin/);
  await tip.getByRole('button', { name: 'Change to stdin' }).click();
  await settled(page);
  assert.ok((await textOf(page)).includes('"promptChannel": "stdin"'));

  await editor(page).focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 10 && (await selection(page)).text !== '"timeoutfloorMs"'; step++) await page.keyboard.press('F8');
  await page.keyboard.press('Control+.');
  await settled(page);
  assert.ok((await textOf(page)).includes('"timeoutFloorMs": 600000'));
  clean();
});

test('shows what would hide', async () => {
  const { page, clean } = await start();
  await put(page, '{"a":"x\u202ey\u200b\u00ad\u2066\u{e0041}\u0085\ufeff z\u00a0"}');
  assert.deepEqual(await page.locator('.cm-hidden-character').allTextContents(), ['\\u{202e}', '\\u{200b}', '\\u{ad}', '\\u{2066}', '\\u{e0041}', '\\u{85}', '\\u{feff}', '\\u{a0}']);
  clean();
});

test('unpaired surrogates stay what they are', async () => {
  const { page, clean } = await start();
  const text = '{"hooks":[{"event":"\\ud800","script":"a"},{"event":"\\udfff","script":"b"}]}';
  await put(page, text);
  await page.click('#tab-signature');
  await settled(page);
  await page.getByText('As it is signed').click();
  const signed = await page.locator('#pane-signature .wrap').textContent();
  assert.ok(signed.includes('\\ud800') && signed.includes('\\udfff'), signed);
  clean();
});
