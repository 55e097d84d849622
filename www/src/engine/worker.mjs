/**
 * The library's home: a thread of its own, so that nothing it does can hold up the page. Takes `{id, ask, input}`, answers
 * `{id, answer}` or `{id, failure}`; what a dry run wants to be done comes as `{run, …}`.
 */
import { indent } from './indent.mjs';
import { inspect } from './inspect.mjs';
import * as lanes from './lanes.mjs';
import { registry } from './registry.mjs';
import { Runs } from './runs.mjs';

const ready = lanes.init();
const runs = new Runs(lanes, (message) => self.postMessage(message));

const asks = {
  inspect: (input) => inspect(lanes, input),
  registry: (input) => registry(lanes, input),
  explain: ({ code }) => lanes.explain(code),
  // What cannot be read stays as it is.
  format: ({ text }) => (lanes.signatureText(text) === null ? null : `${indent(text)}\n`),
  run: (input) => runs.start(input),
  reply: (input) => runs.reply(input),
  stop: (input) => runs.stop(input),
  start: () => ({
    version: lanes.version,
    vocabulary: lanes.vocabulary(),
    firstParty: lanes.firstPartyCapabilities().map((manifest) => ({ id: manifest.id, title: manifest.title, text: `${JSON.stringify(manifest, null, 2)}\n` })),
  }),
};

self.onmessage = async ({ data: { id, ask, input } }) => {
  try {
    await ready;
    self.postMessage({ id, answer: await asks[ask](input) });
  } catch (error) {
    self.postMessage({ id, failure: `${error.name}: ${error.message}` });
  }
};
