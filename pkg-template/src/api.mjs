/** The public functions: arguments in, one crossing, plain data out. */
export { check, validateRegistry } from './check.mjs';
export { bundleContentHash, consentLookup, consentRecordValid, consentRemove, consentUpsert } from './consent.mjs';
export { explain, firstPartyCapabilities, firstPartyLanes, schema, vocabulary } from './data.mjs';
export { GsdLanesError } from './errors.mjs';
export { checkEgress, normalizeHost, resolveLane } from './lanes.mjs';
export { checkEngines, checkReservedNamespace, evaluateInstallTrust, evaluateSource, semverSatisfies } from './policy.mjs';
export { mergeLanes, mergeRegistry, roster } from './registry.mjs';
export { composeReviews, isEmptyReview, opencodeReview, parseChatCompletion, stampReview } from './reviews.mjs';
export { runLane, runLaneSync } from './run.mjs';
export { applyPromptBudget, selectReviewers } from './selection.mjs';
export {
  changes,
  changesText,
  consentPrompt,
  digest,
  digestText,
  disclose,
  discloseText,
  isLocalDestination,
  signature,
  signatureText,
} from './trust.mjs';
export { validateManifest, validateText } from './validate.mjs';

/** The version of this package. */
export const version = VERSION;

/** The version of the encoding that signatures are in. */
export const signatureFormat = SIGNATURE_FORMAT;
