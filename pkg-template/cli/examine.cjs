'use strict';
// From PATH arguments to what the library says about each manifest.

const { collect } = require('./paths.cjs');

/**
 * Answers {manifests: [{path, bytes, id, valid, diagnostics, …}], across, problems}: the library's report of each
 * file that could be read, what concerns several of them, and what could not be read (which is also said at once).
 */
async function examine({ api, stdin, complain }, operands, options = {}) {
  const { sources, problems } = await collect(operands, stdin);
  for (const { path, message } of problems) complain(`${path}: ${message}`);
  if (sources.length === 0) return { manifests: [], across: [], problems };
  const items = sources.map(({ path, bytes, ...names }) => ({ source: path, text: bytes, ...names }));
  const { reports, diagnostics } = api().check(items, { disclosure: false, ...options });
  const manifests = sources.map(({ path, bytes }, index) => ({ ...reports[index], path, bytes }));
  return { manifests, across: diagnostics, problems };
}

/** Counts for the summary. */
function tally({ manifests, across, problems }) {
  const findings = [...manifests.flatMap(({ diagnostics }) => diagnostics), ...across];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const valid = manifests.filter((manifest) => manifest.valid).length;
  return {
    manifests: manifests.length,
    valid,
    invalid: manifests.length - valid,
    errors,
    warnings: findings.length - errors,
    unread: problems.length,
  };
}

module.exports = { examine, tally };
