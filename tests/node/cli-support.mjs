// What the tests of the CLI share: runs of it, worlds to run it in, and snapshots.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const require = createRequire(import.meta.url);
export const bin = join(root, 'pkg/cli/gsd-lanes.cjs');
export const cli = (file) => require(join(root, 'pkg/cli', file));

const snapshots = join(root, 'tests/data/cli');

/** Runs the built CLI; colour settings of the caller do not count. */
export function run(args, { input = '', cwd = root, env = {} } = {}) {
  const { FORCE_COLOR, NO_COLOR, ...inherited } = process.env;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { input, cwd, env: { ...inherited, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(signal, null);
  assert.doesNotMatch(stderr, /^\s+at .*:\d+/m, 'a stack trace');
  return { code: status, out: stdout, err: stderr };
}

/** Runs the CLI in this process over a stand-in for the library. */
export async function inProcess(args, { api = {}, input = '', env = {}, tty = {} } = {}) {
  const written = { out: '', err: '' };
  const stream = (name) => ({ ...tty, write: (text) => (written[name] += text) });
  const code = await cli('main.cjs').main(args, {
    stdin: () => Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: stream('out'),
    stderr: stream('err'),
    env,
    api: () => api,
  });
  return { code, ...written };
}

/** A folder with these files (name -> text or bytes) that is gone after the test. */
export function world(test, files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-cli-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Compares with the committed text of that name; `UPDATE_SNAPSHOTS=1` writes it. */
export function snapshot(name, { code, out, err }) {
  const text = `exit ${code}\n${err === '' ? '' : `--- stderr\n${err}`}--- stdout\n${out}`;
  const file = join(snapshots, `${name}.txt`);
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'), `differs from ${name}.txt`);
}

/** The span of the first occurrence of a part of a text. */
export function spanOf(text, part, from = 0) {
  const start = text.indexOf(part, from);
  const [first, last] = [start, start + part.length].map((at) => {
    const before = text.slice(0, at).split(/\r\n|\n|\r/);
    return { line: before.length, column: before.at(-1).length + 1 };
  });
  return { start, end: start + part.length, ...first, endLine: last.line, endColumn: last.column };
}

/** A stand-in for the library that finds in each file what `find(text)` says. */
export function library(find, more = {}) {
  return {
    version: '1.2.3',
    explain: (code) => `About ${code}.\n\nMore about it.\n`,
    check(items) {
      const reports = items.map(({ source, text }) => {
        const diagnostics = find(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text));
        return { source, id: 'a', valid: diagnostics.every(({ severity }) => severity !== 'error'), diagnostics };
      });
      return { valid: reports.every(({ valid }) => valid), reports, diagnostics: [], ...more };
    },
  };
}

/** Runs the CLI in this process in a folder with these files, so that no temporary name gets into a snapshot. */
export async function inFolder(test, files, args, options) {
  const folder = world(test, files);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await inProcess(args, options);
  } finally {
    process.chdir(before);
  }
}
