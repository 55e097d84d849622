/** What the page uses of the package; nothing else of it is built in. */
export { default as init } from 'gsd-lanes/web';
export {
  changesText,
  consentPrompt,
  digestText,
  discloseText,
  explain,
  firstPartyCapabilities,
  mergeRegistry,
  resolveLane,
  runLane,
  runLaneSync,
  signature,
  signatureText,
  validateRegistry,
  validateText,
  version,
  vocabulary,
} from 'gsd-lanes/web';
export { laneEffort, windowsCandidates, windowsCommandLine } from 'gsd-lanes/web-rules';
