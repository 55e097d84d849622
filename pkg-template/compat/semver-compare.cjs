'use strict';
// Versions and ranges as the host reads them (T-48, T-49).

const { lanes, rules } = require('./shared/library.cjs');
const { text } = require('./shared/live.cjs');

const read = (version) => rules.versionCore({ version: text(version) }) ?? { core: [0, 0, 0], stable: false };

/** Major, minor and patch. JSON has no word for a number that is too large. */
const toNumericTuple = (version) => read(version).core.map((number) => number ?? Infinity);

/** -1, 0 or 1. */
function compareSemverCore(a, b) {
  const [left, right] = [toNumericTuple(a), toNumericTuple(b)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place < 0 ? 0 : Math.sign(left[place] - right[place]);
}

const isSemverNewer = (a, b) => compareSemverCore(a, b) > 0;

const isStableTripletSemver = (version) => typeof version === 'string' && read(version).stable;

const semverSatisfies = (version, range) => lanes.semverSatisfies(text(version), range);

module.exports = { toNumericTuple, compareSemverCore, isSemverNewer, isStableTripletSemver, semverSatisfies };
