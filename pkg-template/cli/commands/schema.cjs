'use strict';

const { safeJson } = require('../safe-text.cjs');
const exit = require('../exit.cjs');

module.exports = {
  name: 'schema',
  summary: 'print the JSON Schema of manifests, for editors',
  operands: { name: '', min: 0, max: 0, usage: '' },
  options: {},
  exits: { 0: 'printed' },
  examples: ['gsd-lanes schema > capability.schema.json'],

  run({ api, print }) {
    print(`${safeJson(api().schema(), 2)}\n`);
    return exit.CLEAN;
  },
};
