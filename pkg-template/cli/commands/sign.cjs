'use strict';

const { examine } = require('../examine.cjs');
const { verdict, unreadable } = require('../verdict.cjs');
const { document } = require('../render/json.cjs');
const { safe } = require('../safe-text.cjs');
const { format } = require('./options.cjs');

module.exports = {
  name: 'sign',
  summary: 'print the digest of what a manifest would run and send',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format,
    text: { type: 'boolean', text: 'the canonical text behind the digest, one line per manifest' },
  },
  notes: [
    'The digest is the SHA-256 of the canonical text: exact bytes when the output is a file or a',
    'pipe, made harmless on a terminal. Texts that people only read (title, description) are not in it.',
  ],
  paths: true,
  exits: { 0: 'signed, and valid', 1: 'a manifest is not valid' },
  examples: [
    'gsd-lanes sign capabilities',
    'gsd-lanes sign --text capabilities/codex',
    "gsd-lanes sign --text capabilities/codex | tr -d '\\n' | sha256sum",
  ],

  async run(context, { values, operands }) {
    const { manifests, problems } = await examine(context, operands, { signature: values.text === true });
    const signed = manifests.filter(({ digest }) => digest);
    if (values.format === 'json') {
      context.print(document({
        files: manifests.map(({ path, id = null, valid, digest = null, signature = null }) =>
          ({ path, id, valid, digest, ...(values.text ? { signature } : {}) })),
        problems,
      }));
    } else {
      context.print(signed.map((manifest) => `${line(manifest, values.text, context)}\n`).join(''));
    }
    for (const manifest of manifests) unreadable(manifest, context);
    return verdict(manifests, problems);
  },
};

function line({ path, digest, signature }, text, { look: { onTerminal } }) {
  if (!text) return `${digest}  ${safe(path)}`;
  return onTerminal ? safe(signature) : signature;
}
