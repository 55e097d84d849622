/** Many capabilities together. */
import { engine } from 'gsd-lanes:engine';
import { capabilities as firstParty } from 'gsd-lanes:tables';

import { merge } from './overlays.mjs';
import { MANIFESTS, ORDINARY } from './snapshot.mjs';

/** The one registry of the first-party capabilities and all overlays that are accepted. */
export function mergeRegistry(input) {
  return merge(input, ({ central }) => central, firstParty, 0);
}

/** First-party lanes, then those of the capabilities. */
export function mergeLanes(firstParty, capabilities) {
  const members = [['firstParty', engine.snapshot(firstParty, ORDINARY)], ['capabilities', engine.snapshot(capabilities, MANIFESTS)]];
  return engine.wholly('mergeLanes', members)?.lanes ?? null;
}

/** The slugs that capabilities name, as the peer lists them. */
export function roster(capabilities) {
  return engine.wholly('roster', [['capabilities', engine.snapshot(capabilities, MANIFESTS)]]);
}
