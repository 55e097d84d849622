/**
 * The playground in headless Chromium: what it loads, how soon panes follow a key, and how long a frame takes while a
 * manifest of 1 MB is typed in.
 *
 *     make page && node benches/page.mjs [--json]
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { chromium } from 'playwright-core';

import { serve } from '../www/serve.mjs';
import { large } from './support/large-manifest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const KEYS = 30;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const server = await serve();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const page = await (await browser.newContext({ viewport: { width: 1600, height: 950 } })).newPage();
const results = [];
const result = (name, value, unit, most) => results.push({ name, value: Math.round(value * 10) / 10, unit, most });

try {
  const folder = `${root}www/dist/`;
  const sizes = readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$/.test(name)).map((name) => ({ name, size: gzipSync(readFileSync(folder + name), { level: 9 }).length }));
  const sum = (list) => list.reduce((total, { size }) => total + size, 0) / 1000;
  result('first load, compressed', sum(sizes), 'kB', 450);
  result('  of it, everything but the module', sum(sizes.filter(({ name }) => !name.endsWith('.wasm'))), 'kB', 215);

  const began = performance.now();
  await page.goto(server.address);
  await page.waitForSelector('html[data-ready][data-state=idle]', { state: 'attached' });
  result('from opening to the first answer', performance.now() - began, 'ms');
  await page.evaluate(watch);

  await page.selectOption('select[aria-label=Examples]', 'first-party-codex');
  for (const id of await page.$$eval('[role=tab]', (tabs) => tabs.map((tab) => tab.id))) {
    await page.click(`#${id}`);
    await settled();
    await toTitle();
    const times = [];
    for (let key = 0; key < KEYS; key++) times.push(await press('x'));
    result(`a key in codex's manifest to updated panes, ${id.replace('tab-', '')}`, median(times), 'ms', 50);
  }

  for (const [how, indent] of [['many lines', 1], ['one line', 0]]) {
    for (const id of ['problems', 'prompt', 'signature', 'plan']) {
      await page.click(`#tab-${id}`);
      await page.evaluate((text) => {
        const { view } = document.querySelector('.manifest .cm-content').cmTile;
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      }, large(indent));
      await settled();
      await toTitle();
      await page.evaluate(() => globalThis.frames.start());
      for (let key = 0; key < KEYS; key++) await page.keyboard.type('x', { delay: 40 });
      await settled();
      const { longest, work } = await page.evaluate(() => globalThis.frames.stop());
      result(`1 MB in ${how}, ${id}: longest frame while typing`, longest, 'ms', 100);
      result(`  longest task of the page's own thread`, work, 'ms', 100);
    }
  }
} finally {
  await browser.close();
  await server.close();
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(results, null, 2));
} else {
  for (const { name, value, unit, most } of results) {
    const verdict = most === undefined ? '' : value <= most ? `met (${most})` : `MISSED (${most})`;
    console.log(`${name.padEnd(70)} ${String(value).padStart(8)} ${unit}  ${verdict}`);
  }
}

async function settled() {
  await page.waitForTimeout(20);
  await page.waitForSelector('html[data-state=idle]', { state: 'attached' });
}

/** The cursor into the title, at the beginning of the text. */
async function toTitle() {
  await page.$eval('.manifest .cm-content', (content) => {
    const { view } = content.cmTile;
    const text = view.state.doc.sliceString(0, 4000);
    const at = text.includes('"title": "') ? text.indexOf('"title": "') + 10 : text.indexOf('large') + 2;
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    view.focus();
  });
}

/** Milliseconds from a key to the frame in which what belongs to it is shown. */
async function press(key) {
  await page.evaluate(() => { globalThis.pressed = globalThis.nextAnswer(); });
  await page.keyboard.type(key);
  return page.evaluate(() => globalThis.pressed);
}

/** Runs in the page. */
function watch() {
  const root = document.documentElement;
  globalThis.nextAnswer = () => new Promise((resolve) => {
    let began;
    addEventListener('keydown', () => { began = performance.now(); }, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (began === undefined || root.dataset.state !== 'idle') return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(root, { attributeFilter: ['data-state'] });
  });
  let running = false;
  let longest = 0;
  let work = 0;
  let last;
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) work = Math.max(work, duration); }).observe({ type: 'longtask' });
  const tick = (now) => {
    if (!running) return;
    if (last !== undefined) longest = Math.max(longest, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  globalThis.frames = {
    start() { [running, longest, work, last] = [true, 0, 0, undefined]; requestAnimationFrame(tick); },
    stop() { running = false; return { longest, work }; },
  };
}
