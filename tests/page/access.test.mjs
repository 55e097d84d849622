/** For everybody: names and roles (axe), the keyboard alone, both widths, both themes. Pictures go to target/screenshots. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { editor, example, pane, panes, settled, start, textOf } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = fileURLToPath(new URL('../../target/screenshots/', import.meta.url));
mkdirSync(pictures, { recursive: true });

async function violations(page) {
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`);
}

for (const theme of ['light', 'dark']) {
  for (const width of [1600, 360]) {
    describe(`${theme}, ${width} px`, () => {
      for (const id of ['overlay', 'mistakes', 'hostile']) {
        test(`${id}: axe finds nothing in any pane, nothing is cut off`, async () => {
          const { page, clean } = await start({ theme, width, height: width > 800 ? 950 : 740 });
          // By the way of the browser, which the page's policy does not stop.
          await page.evaluate(axe);
          await example(page, id);
          for (const which of await panes(page)) {
            const body = await pane(page, which);
            if (which === 'problems') for (const button of await body.locator('[aria-expanded]').all()) await button.click();
            if (which === 'signature') await body.locator('summary').click();
            if (which === 'plan' && await body.locator('.dry-run').isVisible()) {
              await body.getByRole('button', { name: 'Start', exact: true }).click();
              await body.locator('.step-asking').waitFor();
              await body.locator('.step-answer').click();
              await page.waitForFunction(() => document.querySelectorAll('.step').length > 1);
            }
            await settled(page);
            assert.deepEqual(await violations(page), [], which);
            const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(over <= 0, `${which} is ${over} px too wide`);
            await page.evaluate(() => document.activeElement.blur());
            await page.screenshot({ path: `${pictures}${id}-${which}-${width}-${theme}.png`, fullPage: width < 800 });
          }
          await page.getByRole('button', { name: 'Keys' }).click();
          assert.deepEqual(await violations(page), [], 'keys');
          clean();
        });
      }

      test('what appears over the editor: completion, tips, search', async () => {
        const { page, clean } = await start({ theme, width });
        await page.evaluate(axe);
        await example(page, 'mistakes');
        await page.locator('.cm-lintRange-error', { hasText: '"stdIn"' }).hover().catch(() => {});
        await editor(page).focus();
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Control+Space');
        await page.waitForSelector('.cm-tooltip-autocomplete');
        // The list scrolls with the choice, and the keyboard stays in the text, which names the choice.
        assert.deepEqual((await violations(page)).filter((found) => !/^scrollable-region-focusable: #cm-ac-\w+ [^;]*$/.test(found)), []);
        await page.screenshot({ path: `${pictures}completion-${width}-${theme}.png` });
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+f');
        await page.waitForSelector('.cm-search');
        assert.deepEqual(await violations(page), []);
        await page.screenshot({ path: `${pictures}search-${width}-${theme}.png` });
        clean();
      });
    });
  }
}

const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return element.id || element.getAttribute('aria-label') || element.textContent.trim().slice(0, 40);
});

test('the keyboard alone: into the editor, out of it, through the tabs, and back', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  await page.getByLabel('Examples').focus();
  const seen = ['Examples'];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    seen.push(await focused(page));
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      return element.classList.contains('cm-content') || element === document.body || style.outlineStyle !== 'none' || element.closest('label')?.matches(':has(:focus-visible)');
    });
    assert.ok(outline, `no mark of the keyboard at ${seen.at(-1)}`);
    if (seen.at(-1).startsWith('line 12')) break;
  }
  for (const name of ['Examples', 'Share', 'Reset', 'Colours', 'Keys', 'Manifest', 'Width of the editor', 'tab-problems']) assert.ok(seen.includes(name), `${name}: ${seen.join(' | ')}`);
  assert.ok(seen.indexOf('Manifest') < seen.indexOf('tab-problems'));

  await page.keyboard.press('Alt+3');
  await settled(page);
  assert.equal(await focused(page), 'tab-signature');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await focused(page), 'tab-compare');
  await page.keyboard.press('Home');
  await settled(page);
  assert.equal(await focused(page), 'tab-problems');
  assert.equal(await page.locator('#pane-problems').isVisible(), true);

  // To a finding, to its place, and back to the finding.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const finding = await focused(page);
  assert.match(finding, /^line \d+, column \d+$/);
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Manifest');
  await page.keyboard.press('F6');
  assert.equal(await focused(page), finding);
  await page.keyboard.press('F6');
  assert.equal(await focused(page), 'Manifest');
  clean();
});

test('the keyboard alone: the border, the keys, a fix', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  const border = page.getByRole('separator');
  const before = Number(await border.getAttribute('aria-valuenow'));
  await border.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(Number(await border.getAttribute('aria-valuenow')), before + 2);
  await page.keyboard.press('End');
  assert.equal(await border.getAttribute('aria-valuenow'), '75');

  await page.getByRole('button', { name: 'Keys' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('dialog').isVisible(), true);
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);

  const fix = page.getByRole('button', { name: 'Change to stdin' });
  await fix.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.ok((await textOf(page)).includes('"promptChannel": "stdin"'));
  clean();
});

test('a theme that is chosen holds against that of the system', async () => {
  const { page, clean } = await start({ theme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel('Colours').selectOption('dark');
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByLabel('Colours').selectOption('light');
  assert.equal(await ground(), light);
  await page.getByLabel('Colours').selectOption('system');
  assert.equal(await ground(), dark);
  clean();
});

test('what is found is said', async () => {
  const { page, clean } = await start();
  await example(page, 'mistakes');
  const status = page.locator('.status [role=status]');
  assert.match(await status.textContent(), /^Not valid · 6 errors · 1 warning/);
  clean();
});
