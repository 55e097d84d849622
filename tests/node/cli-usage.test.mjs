// Calls that are wrong, and help.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cli, inProcess, snapshot } from './cli-support.mjs';

const commands = cli('commands/index.cjs');

test('wrong calls end with 2, one clear line and a pointer to the right help', async () => {
  const cases = [
    [[], 'a command is missing', ''],
    [['chekc', 'x'], 'unknown command chekc; did you mean check?', ''],
    [['unlock'], 'unknown command unlock; did you mean lock?', ''],
    [['lock'], 'PATH is missing', ' lock'],
    [['verify', '--lock', 'x'], 'PATH is missing', ' verify'],
    [['--hepl'], 'unknown option --hepl; did you mean --help?', ''],
    [['\u001b[31m'], 'unknown command \\u{1b}[31m', ''],
    [['check'], 'PATH is missing', ' check'],
    [['check', ''], 'an empty PATH', ' check'],
    [['check', '--formt', 'json', 'x'], 'unknown option --formt; did you mean --format?', ' check'],
    [['check', '--deny-warning', 'x'], 'unknown option --deny-warning; did you mean --deny-warnings?', ' check'],
    [['check', '--constructor', 'x'], 'unknown option --constructor', ' check'],
    [['check', '--__proto__=1', 'x'], 'unknown option --__proto__', ' check'],
    [['check', '-x', 'x'], 'unknown option -x', ' check'],
    [['check', '--format', 'jsn', 'x'], '--format jsn: accepted are human, json, github and sarif; did you mean json?', ' check'],
    [['check', '--format', 'constructor', 'x'], '--format constructor: accepted are human, json, github and sarif', ' check'],
    [['check', 'x', '--format'], '--format needs a value: human, json, github or sarif', ' check'],
    [['check', '--format', '--profile', 'x'], '--format needs a value: human, json, github or sarif', ' check'],
    [['check', '--format=', 'x'], '--format : accepted are human, json, github and sarif', ' check'],
    [['check', '--deny-warnings=yes', 'x'], '--deny-warnings takes no value', ' check'],
    [['check', '--jobs', '2', 'x'], '--jobs needs --ndjson', ' check'],
    [['check', '--cross', 'x'], '--cross needs --ndjson', ' check'],
    [['check', '--ndjson', '--jobs', '0', 'x'], '--jobs 0: expected a number from 1 to 64', ' check'],
    [['check', '--ndjson', '--jobs=1e1', 'x'], '--jobs 1e1: expected a number from 1 to 64', ' check'],
    [['check', '--ndjson', '--format', 'json', 'x'], '--format and --ndjson exclude each other', ' check'],
    [['check', '--ndjson', '--against', 'y', 'x'], '--against and --ndjson exclude each other', ' check'],
    [['check', '--text', 'x'], 'unknown option --text', ' check'],
    [['disclose', '--host', 'x'], 'PATH is missing', ' disclose'],
    [['disclose', '--host', 'x', 'y'], '--host x: expected KEY=URL', ' disclose'],
    [['disclose', '--host', '=x', 'y'], '--host =x: expected KEY=URL', ' disclose'],
    [['lock', '--lock', '', 'x'], '--lock needs a value: FILE', ' lock'],
    [['check', '--against=', 'x'], '--against needs a value: OLD', ' check'],
    [['registry', '--overlays', '', 'x'], '--overlays needs a value: DIR', ' registry'],
    [['diff', 'x'], 'NEW is missing', ' diff'],
    [['diff', 'x', 'y', 'z'], 'z: one argument too many', ' diff'],
    [['diff', '-', '-'], 'only one of OLD and NEW can be -', ' diff'],
    [['schema', 'x'], 'x: no argument is expected here', ' schema'],
    [['help', 'sing'], 'unknown command sing; did you mean sign?', ''],
  ];
  for (const [args, message, command] of cases) {
    assert.deepEqual(await inProcess(args), { code: 2, out: '', err: `gsd-lanes: ${message}\nSee gsd-lanes${command} --help.\n` }, args.join(' '));
  }
});

test('a failure of the library is one line, not a stack trace', async () => {
  const api = { explain() { throw new Error('broken\u001b'); }, vocabulary: () => ({ codes: [] }) };
  assert.deepEqual(await inProcess(['explain', 'x'], { api }), { code: 2, out: '', err: 'gsd-lanes: this should not have happened: broken\\u{1b}\n' });
});

test('help', async () => {
  snapshot('help', await inProcess(['--help']));
  assert.deepEqual(await inProcess(['help']), await inProcess(['-h']));
  for (const { name, verbatim } of commands) {
    const help = await inProcess(['help', name]);
    snapshot(`help-${name}`, help);
    if (!verbatim) for (const args of [[name, '--help'], [name, '-h', 'x', 'y', 'z'], [name, 'x', '-h']]) assert.deepEqual(await inProcess(args), help);
    for (const line of help.out.split('\n')) assert.ok(line.length <= 100, line);
  }
});

test('the version is the library’s', async () => {
  for (const flag of ['--version', '-V']) assert.deepEqual(await inProcess([flag], { api: { version: '1.2.3' } }), { code: 0, out: '1.2.3\n', err: '' });
});

test('--host makes a map without inherited members', async () => {
  let given;
  const api = {
    check: () => ({ valid: true, reports: [{ valid: true, diagnostics: [], digest: 'sha256:00' }], diagnostics: [] }),
    discloseText: (text, options) => ((given = options), {}),
    consentPrompt: () => [],
  };
  await inProcess(['disclose', '--host', 'a=http://x/?q=1', '--host=__proto__=y', '-'], { api, input: '{}' });
  assert.deepEqual(Object.entries(given.hosts), [['a', 'http://x/?q=1'], ['__proto__', 'y']]);
  assert.equal(Object.getPrototypeOf(given.hosts), null);
});
