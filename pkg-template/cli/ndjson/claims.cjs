'use strict';
// What one manifest is to the others: a copy with only those members that the library's rules about several
// manifests read, at their places; the hashes of what it claims; and whom it names. What this table leaves out
// no finding can need; what is hashed only selects manifests for the library, which alone judges.

const TEXT = 'text';
const TEXTS = 'texts';
const KEYS = 'keys';
const HOOK = { point: TEXT, when: TEXT };
const FLOW = { ...HOOK, pointFrom: TEXT, into: TEXT, produces: TEXTS, consumes: TEXTS };
const SHAPE = {
  id: TEXT,
  role: TEXT,
  tier: TEXT,
  requires: TEXTS,
  skills: TEXTS,
  agents: TEXTS,
  commands: [{ family: TEXT }],
  config: new Map([['', { type: TEXT, values: TEXTS }]]),
  runtimeCompat: { supported: TEXTS, unsupported: TEXTS, notes: KEYS },
  steps: [FLOW],
  contributions: [FLOW],
  gates: [HOOK],
  reviewer: { slug: TEXT, flags: TEXTS, reviewsSection: TEXT },
  taskContentResolver: { trackerPrefix: TEXT },
};

function reduced(value, shape) {
  if (shape === TEXT) return typeof value === 'string' ? value : null;
  if (Array.isArray(shape)) return Array.isArray(value) ? value.map((item) => reduced(item, shape[0])) : null;
  if (shape === TEXTS) return Array.isArray(value) ? value.map((item) => reduced(item, TEXT)) : null;
  if (!isObject(value)) return null;
  const names = shape === KEYS || shape instanceof Map ? Object.keys(value) : Object.keys(shape).filter((name) => Object.hasOwn(value, name));
  const inner = (name) => (shape === KEYS ? null : reduced(value[name], shape instanceof Map ? shape.get('') : shape[name]));
  return Object.fromEntries(names.map((name) => [name, inner(name)]));
}

/** Answers {manifest, keys, names, whole}; undefined for what is no object. `whole`: to be judged in any case. */
function claimsOf(value) {
  if (!isObject(value)) return undefined;
  const manifest = reduced(value, SHAPE);
  const { id, requires, skills, agents, commands, config, runtimeCompat, reviewer, taskContentResolver, steps, contributions, gates } = manifest;
  const texts = (list) => list ?? [];
  const keys = [
    ['id', id ?? ''],
    ...texts(skills).map((name) => ['skill', name]),
    ...texts(agents).map((name) => ['agent', name]),
    ...texts(commands).map((command) => ['family', command?.family]),
    ...Object.keys(config ?? {}).map((name) => ['config', name]),
    ...(reviewer ? [['slug', reviewer.slug], ...unique(texts(reviewer.flags)).map((flag) => ['flag', flag]), ['section', reviewer.reviewsSection]] : []),
    ['tracker', taskContentResolver?.trackerPrefix],
  ].filter(([, key]) => typeof key === 'string');
  const names = unique([
    ...texts(requires), ...texts(runtimeCompat?.supported), ...texts(runtimeCompat?.unsupported), ...Object.keys(runtimeCompat?.notes ?? {}),
  ]).filter((name) => name !== null && name !== '*');
  const hooked = [steps, contributions, gates].some((list) => texts(list).length > 0);
  // Only hooks read what a slice says.
  if (!hooked && config) manifest.config = Object.fromEntries(Object.keys(config).map((key) => [key, null]));
  const whole = names.length > 0 || hooked;
  return { manifest, keys, names, whole };
}

function unique(list) {
  return [...new Set(list)];
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Two 32-bit words for a claim, written to `out`. Equal claims have equal words; the reverse is only likely. */
function hash([kind, key], out, at) {
  let [one, two] = [0xdeadbeef ^ kind.length, 0x41c6ce57];
  const text = `${kind} ${key}`;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  out[at] = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  out[at + 1] = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
}

module.exports = { claimsOf, hash };
