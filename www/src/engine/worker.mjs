/**
 * The library's home: a thread of its own, so that nothing it does can hold up the page. Takes `{id, ask, input}`, answers
 * `{id, answer}` or `{id, failure}`.
 */
import { inspect } from './inspect.mjs';
import * as lanes from './lanes.mjs';
import { registry } from './registry.mjs';

const ready = lanes.init();

const asks = {
  inspect: (input) => inspect(lanes, input),
  registry: (input) => registry(lanes, input),
  explain: ({ code }) => lanes.explain(code),
  start: () => ({
    version: lanes.version,
    vocabulary: lanes.vocabulary(),
    firstParty: lanes.firstPartyCapabilities().map((manifest) => ({ id: manifest.id, title: manifest.title, text: `${JSON.stringify(manifest, null, 2)}\n` })),
  }),
};

self.onmessage = async ({ data: { id, ask, input } }) => {
  try {
    await ready;
    self.postMessage({ id, answer: asks[ask](input) });
  } catch (error) {
    self.postMessage({ id, failure: `${error.name}: ${error.message}` });
  }
};
