/** Texts and tables that are generated when the package is built, and never pass through the module. */
import { capabilities, explanations, manifestSchema, vocabularyTables } from 'gsd-lanes:tables';

import { stringArgument } from './arguments.mjs';

/** The twelve capabilities that come with the package, as full manifests, in lane order. */
export function firstPartyCapabilities() {
  return capabilities();
}

/** Their reviewer lanes, in lane order. */
export function firstPartyLanes() {
  return capabilities().map(({ reviewer }) => reviewer);
}

/** What a code means, as a page to be printed; `null` if there is no such code. */
export function explain(code) {
  stringArgument(code, 'code');
  const pages = explanations();
  return Object.hasOwn(pages, code) ? pages[code] : null;
}

/** Every closed set, limit and field table. */
export function vocabulary() {
  return vocabularyTables();
}

/** The JSON Schema of manifests. */
export function schema() {
  return manifestSchema();
}
