'use strict';
// The commands, in the order of the help.

module.exports = [
  require('./check.cjs'),
  require('./disclose.cjs'),
  require('./sign.cjs'),
  require('./diff.cjs'),
  require('./lock.cjs'),
  require('./verify.cjs'),
  require('./registry.cjs'),
  require('./parity.cjs'),
  require('./new.cjs'),
  require('./explain.cjs'),
  require('./schema.cjs'),
  require('./overlay.cjs'),
  require('./lane.cjs'),
];
