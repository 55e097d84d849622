/** The plan and its dry run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { posix, powershell } from '../../www/src/quote.mjs';
import { example, pane, put, settled, start } from './support.mjs';

const lanes = createRequire(import.meta.url)('../../pkg');
const rules = createRequire(import.meta.url)('../../pkg/rules.cjs');
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');

/** The plan that the library makes of the same. */
function planned(text, config = {}, more = {}) {
  const lane = JSON.parse(text).reviewer;
  const { argv: effortArgs, value: effortValue } = rules.laneEffort({ lane, config });
  return lanes.resolveLane({ text, config, runDir: '/tmp/gsd-review', repoRoot: '/home/me/project', effortArgs, effortValue, platform: 'posix', profile: 'strict', ...more });
}

const commands = (body) => body.locator('.request pre').allTextContents();

test('a program: its arguments for both shells, as the configuration has it', async () => {
  const { page, clean } = await start();
  const codex = read('capabilities/codex/capability.json');
  await example(page, 'first-party-codex');
  const body = await pane(page, 'plan');
  const { plan } = planned(codex);
  assert.deepEqual(await commands(body), [posix([plan.binary, ...plan.argv]), powershell([plan.binary, ...plan.argv])]);

  await body.getByLabel('Model').fill("o3 'mini'");
  await body.getByLabel('Effort').selectOption('xhigh');
  await body.getByLabel('Repository').fill('/srv/it’s here');
  await body.getByLabel('Limit, seconds').fill('90');
  await settled(page);
  const config = { 'review.models.codex': "o3 'mini'", 'review.effort.codex': 'xhigh', 'review.timeouts.codex': 90 };
  const { plan: configured, warnings } = planned(codex, config, { repoRoot: '/srv/it’s here' });
  assert.deepEqual(await commands(body), [posix([configured.binary, ...configured.argv]), powershell([configured.binary, ...configured.argv])]);
  assert.deepEqual(await body.locator('.verdict-warning').allTextContents(), warnings.map(({ message }) => message.replaceAll('`', '')));
  assert.match((await commands(body))[0], /--model 'o3 '\\''mini'\\'''/);
  await body.getByText('The plan as data').click();
  assert.deepEqual(JSON.parse(await body.getByLabel('Plan as JSON').textContent()), configured);
  await body.getByRole('button', { name: 'Copy' }).first().click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), posix([configured.binary, ...configured.argv]));
  clean();
});

test('an environment stands in lines, and nothing in it hides', async () => {
  const { page, clean } = await start();
  await example(page, 'first-party-claude');
  const body = await pane(page, 'plan');
  const shown = await body.locator('.facts dd li').allTextContents();
  assert.deepEqual(shown, Object.entries(planned(read('capabilities/claude/capability.json')).plan.env).map(([name, value]) => `${name}=${value}`));
  assert.equal(await body.locator('.hidden-character').count(), 0);
  clean();
});

test('Windows: what is started for each file that PATH may hold', async () => {
  const { page, clean } = await start();
  await example(page, 'first-party-codex');
  const body = await pane(page, 'plan');
  await body.getByLabel('Platform').selectOption('win32');
  await settled(page);
  const names = rules.windowsCandidates({ name: 'codex' });
  const shown = await body.locator('.facts').first().locator('dt').allTextContents();
  assert.deepEqual(shown, names);
  const { args } = rules.windowsCommandLine({ command: 'codex.CMD', args: planned(read('capabilities/codex/capability.json')).plan.argv });
  assert.ok((await body.locator('.facts').first().textContent()).includes(args.at(-1)));
  clean();
});

test('a server: the requests, with the configured host', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'plan');
  await body.getByLabel('Host').fill('http://10.0.0.7:8000/v1');
  await settled(page);
  const { plan, warnings } = planned(read('www/src/examples/overlay.json'), { 'review.quillmark_host': 'http://10.0.0.7:8000/v1' });
  const heads = await body.locator('.request h3').allTextContents();
  assert.equal(heads.at(-1), `POST ${plan.url}`);
  assert.ok(heads.slice(0, -1).every((head) => head === `GET ${plan.modelsUrl}`));
  assert.deepEqual(await body.locator('.verdict-warning').allTextContents(), warnings.map(({ message }) => message.replaceAll('`', '')));
  assert.match((await commands(body)).at(-1), /"role": "user"/);
  clean();
});

test('a lane that nobody can find out about: the plan, and that a run ends before it', async () => {
  const { page, clean } = await start();
  const manifest = JSON.parse(read('capabilities/claude/capability.json'));
  delete manifest.reviewer.probe;
  await put(page, JSON.stringify(manifest, null, 2));
  const body = await pane(page, 'plan');
  assert.match(await body.locator('.verdict-warning').first().textContent(), /a run ends before it: probe_failed/);
  assert.match(await body.locator('.facts').innerText(), /CLAUDE_CODE_DISABLE_AUTO_MEMORY=1[^]*1200 s/);
  const http = JSON.parse(read('www/src/examples/overlay.json'));
  delete http.reviewer.probe;
  await put(page, JSON.stringify(http, null, 2));
  assert.match(await body.locator('.verdict-warning').first().textContent(), /a run ends before it: probe_failed/);
  assert.match(await body.innerText(), /POST https:\/\/review\.quillmark\.example\/v1\/chat\/completions/);
  clean();
});

test('no plan: the reason and what is behind it', async () => {
  const { page, clean } = await start();
  await example(page, 'hostile');
  const body = await pane(page, 'plan');
  assert.match(await body.locator('.verdict').textContent(), /No plan: malformed_lane/);
  assert.equal(await body.locator('.dry-run').isHidden(), true);
  await example(page, 'mistakes');
  const code = await body.locator('p.row code').textContent();
  assert.equal(code, planned(read('tests/demo-broken/capability.json')).detail);
  await body.getByRole('button', { name: 'Show the problem' }).click();
  await settled(page);
  assert.ok((await page.evaluate(() => document.activeElement.closest('.finding').textContent)).includes(code));
  await pane(page, 'plan');
  await put(page, '{"id":"a","role":"feature"}');
  assert.match(await body.locator('.verdict').textContent(), /no reviewer lane/);
  clean();
});

test('dry run: to the end, every first-party lane gives a review', async () => {
  const { page, clean } = await start();
  for (const { id } of lanes.firstPartyCapabilities()) {
    await example(page, `first-party-${id}`);
    const body = await pane(page, 'plan');
    await body.getByRole('button', { name: 'To the end' }).click();
    await body.locator('.dry-run [role=status] .verdict').waitFor();
    const result = await body.locator('.dry-run [role=status] .verdict').textContent();
    assert.match(result, /^Result: reviewed$/, `${id}: ${result}`);
  }
  clean();
});

test('dry run: step by step, with the keyboard, and with another end', async () => {
  const { page, clean } = await start();
  await example(page, 'overlay');
  const body = await pane(page, 'plan');
  await body.getByRole('button', { name: 'Start', exact: true }).focus();
  await page.keyboard.press('Enter');
  const asking = body.locator('.step-asking');
  await asking.waitFor();
  const seen = [];
  for (let step = 0; step < 30; step++) {
    const words = await asking.locator('.step-words').textContent();
    seen.push(words);
    if (words.startsWith('POST')) {
      await asking.getByLabel('What comes of it').selectOption({ label: 'It wants to know who asks' });
      await asking.getByRole('button', { name: 'Go on' }).click();
    } else {
      await asking.locator('.step-answer').focus();
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction((count) => document.querySelectorAll('.step').length > count || document.querySelector('.dry-run [role=status] .verdict') !== null, step + 1);
    if (await body.locator('.dry-run [role=status] .verdict').count() > 0) break;
  }
  assert.ok(seen.some((words) => words.startsWith('GET ')));
  assert.match(await body.locator('.dry-run [role=status] .verdict').textContent(), /Result: failed \(auth-required\)/);
  await body.getByLabel('Consent').selectOption('missing');
  await page.waitForFunction(() => document.querySelector('.dry-run [role=status] .verdict')?.textContent.includes('consent-missing'));
  assert.equal(await body.locator('.step').count(), 0);
  clean();
});

test('dry run: what is edited is what comes back; another manifest ends it', async () => {
  const { page, clean } = await start();
  await example(page, 'first-party-claude');
  const body = await pane(page, 'plan');
  await body.getByRole('button', { name: 'Start', exact: true }).click();
  const asking = body.locator('.step-asking');
  for (let step = 0; step < 30; step++) {
    await asking.waitFor();
    const words = await asking.locator('.step-words').textContent();
    if (words.startsWith('Start ')) break;
    const before = await body.locator('.step').count();
    await asking.locator('.step-answer').click();
    await page.waitForFunction((count) => document.querySelectorAll('.step').length > count, before);
  }
  await asking.getByLabel('Its text').fill('## Mine\n\nI read `src/a.ts:1` and found it sound, in all of its parts and for all of its readers.\n');
  await body.getByRole('button', { name: 'To the end' }).click();
  await body.locator('.dry-run [role=status] .verdict').waitFor();
  assert.match(await body.locator('.dry-run pre[aria-label="Review file"]').textContent(), /Mine/);
  await example(page, 'first-party-codex');
  assert.equal(await body.locator('.step').count(), 0);
  clean();
});
