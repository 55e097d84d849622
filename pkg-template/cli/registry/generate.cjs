'use strict';
// The registry of manifests that are valid alone and together.

const WHY = {
  'ordering-cycle': 'steps or contributions of one point wait for each other in a circle',
  'format-parity': 'the configFormat of a runtime does not fit its installSurface',
  'config-slice': 'a slice of configuration is not one the host can read',
};

/** Answers {registry} or {problem}. */
function generate({ manifests }, { api, rules }) {
  const texts = [...manifests].sort((a, b) => (a.id < b.id ? -1 : 1));
  const capabilities = texts.map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)));
  const registry = rules().buildRegistry({ capabilities });
  if (registry === null) return { problem: 'the manifests break a limit' };
  if (registry.error) return { problem: `no registry: ${WHY[registry.error] ?? registry.error}; see gsd-lanes explain ${registry.error}` };
  return { registry };
}

module.exports = { generate };
