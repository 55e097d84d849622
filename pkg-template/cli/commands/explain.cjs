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
    const { codes } = api().vocabulary();
    if (code === undefined) {
      print(list(codes, api().explain, look));
      return exit.CLEAN;
    }
    const page = api().explain(code);
    if (page === null) throw new UsageError(`no finding is called ${safe(code)}${didYouMean(code, codes)}`, this.name);
    print(headed(page, look));
    return exit.CLEAN;
  },
};

function list(codes, explain, { paint }) {
  const wide = Math.max(...codes.map((code) => code.length));
  const line = (code) => `${paint.strong(code)}${' '.repeat(wide - code.length)}  ${gist(explain(code))}\n`;
  return codes.map(line).join('');
}

/** A page of Markdown, its headings standing out. */
function headed(page, { paint }) {
  return page.trimEnd().replace(/^#.*$/gm, (heading) => paint.strong(heading)) + '\n';
}

/** The first line of a page that is no heading. */
function gist(page) {
  return page.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
}
