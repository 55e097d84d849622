'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { inWords } = require('../errno.cjs');
const { terminal } = require('../new/ask.cjs');
const { manifest } = require('../new/manifest.cjs');
const { QUESTIONS, PROMPTS } = require('../new/questions.cjs');
const { safe, safeJson } = require('../safe-text.cjs');
const { UsageError } = require('../usage.cjs');
const { listed } = require('../words.cjs');
const exit = require('../exit.cjs');

module.exports = {
  name: 'new',
  summary: 'write the manifest of a new lane, from options or from questions on a terminal',
  operands: { name: 'ID', min: 0, max: 1, usage: '[ID]' },
  options: {
    transport: { type: 'string', value: 'HOW', choices: ['spawn', 'openai-http'], text: 'spawn (default): a program; openai-http: a server' },
    binary: { type: 'string', value: 'NAME', text: 'spawn: the program; ID if not given' },
    arg: { type: 'string', value: 'ARG', multiple: true, text: 'spawn: an argument, --arg=-p if it starts with a dash; repeatable' },
    prompt: { type: 'string', value: 'HOW', choices: PROMPTS, text: `spawn: how it takes the prompt: ${listed(PROMPTS, 'or')}` },
    'model-arg': { type: 'string', value: 'ARG', text: 'spawn: the argument before a model, --model-arg=--model' },
    host: { type: 'string', value: 'URL', text: 'openai-http: where the server is if nothing is configured' },
    title: { type: 'string', value: 'TEXT', text: 'how it is called in reviews' },
    description: { type: 'string', value: 'TEXT', text: 'what it is, in a sentence' },
    evidence: { type: 'string', value: 'CLASS', choices: ['source-grounded', 'diff-only'], text: 'what its findings rest on: source-grounded (default) or diff-only' },
    output: { type: 'string', value: 'FILE', text: 'where to write it, - to print it; ID/capability.json if not given' },
  },
  notes: [
    'Without ID on a terminal, what no option tells is asked. An existing file is never overwritten; what',
    'would not pass gsd-lanes check is not written.',
  ],
  exits: { 0: 'written', 1: 'it would not be valid: nothing was written', 2: 'or the file exists' },
  examples: [
    'gsd-lanes new acme --arg=review --arg=-',
    'gsd-lanes new --transport openai-http --host http://localhost:9000 --output - mybox',
  ],

  async run(context, { values, operands: [id] }) {
    const { arg: args, output, ...given } = values;
    const told = { ...given, ...(args && { args }), ...(id !== undefined && { id }) };
    const answers = id === undefined ? await asked(told, context) : presets(told);
    if (!answers) throw new UsageError('ID is missing', this.name);
    const made = manifest(answers);
    const problems = faults(made, context.api());
    for (const { path: pointer, severity, code, message } of problems) context.complain(`${pointer}: ${severity}[${code}]: ${message}`);
    if (problems.some(({ severity }) => severity === 'error')) return exit.FINDINGS;
    return deliver(`${JSON.stringify(made, null, 2)}\n`, output ?? path.join(answers.id, 'capability.json'), context);
  },
};

/** What was told, and presets for the rest. */
function presets(told) {
  const answers = { ...told };
  for (const { name, preset, when } of QUESTIONS) if (when?.(answers) ?? true) answers[name] ??= preset(answers);
  return answers;
}

/** Asks what was not told, again until the library has nothing against the answer. */
async function asked(told, { stdin, stderr, api }) {
  const input = stdin();
  if (!input.isTTY) return undefined;
  const write = (text) => stderr.write(text);
  const { ask, close } = terminal(input, write);
  const answers = { ...told };
  try {
    for (const question of QUESTIONS) {
      const { name, text, choices, when, list } = question;
      if (answers[name] !== undefined || !(when?.(answers) ?? true)) continue;
      for (;;) {
        const preset = question.preset(answers);
        const line = await ask(`${text}${choices ? ` (${listed(choices, 'or')})` : ''}`, list ? preset.join(' ') || undefined : preset);
        if (line === undefined && !list) {
          if (preset === undefined && input.readableEnded !== true) continue;
          return undefined;
        }
        const answer = list ? (line ?? '').split(' ').filter(Boolean) : line;
        const against = fault(question, { ...answers, [name]: answer }, api());
        if (against === undefined) {
          answers[name] = answer;
          break;
        }
        write(`  ${safe(against)}\n`);
      }
    }
  } finally {
    close();
  }
  return answers;
}

/** The validator leaves such ids to the host's own capabilities; here somebody else's would be made, which no host loads. */
const RESERVED = {
  code: 'reserved-id', severity: 'error', path: '/id', field: 'id', message: 'ids that begin like this are kept for the host: gsd-lanes explain reserved-id',
};

/** What the library has against one answer, the rest being presets. */
function fault({ fields, choices, name }, answers, api) {
  if (choices && !choices.includes(answers[name])) return `accepted are ${listed(choices, 'and')}`;
  return faults(manifest(presets(answers)), api).find(({ field }) => fields.some((start) => field === start || field.startsWith(`${start}.`)))?.message;
}

function faults(made, api) {
  const { diagnostics } = api.validateManifest(made, { folderId: made.id });
  return api.checkReservedNamespace(made.id) ? [RESERVED, ...diagnostics] : diagnostics;
}

function deliver(text, file, { print, complain, stdout }) {
  if (file === '-') {
    print(stdout.isTTY ? `${safeJson(JSON.parse(text), 2)}\n` : text);
    return exit.CLEAN;
  }
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    complain(`${file}: ${error.code === 'EEXIST' ? 'exists; not overwritten' : inWords(error)}`);
    return exit.TROUBLE;
  }
  print(`${safe(file)}: written; see what it would do with gsd-lanes disclose ${safe(path.dirname(file))}\n`);
  return exit.CLEAN;
}
