'use strict';
// A lane manifest from a few answers. Whether it is a good one, the library says.

const TIMEOUT = 600_000;
const PROBE_TIMEOUT = 2_000;

function manifest(answers) {
  const { id, title, description, evidence } = answers;
  const { invoke, probe, handler, keys, declared } = answers.transport === 'openai-http' ? http(answers) : spawn(answers);
  const timeout = `review.timeouts.${id}`;
  const budget = `review.max_prompt_tokens_per_reviewer.${id}`;
  return {
    id,
    role: 'reviewer',
    version: '0.1.0',
    title,
    description,
    tier: 'full',
    requires: [],
    engines: { gsd: '>=1.14.0' },
    reviewer: {
      slug: id,
      flags: [`--${id}`],
      transport: answers.transport,
      probe,
      invoke,
      timeoutFloorMs: TIMEOUT,
      timeoutConfigKey: timeout,
      emptyOutput: 'stub-with-stderr',
      reviewsSection: title,
      evidenceClass: evidence,
      requiresBinaries: [],
      promptBudgetKey: budget,
      modelConfigKey: null,
      effortConfigKey: null,
      defaultEffort: null,
      handler,
      ...keys,
    },
    config: {
      ...declared,
      [timeout]: slice('number', -1, `Seconds ${title} may take before it is stopped. -1: the lane's own ${TIMEOUT / 1000} seconds.`),
      [budget]: slice('number', -1, `Largest prompt for ${title}, in tokens. -1: review.max_prompt_tokens applies; 0: never shorten the prompt.`),
    },
  };
}

function spawn({ id, title, binary, args, prompt, 'model-arg': modelArg = null }) {
  const model = `review.models.${id}`;
  return {
    probe: { kind: 'command-exists', binary },
    invoke: {
      binary,
      args: [...(modelArg === null ? [] : ['{{model}}']), ...args],
      promptChannel: prompt,
      outputChannel: 'stdout',
      modelArg,
      effortChannel: 'none',
    },
    handler: null,
    keys: modelArg === null ? {} : { modelConfigKey: model },
    declared: modelArg === null ? {} : { [model]: slice('string', '', `Model to ask ${title} for. Empty: the command chooses.`) },
  };
}

function http({ id, title, host }) {
  const [hostKey, model] = [`review.${id}_host`, `review.models.${id}`];
  return {
    probe: { kind: 'http-reachable', hostConfigKey: hostKey, path: '/v1/models', timeoutMs: PROBE_TIMEOUT },
    invoke: {
      hostConfigKey: hostKey,
      defaultHost: host,
      path: '/v1/chat/completions',
      modelDiscovery: 'first-from-models-endpoint',
      effortChannel: 'none',
    },
    handler: 'openai-compatible',
    keys: { modelConfigKey: model },
    declared: {
      [hostKey]: slice('string', '', `Address of the ${title} server. Empty: ${host}.`),
      [model]: slice('string', '', `Model to ask ${title} for. Empty: the first one that the server offers.`),
    },
  };
}

function slice(type, preset, description) {
  return { type, default: preset, description };
}

module.exports = { manifest };
