'use strict';

const { examine } = require('../examine.cjs');
const { verdict, unreadable } = require('../verdict.cjs');
const { document } = require('../render/json.cjs');
const prompt = require('../render/prompt.cjs');
const { safe } = require('../safe-text.cjs');
const { UsageError } = require('../usage.cjs');
const { format } = require('./options.cjs');

module.exports = {
  name: 'disclose',
  summary: 'show what a manifest would run, send and add, before you consent to it',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format,
    host: {
      type: 'string',
      value: 'KEY=URL',
      multiple: true,
      text: 'the server configured under this key; repeatable',
    },
  },
  notes: ['An invalid manifest is disclosed too, as far as it can be read; never consent to one.'],
  paths: true,
  exits: { 0: 'disclosed, and valid', 1: 'a manifest is not valid' },
  examples: [
    'gsd-lanes disclose capabilities/codex',
    'gsd-lanes disclose --host review.ollama_host=http://127.0.0.1:11434 capabilities/ollama',
    'gsd-lanes disclose --format json capabilities/codex',
  ],

  async run(context, { values, operands }) {
    const { api, look, print } = context;
    const hosts = hostsOf(values.host, this.name);
    const { manifests, problems } = await examine(context, operands);
    const disclosed = manifests.map((manifest) =>
      ({ ...manifest, disclosure: api().discloseText(manifest.bytes, { hosts }) }));
    if (values.format === 'json') {
      const files = disclosed.map(({ path, id = null, valid, digest = null, disclosure }) =>
        ({ path, id, valid, digest, disclosure }));
      print(document({ files, problems }));
    } else {
      const blocks = disclosed.filter(({ disclosure }) => disclosure).map(({ path, digest, disclosure }) => {
        const lines = prompt.lines(api().consentPrompt(disclosure), look);
        return [look.paint.strong(safe(path)), ...lines, look.paint.dim(`  digest ${digest}`), ''].join('\n');
      });
      print(blocks.join('\n'));
    }
    for (const manifest of manifests) unreadable(manifest, context);
    return verdict(manifests, problems);
  },
};

/** KEY=URL pairs as a map without inherited members. */
function hostsOf(pairs, command) {
  if (!pairs) return undefined;
  const hosts = Object.create(null);
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    if (split < 1) throw new UsageError(`--host ${safe(pair)}: expected KEY=URL`, command);
    hosts[pair.slice(0, split)] = pair.slice(split + 1);
  }
  return hosts;
}
