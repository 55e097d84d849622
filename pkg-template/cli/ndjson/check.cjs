'use strict';
// `check --ndjson`: what its options mean, and how it ends.

const { availableParallelism } = require('node:os');
const { stream } = require('./stream.cjs');
const { safe } = require('../safe-text.cjs');
const { UsageError } = require('../usage.cjs');
const exit = require('../exit.cjs');

const MOST_JOBS = 64;

async function streamed(context, operands, values) {
  for (const name of ['format', 'against']) {
    if (values[name]) throw new UsageError(`--${name} and --ndjson exclude each other`, 'check');
  }
  const counts = await stream(context, operands, { jobs: jobsOf(values.jobs), cross: values.cross === true, profile: values.profile });
  if (counts.unread > 0) return exit.TROUBLE;
  return counts.errors > 0 || (values['deny-warnings'] && counts.warnings > 0) ? exit.FINDINGS : exit.CLEAN;
}

function jobsOf(given) {
  if (given === undefined) return Math.min(availableParallelism(), MOST_JOBS);
  const jobs = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (jobs < 1 || jobs > MOST_JOBS) throw new UsageError(`--jobs ${safe(given)}: expected a number from 1 to ${MOST_JOBS}`, 'check');
  return jobs;
}

module.exports = { streamed };
