'use strict';
// Who agreed to what (T-70 … T-86). The stores are shared with the peer and with `gsd-lane`.

const fs = require('node:fs');
const path = require('node:path');

const { lanes, rules, vocabulary, lazily } = require('./shared/library.cjs');
const { attempt, members, text } = require('./shared/live.cjs');
const { bundleContentHash, limitEntries } = require('./shared/bundle.cjs');
const store = require('./shared/store.cjs');

const consentStorePath = (gsdHome) => store.storePath(gsdHome);
const consentLockPath = (gsdHome) => store.lockPath(gsdHome);

/** The root as records name it: where links lead, else lexically absolute (T-75). */
function rootOf(projectRoot) {
  const folder = path.resolve(text(projectRoot));
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}

/** What is in a store; one that cannot be read, or lies nowhere, holds nothing. */
const contentOf = (where, gsdHome) => attempt(() => store.read(where(gsdHome)), null) ?? undefined;
const content = (gsdHome) => contentOf(store.storePath, gsdHome);

/** The records that count, by project and id. */
function readConsentStore(gsdHome) {
  const records = {};
  for (const { digest, ...record } of rules.consentRecords(content(gsdHome)).records) {
    records[`${record.projectRoot}\0${record.id}`] = record;
  }
  return { records };
}

function lookup(args) {
  const { gsdHome, projectRoot, id, contentHash } = members(args, ['gsdHome', 'projectRoot', 'id', 'contentHash']);
  return lanes.consentLookup(content(gsdHome), { projectRoot: rootOf(projectRoot), id, contentHash });
}

/** Whether exactly this content was agreed to for that project. */
const hasProjectConsent = (args) => lookup(args).has;

/** The host that was agreed to: for that capability in that project, else for it everywhere. */
function readConsentedReviewerHost(args) {
  const { reviewerHost } = lookup(args);
  if (reviewerHost !== null) return reviewerHost;
  const { gsdHome, projectRoot, id } = members(args, ['gsdHome', 'projectRoot', 'id']);
  const own = contentOf(store.laneStorePath, gsdHome);
  const agreed = rules.laneConsent(own, { projectRoot: rootOf(projectRoot), id }) ?? rules.laneConsent(own, { id });
  return agreed?.reviewerHost ?? undefined;
}

/** Writes down that somebody agreed. */
function recordProjectConsent(args) {
  const { gsdHome, projectRoot, id, ...given } = members(args, ['gsdHome', 'projectRoot', 'id', 'integrity', 'disclosureSignature', 'contentHash', 'reviewerHost']);
  const record = { projectRoot: rootOf(projectRoot), id, disclosureSignature: '', consentedAt: new Date().toISOString() };
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  Object.assign(record, Object.fromEntries(texts));
  // What cannot be recorded is refused before anything is touched (T-76).
  const { ok, message } = lanes.consentUpsert(undefined, record);
  if (!ok) throw new Error(`this consent cannot be recorded: ${message}`);
  // A record whose texts are none would not count (T-73); that it takes the place of one that did, is all it would do.
  const { integrity, disclosureSignature } = given;
  if (typeof disclosureSignature !== 'string' || !['string', 'undefined'].includes(typeof (integrity ?? undefined))) return revokeProjectConsent(args);
  store.rewrite(store.storePath(gsdHome), gsdHome, (source) => lanes.consentUpsert(source, record));
}

/** Takes it back; what nobody could have agreed to needs no taking back (T-77). */
function revokeProjectConsent(args) {
  const { gsdHome, projectRoot, id } = members(args, ['gsdHome', 'projectRoot', 'id']);
  const query = { projectRoot: rootOf(projectRoot), id };
  const file = store.storePath(gsdHome);
  const remove = (source) => lanes.consentRemove(source, query);
  const { ok, changed } = remove(store.asSource(store.read(file)));
  // Where there is nothing to take back, nothing is touched.
  if (!ok || changed) store.rewrite(file, gsdHome, remove);
}

module.exports = lazily({
  consentStorePath,
  bundleContentHash,
  readConsentStore,
  readConsentedReviewerHost,
  hasProjectConsent,
  recordProjectConsent,
  revokeProjectConsent,
  consentLockPath,
  _setLockProbes: store.setProbes,
  _resetLockProbes: store.resetProbes,
  _setBundleMaxFilesForTest: limitEntries,
}, {
  MAX_RECORDS: () => vocabulary().consent.records,
  CONSENT_FILE_NAME: () => vocabulary().consent.store,
});
