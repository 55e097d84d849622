'use strict';
// Manifests, one and many: the verdicts of the peer as lines of text (10-validation-registry).

const { lazily } = require('./shared/library.cjs');
const constants = require('./validator/constants.cjs');

module.exports = lazily({
  ...require('./validator/bodies.cjs'),
  ...require('./validator/warnings.cjs'),
  ...require('./validator/set.cjs'),
  ...require('./validator/order.cjs'),
  ...require('./validator/fragments.cjs'),
}, constants);
