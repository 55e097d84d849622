/** Merging what was read: first-party manifests and overlays in, one crossing. */
import { engine } from 'gsd-lanes:engine';

import { PEER, centralArgument, isBytes, listArgument, manifestsArgument, objectArgument, optionalString, stringArgument, textArgument } from './arguments.mjs';
import { NOT_GIVEN } from './engine.mjs';
import { ORDINARY } from './snapshot.mjs';

/** Flag of `merge_registry`: src/wasm/set.rs. */
export const LOADED = 1 << 9;

/**
 * Everything of the caller is read here, each once and in this order. `central` finds the central configuration in the
 * input; `byDefault` gives the first-party manifests where none are given.
 */
export function merge(input, central, byDefault, flags) {
  const { firstParty, overlays, hostVersion, profile, configHome } = objectArgument(input, 'input');
  const settings = {
    hostVersion: stringArgument(hostVersion, 'hostVersion'),
    configHome: optionalString(configHome, 'configHome'),
    ...centralArgument(central(input)),
  };
  if (optionalString(profile, 'profile', ['strict', 'peer']) === 'peer') flags |= PEER;
  const first = firstParty === undefined || firstParty === null ? byDefault() : manifestsArgument(firstParty, 'firstParty');
  const sources = first.map((item) => (isText(item) ? engine.source(textArgument(item, 'firstParty')) : engine.snapshot(item)));
  settings.firstParty = sources.length;
  listArgument(overlays, 'overlays', (item, name) => overlay(item, name, sources));
  sources.unshift(engine.snapshot(settings, ORDINARY));
  const merged = engine.data(engine.parts('merge_registry', sources, flags));
  for (const source of sources) engine.release(source);
  return merged?.lanes === undefined ? merged : Object.assign(merged, { lanes: merged.lanes.map((lane) => found(lane, merged)) });
}

/** A lane that stands whole under `capabilities` comes as the id of its capability. */
const found = (lane, { capabilities }) => (typeof lane === 'string' ? capabilities[lane].reviewer : lane);

const isText = (value) => typeof value === 'string' || isBytes(value);

function overlay(item, name, sources) {
  const { scope, dir, text, manifest, files, ledger, consented } = objectArgument(item, name);
  if (text !== undefined && manifest !== undefined) throw new TypeError(`${name} must have either text or manifest, or neither`);
  if (consented !== undefined && typeof consented !== 'boolean') throw new TypeError(`${name}.consented must be true or false`);
  const where = { global: 'g', project: 'p' }[optionalString(scope, `${name}.scope`, ['global', 'project']) ?? 'global'];
  const state = { pending: 'p', committed: 'c' }[optionalString(ledger, `${name}.ledger`, ['pending', 'committed'])] ?? '-';
  sources.push(engine.source(`${where}${state}${consented === true ? 'y' : 'n'}${stringArgument(dir, `${name}.dir`)}`));
  if (text !== undefined) sources.push(engine.source(textArgument(text, `${name}.text`)));
  else sources.push(manifest === undefined ? NOT_GIVEN : engine.snapshot(manifest));
  sources.push(files === undefined || files === null ? NOT_GIVEN : engine.snapshot(objectArgument(files, `${name}.files`), ORDINARY));
}
