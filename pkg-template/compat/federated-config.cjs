'use strict';
// The configuration that capabilities add to the host's (C-1 … C-6).

const { rules } = require('./shared/library.cjs');
const { attempt, keys, members } = require('./shared/live.cjs');
const { shown } = require('./shared/messages.cjs');

const WARNINGS = {
  central: 'belongs to the host as well and is left to it; take it out of the host\'s schema first',
  malformed: 'has a malformed slice and is left out; a slice has a known `type` and a `default`',
  'type-mismatch': 'is set to a value of another type; the default is used instead',
};

/** The values with their defaults, the keys that count, and what is to be said about the others. */
function mergeFederatedConfig(input) {
  const { configSchema, isCentralKey, userConfig } = members(input, ['configSchema', 'isCentralKey', 'userConfig']);
  const isCentral = (key) => typeof isCentralKey === 'function' && Boolean(attempt(() => isCentralKey(key), true));
  const question = { configSchema, centralKeys: keys(configSchema).filter(isCentral) };
  const merged = rules.federatedConfig({ ...question, userConfig });
  // A configuration beyond every limit is one that says nothing.
  const { values, validKeys, warnings } = merged ?? rules.federatedConfig(question) ?? { values: {}, validKeys: [], warnings: [] };
  return {
    values: Object.assign(Object.create(null), values),
    validKeys,
    warnings: [
      ...(merged === null ? ['federated-config: the configuration is too large to be read; the defaults are used instead'] : []),
      ...warnings.map(({ key, code }) => `federated-config: key "${shown(key)}" ${WARNINGS[code]}`),
    ],
  };
}

module.exports = { mergeFederatedConfig };
