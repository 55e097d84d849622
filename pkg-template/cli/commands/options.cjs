'use strict';
// Options that several commands share.

const { NAME } = require('../lock/file.cjs');
const { listed } = require('../words.cjs');

const FORMATS = {
  json: 'json (one document)',
  github: 'github (annotations)',
  sarif: 'sarif (2.1.0)',
};

module.exports = {
  formats,
  format: formats('json'),
  lock: {
    type: 'string',
    value: 'FILE',
    preset: NAME,
    text: `the lock; ${NAME} if not given`,
  },
  profile: {
    type: 'string',
    value: 'PROFILE',
    choices: ['strict', 'peer'],
    text: "strict (default), or peer: gsd-core's verdict, all else as warnings",
  },
};

/** `--format` with these besides `human`. */
function formats(...names) {
  return {
    type: 'string',
    value: 'FORMAT',
    choices: ['human', ...names],
    text: listed(['human (default)', ...names.map((name) => FORMATS[name])], 'or'),
  };
}
