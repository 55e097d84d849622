/** What the page is made of, how it is loaded, and under which policy. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { example, pane, panes, settled, start } from './support.mjs';

const www = fileURLToPath(new URL('../../www/', import.meta.url));
const files = readdirSync(`${www}dist`, { recursive: true }).filter((name) => /\.\w+$/.test(name));
const kilobytes = (names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(`${www}dist/${name}`), { level: 9 }).length, 0) / 1000;

/** In kB, compressed: everything but the module, and with it. */
const MOST_PAGE = 215, MOST = 450;
const module = kilobytes(files.filter((name) => name.endsWith('.wasm')));

test(`everything but the module has at most ${MOST_PAGE} kB`, () => {
  const rest = kilobytes(files) - module;
  assert.ok(rest <= MOST_PAGE, `${rest.toFixed(1)} kB`);
});

test(`the first load has at most ${MOST} kB`, () => {
  assert.ok(kilobytes(files) <= MOST, `${kilobytes(files).toFixed(1)} kB`);
});

test('works below any path, asks for its own files and nothing else, and for nothing later', async () => {
  const { page, requests, address, clean } = await start();
  assert.equal(new Set(requests).size, files.length);
  assert.ok(requests.every((url) => url.startsWith(address)), requests.join('\n'));
  for (const id of await panes(page)) await pane(page, id);
  for (const id of ['mistakes', 'hostile', 'first-party-claude', 'overlay']) await example(page, id);
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForTimeout(300);
  clean();
});

test('the policy: this place, a module, one style sheet that is known, pictures that are data', async () => {
  const { page } = await start();
  const policy = await page.$eval('meta[http-equiv="Content-Security-Policy"]', ({ content }) => content);
  const directives = Object.fromEntries(policy.split(';').map((part) => part.trim().split(/\s+/)).map(([name, ...sources]) => [name, sources]));
  const nonce = directives['style-src'].find((source) => source.startsWith("'nonce-"));
  assert.match(nonce, /^'nonce-[\w-]{20,}'$/);
  assert.deepEqual(directives, {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", nonce],
    'img-src': ['data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
  // It holds: neither text nor style nor address gets through.
  const blocked = await page.evaluate(async () => {
    const seen = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'globalThis.pwned = true';
    document.body.append(script);
    const styled = document.createElement('p');
    styled.setAttribute('style', 'color: red');
    document.body.append(styled);
    // Not from here: what a test is allowed to do is no matter of the page's policy.
    setTimeout(() => { try { (0, eval)('globalThis.pwned = true'); } catch { seen.push('eval'); } });
    await fetch('https://elsewhere.example/').catch(() => seen.push('fetch'));
    await new Promise((done) => { setTimeout(done, 100); });
    return { seen: [...new Set(seen)].sort(), pwned: globalThis.pwned };
  });
  assert.equal(blocked.pwned, undefined);
  for (const what of ['connect-src', 'eval', 'fetch', 'script-src-elem', 'style-src-attr']) assert.ok(blocked.seen.includes(what), what);
});

test('without its module the page says so, and stays an editor', async () => {
  const { page } = await start({
    waits: false,
    prepare: (page) => page.context().route('**/*.wasm', (route) => route.abort()),
  });
  await page.locator('.status .verdict-error').waitFor();
  assert.match(await page.locator('.status').innerText(), /could not/);
  await page.locator('.manifest .cm-content').focus();
  await page.keyboard.type('x');
  assert.match(await page.locator('.manifest .cm-content').innerText(), /^x/);
});

test('sources make no markup of texts, and no style of attributes', () => {
  for (const name of readdirSync(`${www}src`, { recursive: true }).filter((file) => file.endsWith('.mjs'))) {
    const text = readFileSync(`${www}src/${name}`, 'utf8');
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|new Function|\beval\(|srcdoc|DOMParser/, name);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org\/2000\/svg|[\w.]*\bexample\b|127\.0\.0\.1:pw@|proxy\.example)/, name);
  }
  assert.ok(existsSync(`${www}dist/index.html`), 'make page');
});

for (const id of ['overlay', 'mistakes', 'hostile', 'empty', ...['gemini', 'claude', 'codex', 'coderabbit', 'opencode', 'qwen', 'cursor', 'antigravity', 'ollama', 'lm-studio', 'llama-cpp', 'kimi-code'].map((name) => `first-party-${name}`)]) {
  test(`example ${id}: every pane shows something, and says nothing on the console`, async () => {
    const { page, clean } = await start();
    await example(page, id);
    for (const which of await panes(page)) {
      const body = await pane(page, which);
      await settled(page);
      assert.ok((await body.innerText()).trim().length > 20, which);
      if (id.startsWith('first-party')) assert.equal(await body.locator('.verdict-error').count(), which === 'registry' ? await body.locator('.verdict-error').count() : 0, which);
    }
    if (id.startsWith('first-party')) assert.match(await page.locator('.status').innerText(), /^Valid · 0 errors · 0 warnings/);
    clean();
  });
}
