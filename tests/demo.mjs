// What the package says about the twelve first-party lanes, and about a manifest with the usual mistakes.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const library = require('../pkg');
const { main } = require('../pkg/cli/main.cjs');
const { wrap } = require('../pkg/cli/wrap.cjs');
const { palette, wantsColour } = require('../pkg/cli/style.cjs');

const COLUMNS = 100;
const paint = palette(wantsColour(process.stdout, process.env));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// A reader that goes away is no failure.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const say = (text = '') => process.stdout.write(`${text}\n`);

const items = readdirSync('capabilities').sort().map((folderId) => {
  const source = `capabilities/${folderId}/capability.json`;
  return { source, text: readFileSync(source), folderId };
});
const { valid, reports } = library.check(items);
const prompts = reports.map(({ disclosure }) => library.consentPrompt(disclosure));

// What all of them say is said once; which settings stand behind the digest is left to the whole prompt.
const shared = prompts[0].filter((line) => prompts.every((prompt) => prompt.some(({ text }) => text === line.text)));
const known = new Set(shared.map(({ text }) => text));
const isOwn = ({ kind, text }) => !known.has(text) && kind !== 'X-fields';

say(paint.strong(`gsd-lanes ${library.version}: the twelve first-party reviewer lanes`));
say();
say('Is each valid, what would it run or send, and the digest that changes when any of that does.');
say('The whole prompts: gsd-lanes disclose capabilities. What all of them say:');
for (const { text } of shared) show(text, 0);
for (const [index, { id, valid: sound, digest }] of reports.entries()) {
  say();
  say(`${paint.strong(id)}  ${sound ? paint.added('valid') : paint.removed('not valid')}  ${paint.dim(digest)}`);
  for (const { text, depth } of prompts[index].filter(isOwn)) show(text, Math.max(0, depth - 1));
}

say();
say(paint.strong('A manifest with the mistakes authors make most often'));
say('$ gsd-lanes check tests/demo-broken');
say();
const code = await main(['check', 'tests/demo-broken'], {
  stdout: process.stdout, stderr: process.stderr, env: process.env, api: () => library,
});

// The demo shows what holds; if it does not hold, it fails.
process.exitCode = valid && reports.length === 12 && code === 1 ? 0 : 1;

/** One line of a prompt, with what does not fit under it. */
function show(text, depth) {
  const indent = 2 + 2 * depth;
  const [first, ...rest] = wrap(text, COLUMNS - indent - 4);
  say(' '.repeat(indent) + first);
  for (const line of rest) say(' '.repeat(indent + 4) + line);
}
