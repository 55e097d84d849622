'use strict';
// How a command ends that is not about findings but meets them.

const exit = require('./exit.cjs');
const { counted } = require('./render/human.cjs');

function verdict(manifests, problems) {
  if (problems.length > 0) return exit.TROUBLE;
  return manifests.every(({ valid }) => valid) ? exit.CLEAN : exit.FINDINGS;
}

/** One line about a manifest that is not valid. */
function unreadable({ path, valid, diagnostics }, { complain }) {
  if (valid) return;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  complain(`${path}: not valid, ${counted(errors.length, 'error')}; see gsd-lanes check`);
}

module.exports = { verdict, unreadable };
