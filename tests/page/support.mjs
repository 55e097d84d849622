/** A browser with the built page in it. */
import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';

import { chromium } from 'playwright-core';

import { serve } from '../../www/serve.mjs';

const ARGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Somewhere below the root, so that addresses which are not relative would fail. */
const PATH = '/some/where/below/';

const server = await serve({ path: PATH });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
const open = [];

afterEach(async () => {
  for (const { context } of open.splice(0)) await context.close();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** What the page must never do: told of at the end of a test by `clean()`. */
export async function start({ width = 1280, height = 900, theme = 'light', fragment = '', waits = true, prepare, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => requests.push(request.url()));
  await prepare?.(page);
  open.push({ context });
  await page.goto(server.address + fragment);
  if (waits) await ready(page);
  const loaded = requests.length;
  return {
    page,
    context,
    requests,
    address: server.address,
    /** Nothing was said on the console, and nothing was asked of anybody since the page was loaded. */
    clean() {
      assert.deepEqual(complaints, []);
      assert.deepEqual(requests.slice(loaded), []);
    },
  };
}

export async function ready(page) {
  await page.waitForSelector('html[data-ready][data-state=idle]', { state: 'attached' });
}

/** Waits until what is shown belongs to what was typed. */
export async function settled(page) {
  await page.waitForSelector('html[data-state=idle]', { state: 'attached' });
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

export async function pane(page, id) {
  await page.click(`#tab-${id}`);
  await settled(page);
  return page.locator(`#pane-${id}`);
}

/** The ids and titles of all panes. */
export const panes = (page) => page.$$eval('[role=tab]', (tabs) => tabs.map(({ id }) => id.replace('tab-', '')));

export async function example(page, id) {
  await page.selectOption('select[aria-label=Examples]', id);
  await settled(page);
}

/** The manifest's editor: the first of the page. */
export const editor = (page) => page.locator('.manifest .cm-content');

/** Replaces the whole text, as if pasted. */
export async function put(page, text, which = '.manifest .cm-content') {
  await page.locator(which).focus();
  await page.keyboard.press('Control+a');
  if (text === '') await page.keyboard.press('Delete');
  await page.$eval(which, (content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await settled(page);
}

/** The selection's text and line in an editor. */
export const selection = (page, which = '.manifest .cm-content') => page.$eval(which, (content) => {
  const { state } = content.cmTile.view;
  const { from, to } = state.selection.main;
  return { text: state.sliceDoc(from, to), line: state.doc.lineAt(from).number };
});

/** The whole text of an editor. */
export const textOf = (page, which = '.manifest .cm-content') => page.$eval(which, (content) => content.cmTile.view.state.doc.toString());
