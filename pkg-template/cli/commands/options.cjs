'use strict';
// Options that several commands share.

module.exports = {
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: ['human', 'json'],
    text: 'human (default), or json: one document',
  },
  profile: {
    type: 'string',
    value: 'PROFILE',
    choices: ['strict', 'peer'],
    text: "strict (default), or peer: gsd-core's verdict, all else as warnings",
  },
};
