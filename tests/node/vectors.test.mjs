/** The vectors hold through the built package as they do natively. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('vectors', () => {
  const files = readdirSync(`${root}tests/vectors`).filter((name) => name.endsWith('.json')).map((name) => `tests/vectors/${name}`);
  try {
    execFileSync(process.execPath, ['tests/node/vectors.mjs', ...files], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch ({ stdout, stderr }) {
    throw new Error(`${stdout.slice(-4000)}${stderr}`);
  }
});
