/** A manifest of 1 MB: it is typed in while everything is checked elsewhere. Figures: benches/page.mjs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { large } from '../../benches/support/large-manifest.mjs';
import { editor, pane, panes, put, settled, start, textOf } from './support.mjs';

for (const [how, indent] of [['in many lines', 1], ['in one line', 0]]) {
  test(`${how}: typing goes on, every pane answers, and the page's own thread compiles nothing`, async () => {
    const { page, clean } = await start({
      prepare: (page) => page.addInitScript(() => {
        globalThis.compiled = 0;
        for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'validate']) {
          const original = WebAssembly[name];
          WebAssembly[name] = (...args) => { globalThis.compiled++; return original.apply(WebAssembly, args); };
        }
      }),
    });
    const text = large(indent);
    assert.ok(text.length > 900_000);
    await put(page, text);
    for (const id of await panes(page)) {
      const body = await pane(page, id);
      await editor(page).focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type(' ');
      await settled(page);
      assert.ok((await body.innerText()).trim().length > 20, id);
      // What is long is shown in part, and says so.
      assert.ok(await body.evaluate((element) => element.querySelectorAll('*').length) < 20_000, id);
    }
    // It is planned, too, environment and all.
    const plan = await pane(page, 'plan');
    assert.match(await plan.locator('.facts').innerText(), /SETTING_0=the value/);
    assert.ok(await plan.locator('li').count() < 100);
    assert.equal((await textOf(page)).length, text.length + (await panes(page)).length);
    assert.match(await page.locator('.status').innerText(), /Not valid/);
    assert.equal(await page.evaluate(() => globalThis.compiled), 0);
    clean();
  });
}
