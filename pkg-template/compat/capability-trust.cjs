'use strict';
// What a manifest would run or send, the prompt that says so, the signature that binds consent to it, and the install
// policy (20-trust).

const fs = require('node:fs');
const path = require('node:path');

const { lanes, rules, vocabulary, lazily } = require('./shared/library.cjs');
const { attempt, members, text, view } = require('./shared/live.cjs');

/** What stands for the disclosure of a manifest that breaks a limit: it must not pass for one that runs nothing. */
const UNREADABLE = Symbol('unreadable');
const TOO_MUCH = 'the manifest is nested too deeply or too large to be read';

function unreadable() {
  const disclosure = {
    hooks: [], commandModules: [], mcpServers: [], reviewerLanes: [], instructionSurfaces: [], hasExecutable: true, missingArtifacts: [],
  };
  return Object.defineProperty(disclosure, UNREADABLE, { value: true });
}

const isUnreadable = (disclosure) => attempt(() => disclosure[UNREADABLE] === true, false);

/** A resolver that is one. */
const resolver = (resolve) => (typeof resolve === 'function' ? resolve : undefined);

/** The declared scripts and modules that lie in a folder; what leaves the folder is not looked for. */
function stagedFiles({ hooks, commandModules }, folder) {
  const declared = [...hooks.map(({ script }) => script), ...commandModules.map(({ module }) => module)];
  return declared.filter((name) => inside(name) && fs.existsSync(path.join(folder, name)));
}

const inside = (name) => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..');

const isFolder = (folder) => typeof folder === 'string' && folder !== '';

/**
 * Everything that a manifest would run, send or put before an agent. With a folder, what is declared and does not lie
 * there is missing.
 */
function discloseExecutableSurfaces(manifest, stagedDir, resolveHost) {
  const disclosure = lanes.disclose(manifest, { hosts: resolver(resolveHost) });
  if (disclosure === null) return unreadable();
  if (isFolder(stagedDir)) {
    const { hooks, commandModules } = disclosure;
    const declared = { hooks, commands: commandModules };
    disclosure.missingArtifacts = lanes.disclose(declared, { stagedFiles: stagedFiles(disclosure, stagedDir) }).missingArtifacts;
  }
  return disclosure;
}

/** The lane of a manifest: a list of one or none. */
const collectReviewerLaneSurfaces = (manifest, resolveHost) => discloseExecutableSurfaces(view(manifest, ['reviewer']), undefined, resolveHost).reviewerLanes;

/** What of a manifest becomes instructions of an agent. */
const collectInstructionSurfaces = (manifest) => discloseExecutableSurfaces(view(manifest, ['skills'])).instructionSurfaces;

/** Whether an id lies in a namespace that is kept, and in which. */
function checkReservedNamespace(id) {
  const reserved = lanes.checkReservedNamespace(id);
  const namespace = reserved ? vocabulary().reservedNamespaces.find((prefix) => id.toLowerCase().startsWith(prefix)) : null;
  return { reserved, namespace: namespace ?? null };
}

/** Whether a source may be fetched from, and if not, why. */
function evaluateSourceAllowed(parsed, strictKnownRegistries) {
  const { allowed } = lanes.evaluateSource(parsed, strictKnownRegistries);
  if (allowed) return { allowed, reason: null };
  const { blockReasons } = evaluate({ parsed, strictKnownRegistries, manifest: {}, hostVersion: '0.0.0' });
  return { allowed, reason: blockReasons[0] ?? 'the source is not allowed' };
}

/** Whether a capability runs on a host, and if not, which of its versions does. */
const checkEngines = (manifest, hostVersion) => lanes.checkEngines(manifest, text(hostVersion))
  ?? { compatible: false, range: null, satisfiedBy: null };

function evaluate({ parsed, manifest, stagedDir, strictKnownRegistries, hostVersion, resolveHost, integrityPin }) {
  const hosts = resolver(resolveHost);
  // A manifest that is another one when it is read again declares files that were not looked for: they are missing.
  const staged = isFolder(stagedDir) ? stagedFiles(lanes.disclose(manifest) ?? unreadable(), stagedDir) : undefined;
  const pin = ['sha512', 'git-commit', 'none'].includes(integrityPin) ? integrityPin : undefined;
  const verdict = lanes.evaluateInstallTrust({
    parsed, manifest, strict: strictKnownRegistries, hostVersion: text(hostVersion), hosts, stagedFiles: staged, integrityPin: pin,
  });
  if (verdict === null) {
    const engines = { compatible: false, range: null, satisfiedBy: null };
    return { allowed: false, requiresConsent: false, requiresAcknowledgement: false, disclosure: unreadable(), engines, blockReasons: [TOO_MUCH] };
  }
  return { ...verdict, blockReasons: verdict.blockReasons.map(({ message }) => message) };
}

/** What stands against an installation, and what has to be asked first. */
function evaluateInstallTrust(args) {
  return evaluate(members(args, ['parsed', 'manifest', 'stagedDir', 'strictKnownRegistries', 'hostVersion', 'resolveHost', 'integrityPin']));
}

/** What consent to a disclosure binds; nothing, if there is no telling. */
function disclosureSignature(disclosure) {
  return isUnreadable(disclosure) ? null : rules.disclosureSignature({ disclosure });
}

/** Whether a disclosure asks for another consent than an older one. */
function executableSetChanged(oldDisclosure, newDisclosure) {
  const [before, after] = [oldDisclosure, newDisclosure].map(disclosureSignature);
  return after === null || before !== after;
}

/** What consent to a manifest binds; nothing, if it breaks a limit. Where its bundle lies makes no difference. */
const signatureForManifest = (manifest) => lanes.signature(manifest);

const inWords = ({ depth, text: words }) => `${'  '.repeat(depth)}${words}`;

/** The lines that a person must read before agreeing. */
function summarizeDisclosure(disclosure) {
  if (isUnreadable(disclosure)) return [`${TOO_MUCH[0].toUpperCase()}${TOO_MUCH.slice(1)}: what it would run is not known.`];
  const object = typeof disclosure === 'object' && disclosure !== null ? disclosure : {};
  return (lanes.consentPrompt(object) ?? [{ depth: 0, text: TOO_MUCH }]).map(inWords);
}

/** Those of the lines that are about instructions. */
function summarizeInstructionSurfaces(disclosure) {
  const lines = lanes.consentPrompt(view(disclosure, ['instructionSurfaces'])) ?? [];
  return lines.filter(({ kind }) => ['B-20', 'B-21', 'B-22'].includes(kind)).map(inWords);
}

const MEMBERS = 10_000;

/** JSON text of a value, unless it has so many members that nobody could wait for it. */
function asJson(value) {
  let left = MEMBERS;
  return JSON.stringify(value, (_, member) => {
    if (left-- === 0) throw new RangeError('too many members');
    return member;
  });
}

/** A value of a manifest as the prompt shows it. */
function renderValueForPrompt(value) {
  if (value === undefined || value === null) return '';
  const shown = typeof value === 'string' ? value : attempt(() => (typeof value === 'bigint' ? `${value}` : asJson(value)), '(not readable)');
  const whole = shown ?? '';
  const { text: cut, truncated, length } = rules.renderPromptValue(whole.slice(0, MEMBERS));
  return truncated ? `${cut}… (${Math.max(length, whole.length)} chars)` : cut;
}

module.exports = lazily({
  discloseExecutableSurfaces,
  collectReviewerLaneSurfaces,
  collectInstructionSurfaces,
  checkReservedNamespace,
  evaluateSourceAllowed,
  checkEngines,
  evaluateInstallTrust,
  executableSetChanged,
  summarizeDisclosure,
  summarizeInstructionSurfaces,
  renderValueForPrompt,
  disclosureSignature,
  signatureForManifest,
}, {
  RESERVED_NAMESPACES: () => vocabulary().reservedNamespaces,
  UNRESOLVED_HOST_MARKER: () => rules.unresolvedHost(),
  EGRESS_PAYLOAD_CLASSES: () => vocabulary().egressPayloadClasses,
});
