'use strict';
// What is worth a word about names that are not known (W-1 … W-7).

const { rules, vocabulary } = require('../shared/library.cjs');
const { member } = require('../shared/live.cjs');
const { capability, shown } = require('../shared/messages.cjs');

function words({ code, field, omittedCount }) {
  if (omittedCount !== undefined) return `${field} has ${omittedCount} more unknown names, which are not listed`;
  const [unknownField, removed] = vocabulary().warningRecords;
  if (code === removed) return `${field} brings no lane any more and is ignored; declare a \`reviewer\` body instead`;
  return code === unknownField
    ? `${field} is not known here and is ignored; known are ${known().join(', ')}`
    : `${field} is not known here and is ignored; host behaviours are a closed set`;
}

const known = () => vocabulary().fields.reviewer.map(({ name }) => name);

/** The records, as the peer's callers take them. */
function collectReviewerWarningRecords(manifest) {
  const id = member(manifest, 'id');
  const context = capability(id);
  const [unknownField, removed] = vocabulary().warningRecords;
  return rules.manifestWarningRecords(manifest).map((record) => ({
    code: record.code,
    capId: typeof id === 'string' ? id : undefined,
    field: record.field,
    ...(record.code === unknownField ? { knownFields: known() } : {}),
    ...(record.code === removed ? { replacement: 'reviewer' } : {}),
    ...(record.omittedCount === undefined ? {} : { truncated: true, omittedCount: record.omittedCount }),
    message: `${context} ${shown(words(record))}`,
  }));
}

const collectReviewerWarnings = (manifest) => collectReviewerWarningRecords(manifest).map(({ message }) => message);

module.exports = { collectReviewerWarnings, collectReviewerWarningRecords };
