// The recipes of docs/CI.md and docs/SCALE.md, run as they are printed.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { line } from './cli-generate.mjs';
import { bin, root, world } from './cli-support.mjs';

const text = (name) => readFileSync(join(root, 'docs', name), 'utf8');
const blocks = (name, language) => Array.from(text(name).matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm')), ([, block]) => block);

/** A repository with the first-party manifests, and gsd-lanes on PATH and behind `npx --no-install`. */
function repository(t) {
  const folder = world(t);
  const at = (name) => join(folder, name);
  cpSync(join(root, 'capabilities'), at('capabilities'), { recursive: true });
  mkdirSync(at('bin'));
  symlinkSync(bin, at('bin/gsd-lanes'));
  writeFileSync(at('bin/npx'), '#!/bin/sh\n[ "$1" = --no-install ] && shift && exec "$@"\n', { mode: 0o755 });
  const shell = (command, env = {}) => {
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, ...env } });
    return { code: status, out: stdout, err: stderr };
  };
  const commit = () => {
    const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'ignore' });
    git('init', '-q');
    git('add', 'capabilities');
    git('commit', '-qm', 'manifests');
  };
  const edit = (id, from, to) => {
    const file = at(`capabilities/${id}/capability.json`);
    const before = readFileSync(file, 'utf8');
    assert.ok(before.includes(from));
    writeFileSync(file, before.replace(from, to));
  };
  return { at, shell, commit, edit };
}

/** The `run` steps of the workflow. */
function steps() {
  const [workflow] = blocks('CI.md', 'yaml');
  return Array.from(workflow.matchAll(/- name: (.*)\n(?:^ {8}(?!run:).*\n)*?^ {8}run: (?:\|\n((?:^ {10}.*\n)+)|(.*)\n)/gm), ([, name, many, one]) => [name, (many ?? one).replaceAll(/^ {10}/gm, '')]);
}

test('the recipe for any runner passes, and each part fails for its reason', (t) => {
  const { shell, commit, edit } = repository(t);
  commit();
  const [once, pipeline, against, hook] = blocks('CI.md', 'sh');
  assert.equal(shell(once).code, 0);
  for (const block of [pipeline, against, hook]) assert.deepEqual([shell(block).code, shell(block).err], [0, ''], block);
  edit('codex', '"--ephemeral"', '"--full-auto"');
  assert.equal(shell(pipeline).code, 1);
  assert.match(shell('gsd-lanes verify capabilities').out, /reviewer\.invoke\.args\[1\] changed/);
  assert.match(shell(against).out, /changed codex: consent would be asked again/);
  assert.equal(shell('gsd-lanes lock --keep capabilities/codex && gsd-lanes verify capabilities').code, 0);
  assert.equal(shell('gsd-lanes registry --check registry.json capabilities').code, 1);
  assert.equal(shell(`gsd-lanes registry --output registry.json capabilities && ${pipeline}`).code, 0);
});

test('the steps for GitHub pass, and put what is wrong where it is', (t) => {
  const { at, shell, commit, edit } = repository(t);
  commit();
  shell(blocks('CI.md', 'sh')[0]);
  const runs = steps();
  assert.deepEqual(runs.map(([name]) => name), ['Manifests', 'Lock', 'Consent', 'Registry', 'Code scanning']);
  const env = { BASE: 'HEAD' };
  for (const [name, command] of runs) assert.deepEqual([shell(command, env).code, shell(command, env).err], [0, ''], name);
  edit('codex', '"--ephemeral"', '"--full-auto"');
  edit('claude', '"tier": "core"', '"tier": "kore"');
  const results = Object.fromEntries(runs.map(([name, command]) => [name, shell(command, env)]));
  assert.deepEqual(Object.entries(results).map(([name, { code }]) => [name, code]), [['Manifests', 1], ['Lock', 1], ['Consent', 1], ['Registry', 1], ['Code scanning', 0]]);
  assert.match(results.Manifests.out, /^::error file=capabilities\/claude\/capability\.json,line=\d+,col=\d+,endLine=\d+,endColumn=\d+,title=unknown-value::/m);
  assert.match(results.Lock.out, /^::error file=capabilities\/codex\/capability\.json,title=lock changed::/m);
  assert.match(results.Consent.out, /^::notice file=capabilities\/codex\/capability\.json,title=consent::codex: consent would be asked again%0A/m);
  assert.equal(JSON.parse(readFileSync(at('gsd-lanes.sarif'), 'utf8')).runs[0].results.length, 1);
});

test('the recipe for shards gives the results of one run', (t) => {
  const { at, shell } = repository(t);
  writeFileSync(at('many.ndjson'), Array.from({ length: 1500 }, (_, index) => `${line(index)}\n`).join(''));
  const [one, sharded] = blocks('SCALE.md', 'sh');
  const results = () => readFileSync(at('results.ndjson'), 'utf8').trim().split('\n').map((result) => {
    const { path, line: number, across, ...rest } = JSON.parse(result);
    return rest;
  });
  assert.equal(shell(one.split('\n')[0]).code, 1);
  const whole = results();
  assert.equal(whole.length, 1500);
  assert.deepEqual([shell(sharded).code, results()], [0, whole]);
});
