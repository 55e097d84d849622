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
  signature,
  signatureText,
  validateRegistry,
  validateText,
  version,
  vocabulary,
} from 'gsd-lanes/web';
