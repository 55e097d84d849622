'use strict';

const { compare, current } = require('../lock/against.cjs');
const store = require('../lock/store.cjs');
const { moved: annotations } = require('../render/github.cjs');
const render = require('../render/moves.cjs');
const { document } = require('../render/json.cjs');
const { unreadable } = require('../verdict.cjs');
const { safe } = require('../safe-text.cjs');
const exit = require('../exit.cjs');
const { formats, lock } = require('./options.cjs');

module.exports = {
  name: 'verify',
  summary: 'say whether manifests would run and send what the lock says, and what differs',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: { format: formats('json', 'github'), lock },
  notes: ['Give the same PATHs as to lock: a capability of the lock that is not below them has vanished.'],
  paths: true,
  exits: { 0: 'as locked', 1: 'an entry changed, is new or vanished, or a manifest is not valid', 2: 'or there is no lock' },
  examples: ['gsd-lanes verify capabilities', 'gsd-lanes verify --format github capabilities'],

  async run(context, { values, operands }) {
    const { complain, print, look, api } = context;
    const file = values.lock ?? lock.preset;
    const { entries, missing, problem } = store.read(file);
    if (!entries) {
      complain(`${file}: ${missing ? 'no such file; gsd-lanes lock writes it' : problem}`);
      return exit.TROUBLE;
    }
    const { manifests, problems, byId, sound } = await current(context, operands);
    for (const manifest of manifests) unreadable(manifest, context);
    const moved = compare(entries, byId, file, api());
    const summary = `${safe(file)}: ${render.summary(moved)}`;
    if (values.format === 'json') print(document({ lock: file, entries: render.data(moved), problems }));
    else if (values.format === 'github') print(`${annotations(moved, file)}${summary}\n`);
    else print(`${render.entries(moved, look)}${look.paint.strong(summary)}\n`);
    if (problems.length > 0) return exit.TROUBLE;
    return sound && moved.every(({ kind }) => kind === 'same') ? exit.CLEAN : exit.FINDINGS;
  },
};
