// check --against: findings, and who would be asked to consent again.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run, snapshot, world } from './cli-support.mjs';

const codex = readFileSync(join(root, 'capabilities/codex/capability.json'), 'utf8');

function sides(t) {
  const folder = world(t);
  for (const side of ['old', 'new']) cpSync(join(root, 'capabilities'), join(folder, side), { recursive: true });
  const edit = (name, change) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  return { folder, edit, check: (...args) => run(['check', ...args], { cwd: folder }) };
}

test('who would be asked again, with the reasons', (t) => {
  const { folder, edit, check } = sides(t);
  assert.deepEqual(check('--against', 'old', 'new'), { code: 0, out: 'compared: 12 unchanged; no consent would be asked again\n12 manifests: 12 valid\n', err: '' });
  edit('new/codex/capability.json', (text) => text.replace('"--ephemeral"', '"--full-auto"'));
  edit('new/claude/capability.json', (text) => text.replace(/"title": ".*"/, '"title": "Another"'));
  rmSync(join(folder, 'old/qwen'), { recursive: true });
  rmSync(join(folder, 'new/ollama'), { recursive: true });
  snapshot('against', check('--against', 'old', 'new'));
  snapshot('against-github', check('--format', 'github', '--against', 'old', 'new'));
  const json = JSON.parse(check('--format', 'json', '--against', 'old', 'new').out);
  assert.deepEqual(json.against.filter(({ kind }) => kind !== 'unchanged').map(({ id, kind, consent, changes }) => [id, kind, consent, changes.length]), [
    ['codex', 'changed', 'again', 1], ['ollama', 'vanished', 'none', 1], ['qwen', 'new', 'first', 1],
  ]);
  assert.equal(JSON.parse(check('--format', 'sarif', '--against', 'old', 'new').out).runs[0].properties.against.length, 12);
});

test('the exit code is that of the findings; an old side that cannot be read is trouble', (t) => {
  const { edit, check } = sides(t);
  edit('new/codex/capability.json', (text) => text.replace('"runtime"', '"rutime"'));
  assert.equal(check('--against', 'old', 'new').code, 1);
  const missing = check('--against', 'nowhere', 'old');
  assert.deepEqual([missing.code, missing.err], [2, 'gsd-lanes: nowhere: no such file or folder\n']);
  edit('old/codex/capability.json', () => '{');
  const broken = check('--against', 'old', 'old/claude');
  assert.match(broken.err, /^gsd-lanes: old\/codex\/capability\.json: cannot be compared; see gsd-lanes check\n$/);
  assert.match(check('--against', '-', '-').err, /only one of OLD and PATH can be -/);
});

test('one side may come through a pipe', () => {
  const { code, out } = run(['check', '--against', '-', 'capabilities/codex'], { input: codex.replace('"--ephemeral"', '"--full-auto"') });
  assert.equal(code, 0);
  assert.match(out, /^changed codex: consent would be asked again\n- sha256:\w+ {2}-\n/);
});
