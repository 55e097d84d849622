/** Disclosure, signature, consent prompt and what changed between two manifests. */
import { engine } from 'gsd-lanes:engine';

import { hostsArgument, objectArgument, optionalString, optionsArgument, stagedArgument, stringArgument, textArgument } from './arguments.mjs';
import { NOT_GIVEN, isYes } from './engine.mjs';
import { ORDINARY } from './snapshot.mjs';

/** The text that consent binds; `null` if the manifest breaks a limit. */
export function signature(manifest) {
  return bare('signature', engine.snapshot(manifest));
}

/** The same of JSON text or file bytes; `null` if that cannot be read. */
export function signatureText(text) {
  return bare('signature', engine.source(textArgument(text, 'text')));
}

/** `sha256:` and the hash of the signature. */
export function digest(manifest) {
  return bare('digest', engine.snapshot(manifest));
}

/** The same of JSON text or file bytes; `null` if that cannot be read. */
export function digestText(text) {
  return bare('digest', engine.source(textArgument(text, 'text')));
}

/** What the manifest would run or send; `null` if it breaks a limit. */
export function disclose(manifest, options) {
  return disclosed(optionsArgument(options), () => engine.snapshot(manifest));
}

/** The same of JSON text or file bytes; `null` if that cannot be read. */
export function discloseText(text, options) {
  const content = textArgument(text, 'text');
  return disclosed(optionsArgument(options), () => engine.source(content));
}

/** The lines that a person must read before agreeing to a disclosure. */
export function consentPrompt(disclosure) {
  return parts('consent_prompt', [engine.snapshot(objectArgument(disclosure, 'disclosure'))]);
}

/** Why the signatures of two manifests differ; what breaks a limit counts as `{}`. */
export function changes(oldManifest, newManifest) {
  return parts('changes', [engine.snapshot(oldManifest), engine.snapshot(newManifest)]);
}

/** The same of JSON texts or file bytes; what cannot be read counts as `{}`. */
export function changesText(oldText, newText) {
  const contents = [textArgument(oldText, 'oldText'), textArgument(newText, 'newText')];
  return parts('changes', contents.map((content) => engine.source(content)));
}

/** Whether a destination is this machine. */
export function isLocalDestination(destination) {
  const source = engine.snapshot(stringArgument(destination, 'destination'));
  return isYes(engine.parts('is_local_destination', [source], 0));
}

function bare(name, source) {
  const answer = engine.text(engine.bare(name, source, '', 0));
  engine.release(source);
  return answer ?? null;
}

function parts(name, sources) {
  const answer = engine.data(engine.parts(name, sources, 0));
  for (const source of sources) engine.release(source);
  return answer ?? null;
}

/** All of the caller's code runs here, in this order, each once: options, manifest, resolver. */
function disclosed({ hosts, stagedFiles, integrityPin }, read) {
  const resolve = hostsArgument(hosts);
  const pin = optionalString(integrityPin, 'options.integrityPin', ['sha512', 'git-commit', 'none']);
  const staged = stagedArgument(stagedFiles, 'options.stagedFiles', (files) => (files === undefined ? NOT_GIVEN : engine.snapshot(files, ORDINARY)));
  const manifest = read();
  const host = resolve === undefined ? NOT_GIVEN : ask(resolve, manifest);
  return parts('disclose', [manifest, host, staged, pin === undefined ? NOT_GIVEN : engine.source(pin)]);
}

/** Asks a resolver for the host of a manifest, which is its one question. */
export function ask(resolve, manifest) {
  const key = engine.data(engine.parts('asked_host', [manifest], 0));
  if (key === undefined) return NOT_GIVEN;
  let host;
  try {
    host = resolve(key);
  } catch {
    // A resolver that fails leaves the destination unresolved, and the disclosure says so.
  }
  return typeof host === 'string' ? engine.snapshot(host) : NOT_GIVEN;
}
