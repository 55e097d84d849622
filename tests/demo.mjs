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

say(paint.strong(`gsd-lanes ${library.version}`));
say('The twelve first-party reviewer lanes: is each valid, what would it run or send, and the digest');
say('that changes when any of that changes.');

const items = readdirSync('capabilities').sort().map((folderId) => {
  const source = `capabilities/${folderId}/capability.json`;
  return { source, text: readFileSync(source), folderId, fileName: 'capability.json' };
});
const { valid, reports } = library.check(items, {});
for (const { id, valid, digest, disclosure } of reports) {
  say();
  say(`${paint.strong(id)}  ${valid ? paint.added('valid') : paint.removed('not valid')}  ${paint.dim(digest)}`);
  for (const { depth, text } of library.consentPrompt(disclosure)) {
    const indent = 2 + 2 * depth;
    const [first, ...rest] = wrap(text, COLUMNS - indent - 4);
    say(' '.repeat(indent) + first);
    for (const line of rest) say(' '.repeat(indent + 4) + line);
  }
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
