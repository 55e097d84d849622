/** Many manifests in one call. */
import { engine } from 'gsd-lanes:engine';

import { DIGEST, DISCLOSURE, SIGNATURE, centralArgument, flag, isBytes, objectArgument, optionalString, optionsArgument, profileFlag, textArgument } from './arguments.mjs';
import { NOT_GIVEN } from './engine.mjs';
import { ORDINARY } from './snapshot.mjs';

/** What one crossing carries at most, where it need not carry everything: buffers stay small. */
const CROSSING = 4 << 20;

/** Flags of `check_set`, src/wasm/set.rs: only what is said about the set; only what about each. */
const TOGETHER = 1 << 8, APART = 1 << 10;

/** Validates, discloses and signs manifests; see `CheckOptions` for what is in a report. */
export function check(items, options) {
  const { profile, disclosure, digest, signature, central, hostVersion } = optionsArgument(options);
  const flags = profileFlag(profile)
    | flag(disclosure, true, 'options.disclosure', DISCLOSURE)
    | flag(digest, true, 'options.digest', DIGEST)
    | flag(signature, false, 'options.signature', SIGNATURE);
  const settings = settingsArgument(central, hostVersion);
  return judge(listed(items, 'items'), settings, flags, false);
}

/** The report on each manifest, and on all of them together. */
export function validateRegistry(input) {
  const { manifests, central, hostVersion, profile } = objectArgument(input, 'input');
  const flags = profileFlag(profile);
  const settings = settingsArgument(central, hostVersion);
  return judge(listed(manifests, 'manifests'), settings, flags, true);
}

function settingsArgument(central, hostVersion) {
  const settings = centralArgument(central);
  const version = optionalString(hostVersion, 'hostVersion');
  return version === undefined ? settings : { ...settings, hostVersion: version };
}

function judge(list, settings, flags, always) {
  const pairs = list.map(({ text, manifest, folder }) => [
    text === undefined ? engine.snapshot(manifest) : engine.source(text),
    folder === undefined ? NOT_GIVEN : engine.source(folder),
  ]);
  const { reports, diagnostics } = always || list.length > 1 || Object.keys(settings).length > 0
    ? judgeSet(pairs, settings, flags)
    : { reports: engine.data(engine.parts('check', pairs.flat(), flags)), diagnostics: [] };
  for (const [manifest] of pairs) engine.release(manifest);

  for (let index = 0; index < reports.length; index++) {
    const { source } = list[index];
    if (source !== undefined) reports[index] = { source, ...reports[index] };
  }
  for (const { places } of diagnostics) {
    for (const place of places) {
      const { source } = list[place.manifest];
      if (source !== undefined) place.source = source;
    }
  }
  const valid = reports.every((report) => report.valid) && diagnostics.every(({ severity }) => severity !== 'error');
  return { valid, reports, diagnostics };
}

/** In one crossing; many manifests are told of in several, and judged as a set in one more. */
function judgeSet(pairs, settings, flags) {
  const asked = engine.snapshot(settings, ORDINARY);
  const crossing = (some, more) => engine.data(engine.parts('check_set', [asked, ...some.flat()], flags | more));
  const room = ([manifest]) => manifest.room;
  let whole = 0;
  for (const pair of pairs) whole += room(pair);
  if (whole <= CROSSING) {
    const result = crossing(pairs, 0);
    engine.release(asked);
    return result;
  }
  const reports = [];
  let some = [];
  let used = 0;
  for (const pair of pairs) {
    if (used + room(pair) > CROSSING && some.length > 0) {
      reports.push(...crossing(some, APART).reports);
      some = [];
      used = 0;
    }
    some.push(pair);
    used += room(pair);
  }
  reports.push(...crossing(some, APART).reports);
  const { diagnostics } = crossing(pairs, TOGETHER);
  engine.release(asked);
  return { reports, diagnostics };
}

function listed(items, name) {
  return Array.from(objectArgument(items, name), (item, index) => itemArgument(item, `${name}[${index}]`));
}

function itemArgument(item, name) {
  if (typeof item === 'string' || isBytes(item)) return { text: textArgument(item, name), manifest: undefined, folder: undefined, source: undefined };
  const { source, text, manifest, folderId } = objectArgument(item, name);
  if ((text === undefined) === (manifest === undefined)) throw new TypeError(`${name} must have either text or manifest`);
  return {
    text: text === undefined ? undefined : textArgument(text, `${name}.text`),
    manifest,
    folder: optionalString(folderId, `${name}.folderId`),
    source: optionalString(source, `${name}.source`),
  };
}
