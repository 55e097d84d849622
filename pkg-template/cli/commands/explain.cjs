'use strict';

const { safe } = require('../safe-text.cjs');
const { didYouMean } = require('../near.cjs');
const { UsageError } = require('../usage.cjs');
const exit = require('../exit.cjs');

module.exports = {
  name: 'explain',
  summary: 'tell what a finding means and what to do; without CODE, list all',
  operands: { name: 'CODE', min: 0, max: 1, usage: '[CODE]' },
  options: {},
  exits: { 0: 'explained' },
  examples: ['gsd-lanes explain duplicate-key', 'gsd-lanes explain'],

  run({ api, print, look }, { operands: [code] }) {
    const codes = api().vocabulary().codes;
    if (code === undefined) {
      print(list(codes.map((known) => api().explain(known)), look));
      return exit.CLEAN;
    }
    const entry = api().explain(code);
    if (!entry) throw new UsageError(`no finding is called ${safe(code)}${didYouMean(code, codes)}`, this.name);
    print(page(entry, look));
    return exit.CLEAN;
  },
};

function list(entries, { paint }) {
  const wide = Math.max(...entries.map(({ code }) => code.length));
  const line = ({ code, title }) => `${paint.strong(code)}${' '.repeat(wide - code.length)}  ${title}\n`;
  return entries.map(line).join('');
}

function page({ code, title, text }, { paint }) {
  return `${paint.strong(`${code}: ${title}`)}\n\n${text.trimEnd()}\n`;
}
