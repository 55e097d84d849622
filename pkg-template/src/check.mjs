/** Many manifests in one call. */
import { engine } from 'gsd-lanes:engine';

import { DIGEST, DISCLOSURE, SIGNATURE, flag, isBytes, objectArgument, optionalString, optionsArgument, profileFlag, textArgument } from './arguments.mjs';
import { NOT_GIVEN } from './engine.mjs';

/** What one crossing carries at most: buffers stay small however many manifests there are. */
const CROSSING = 4 << 20;

/** Validates, discloses and signs manifests; see `CheckOptions` for what is in a report. */
export function check(items, options) {
  const { profile, disclosure, digest, signature } = optionsArgument(options);
  const flags = profileFlag(profile)
    | flag(disclosure, true, 'options.disclosure', DISCLOSURE)
    | flag(digest, true, 'options.digest', DIGEST)
    | flag(signature, false, 'options.signature', SIGNATURE);
  const list = Array.from(objectArgument(items, 'items'), itemArgument);

  const reports = [];
  let sources = [];
  let room = 0;
  const cross = () => {
    if (sources.length === 0) return;
    reports.push(...engine.data(engine.parts('check', sources, flags)));
    for (const source of sources) engine.release(source);
    sources = [];
    room = 0;
  };
  for (const { text, manifest, folder } of list) {
    const source = text === undefined ? engine.snapshot(manifest) : engine.source(text);
    if (room + source.room > CROSSING) cross();
    room += source.room;
    sources.push(source, folder === undefined ? NOT_GIVEN : engine.source(folder));
  }
  cross();

  let valid = true;
  for (let index = 0; index < reports.length; index++) {
    valid &&= reports[index].valid;
    const { source } = list[index];
    if (source !== undefined) reports[index] = { source, ...reports[index] };
  }
  return { valid, reports, diagnostics: [] };
}

function itemArgument(item, index) {
  const name = `items[${index}]`;
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
