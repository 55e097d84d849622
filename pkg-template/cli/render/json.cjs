'use strict';
// Results for programs: one document, `version` 1, members in a fixed order.

const { safeJson } = require('../safe-text.cjs');

const VERSION = 1;

function document(members) {
  return `${safeJson({ version: VERSION, ...members }, 2)}\n`;
}

module.exports = { document };
