/**
 * What the signature binds, found by trying: a value is changed and the manifest signed again. So this knows no rule of
 * the signature, and cannot be wrong about one.
 */

/** How many signatures of a text are made in one go: fewer for longer ones, so that an answer never takes long. */
export const triesFor = (text) => Math.max(4, Math.min(400, Math.floor(2_000_000 / (text.length + 1))));

/**
 * The members of a manifest as `{path, bound}`; a member of which everything is bound, or nothing, is told as a whole.
 * `sign` gives the signature of a manifest. No more than `tries` signatures are made: what is left is told as `bound: null`.
 */
export function binding(manifest, sign, tries) {
  const before = sign(manifest);
  const differs = () => {
    tries--;
    return sign(manifest) !== before;
  };

  /** Changes one member as long as `probe` runs. */
  function changed(owner, key, probe) {
    const value = owner[key];
    set(owner, key, other(value));
    const answer = probe();
    set(owner, key, value);
    return answer;
  }

  function told(owner, key, path) {
    const value = owner[key];
    const inner = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (inner.length === 0) return [{ path, bound: tries > 0 ? changed(owner, key, differs) : null }];
    // All leaves at once: most of a manifest is bound not at all.
    if (tries <= 0) return [{ path, bound: null }];
    const copy = value;
    set(owner, key, everyLeaf(value));
    const any = differs();
    set(owner, key, copy);
    if (!any) return [{ path, bound: false }];
    const parts = inner.flatMap((name) => told(value, name, [...path, Array.isArray(value) ? Number(name) : name]));
    const whole = parts.every(({ bound }) => bound === true);
    return whole ? [{ path, bound: true }] : parts;
  }

  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) return [];
  return Object.keys(manifest).flatMap((key) => told(manifest, key, [key]));
}

/** Own members only, whatever their name. */
function set(owner, key, value) {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Another value of the same kind. */
function other(value) {
  switch (typeof value) {
    case 'string': return `${value}*`;
    case 'number': return value === 1 ? 2 : 1;
    case 'boolean': return !value;
    default: return value === null ? '*' : Array.isArray(value) ? ['*'] : { '*': '*' };
  }
}

function everyLeaf(value) {
  if (typeof value !== 'object' || value === null) return other(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return other(value);
  const copy = Array.isArray(value) ? [] : {};
  for (const key of keys) set(copy, key, everyLeaf(value[key]));
  return copy;
}
