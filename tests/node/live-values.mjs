/** Live manifests that JSON text cannot carry. Each is made anew by its function. */

const lane = (invoke, extra = {}) => ({ reviewer: { slug: 'a', transport: 'spawn', invoke, ...extra } });
const boom = { enumerable: true, get() { throw new Error('boom'); } };
const throwing = (object, name) => Object.defineProperty(object, name, boom);
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const self = (object, name = 'self') => Object.assign(object, { [name]: object });
const hook = () => ({ event: 'e', script: 's' });

export const liveManifests = {
  'big integers': () => lane({ binary: 'b', x: 5n, y: [5n, -7n] }),
  'undefined, functions, symbols and no numbers': () =>
    lane({ binary: 'b', x: undefined, y: [undefined, () => 1, Symbol('s')], z() {}, s: Symbol('t'), n: NaN, i: -Infinity }),
  'built-in objects': () =>
    lane({ binary: 'b', d: new Date(0), m: new Map([[1, 2]]), s: new Set([1]), r: /x/, n: new Number(3), t: new String('ab'), u: new Uint8Array([1, 2]) }),
  toJSON: () => lane({ binary: 'b', x: { toJSON() { return 1; }, a: 2 } }),
  // eslint-disable-next-line no-sparse-arrays
  holes: () => lane({ binary: 'b', args: [1, , 2], x: [, 1, ,] }),
  'invoke in itself': () => lane(self({ binary: 'b' })),
  'a value in itself': () => lane({ binary: 'b', x: self({}) }),
  'the root in invoke': () => {
    const manifest = lane({ binary: 'b' });
    manifest.reviewer.invoke.root = manifest;
    return manifest;
  },
  'the lane in itself': () => {
    const manifest = lane({ binary: 'b' });
    self(manifest.reviewer);
    return manifest;
  },
  'arguments in themselves': () => {
    const args = ['x'];
    args.push(args);
    return lane({ binary: 'b', args });
  },
  'invoke in its arguments': () => {
    const invoke = { binary: 'b', args: [] };
    invoke.args.push(invoke);
    return lane(invoke);
  },
  'repeated siblings': () => {
    const twin = { a: 1 };
    return lane({ binary: 'b', x: twin, y: twin });
  },
  'a server in itself': () => ({ mcpServers: { n: self({ command: 'c' }) } }),
  'a listed server in itself': () => ({ mcpServers: [self({ name: 'n', command: 'c' })] }),
  'a config in itself': () => ({ mcpServers: [{ name: 'n', config: self({ command: 'c' }) }] }),
  'a member called config in itself': () => ({ mcpServers: { n: { command: 'x', config: self({}) } } }),
  'the servers in a server': () => {
    const mcpServers = { n: { command: 'x' } };
    mcpServers.n.all = mcpServers;
    return { mcpServers };
  },
  'a getter that throws below a residual': () => lane({ binary: 'b', x: throwing({ ok: 1 }, 'x') }),
  'arguments that throw': () => lane(throwing({ binary: 'b' }, 'args')),
  'another member of invoke that throws': () => lane(throwing({ binary: 'b' }, 'other')),
  'another member of the lane that throws': () => ({ hooks: [hook()], reviewer: throwing({ slug: 'a' }, 'zzz') }),
  'a reviewer that throws': () => throwing({ hooks: [hook()] }, 'reviewer'),
  'a script that throws': () => ({ hooks: [hook(), throwing({ event: 'q' }, 'script')], commands: [{ family: 'f', module: 'm' }] }),
  'another member of a hook that throws': () => ({ hooks: [hook(), throwing({ event: 'q', script: 't' }, 'other')] }),
  'a revoked hook': () => ({ hooks: [hook(), revoked({})] }),
  'revoked hooks': () => ({ hooks: revoked({}), commands: [{ family: 'f', module: 'm' }] }),
  'a revoked list of hooks': () => ({ hooks: revoked([]) }),
  'a revoked root': () => revoked({}),
  'a revoked reviewer': () => ({ reviewer: revoked({}), hooks: [hook()] }),
  'revoked residuals': () => lane({ binary: 'b', x: revoked({}), y: { z: revoked({}) }, l: [revoked([])] }),
  'a revoked environment': () => lane({ binary: 'b', env: revoked({}) }),
  'an environment that throws': () => lane({ binary: 'b', env: throwing({ A: '1' }, 'B') }),
  'inherited members': () =>
    Object.create({ hooks: [hook()], reviewer: Object.create({ slug: 'inh', invoke: Object.create({ binary: 'bb', extra: 1 }) }) }),
  'a member that is not enumerable': () => Object.defineProperty({}, 'hooks', { value: [hook()] }),
  'instances of a class': () => {
    class Hook {
      event = 'e';

      get script() {
        return 's';
      }
    }
    return { hooks: [new Hook()] };
  },
  'null prototypes': () => Object.assign(Object.create(null), lane({ binary: 'b', x: Object.assign(Object.create(null), { a: 1 }) })),
  'symbol keys': () => lane({ binary: 'b', [Symbol('q')]: 1, x: { [Symbol.iterator]: 1, a: 1 } }),
  'a proxy that lists nothing': () => lane(new Proxy({ binary: 'b' }, { ownKeys() { throw new Error('no'); } })),
  'a proxy that answers every name': () => ({ hooks: [new Proxy({}, { get: (_, key) => ({ script: 'px', event: 'pe' })[key] })] }),
  'a proxy of a list': () => ({ hooks: new Proxy([hook()], {}) }),
  'a proxy of a list that throws': () => ({ hooks: new Proxy([hook()], { get() { throw new Error('no'); } }) }),
  'arguments behind a proxy that throws': () => lane({ binary: 'b', args: new Proxy(['a'], { get() { throw new Error('no'); } }) }),
  'a residual list that throws': () => lane({ binary: 'b', x: new Proxy(['a'], { get() { throw new Error('no'); } }) }),
  'a proxy that always throws': () => new Proxy({}, new Proxy({}, { get() { throw new Error('no'); } })),
  'unpaired surrogates': () => lane({ binary: '\ud800', '\udc00': 'x\udfff', env: { A: '\ud83d' } }),
  'a surrogate pair': () => lane({ binary: '\ud83d\ude00' }),
  'a list with names': () => lane({ binary: 'b', x: Object.assign([1, 2], { k: 3 }) }),
  'servers that are lists': () => ({ mcpServers: { n: ['a', 'b'], m: Object.assign(['z'], { command: 'c' }) } }),
  'a hook that is a list with names': () => ({ hooks: [Object.assign([], hook())] }),
  'a hook that is a function': () => ({ hooks: [Object.assign(() => 1, hook())] }),
  'a boxed event': () => ({ hooks: [{ event: new String('e'), script: 's' }] }),
  'integer-like keys': () => lane({ binary: 'b', x: { 10: 1, 9: 2, b: 3 } }),
  'own __proto__': () => lane(JSON.parse('{"binary":"b","__proto__":{"a":1},"x":{"__proto__":{"a":1}}}')),
  'minus zero': () => lane({ binary: 'b', x: -0 }),
  'a reviewer that is a function': () => ({ reviewer: Object.assign(() => 1, { slug: 'a' }) }),
  'a reviewer that is a date': () => ({ reviewer: Object.assign(new Date(0), { slug: 'a' }) }),
  'a residual list of throwing objects': () => lane({ binary: 'b', x: [1, throwing({}, 'x'), [throwing({ ok: 1 }, 'x')]] }),
  'skills that throw': () => ({ skills: throwing(['a', 'b'], 1) }),
  'servers that throw': () => ({ mcpServers: throwing({ a: { command: 'c' } }, 'b') }),
};

const nest = (depth, make, inner) => {
  let value = inner;
  for (let index = 0; index < depth; index++) value = make(value);
  return value;
};

/** Values that are no manifest at all, or far too much of one; those that are costly to make are made once. */
const monsters = {
  undefined: () => undefined,
  null: () => null,
  'a number': () => NaN,
  'a string': () => 'x',
  'unpaired surrogates': () => '\ud800',
  'a big integer': () => 1n,
  'a symbol': () => Symbol('x'),
  'a function': () => () => 1,
  'a promise': () => Promise.resolve(1),
  'a typed array': () => new Float64Array(9),
  'bytes that are no text': () => new Uint8Array([0xff, 0xfe, 0x00, 0xd8]),
  'a huge typed array': () => new Uint8Array(9 << 20),
  'a huge sparse array': () => new Array(2 ** 32 - 1),
  'an array with a monstrous length': () => new Proxy([], { get: (target, key) => (key === 'length' ? 2 ** 53 : Reflect.get(target, key)) }),
  'a list without end': () => ({ *[Symbol.iterator]() { for (;;) yield undefined; } }),
  'a proxy of bytes': () => new Proxy(new Uint8Array(3), {}),
  'a million levels of objects': () => nest(1e6, (a) => ({ a }), 1),
  'a million levels of arrays': () => nest(1e6, (a) => [a], 1),
  'a million levels of text': () => '['.repeat(1e6),
  '9 MiB of text': () => 'x'.repeat(9 << 20),
  'a 9 MiB string inside': () => ({ id: 'x'.repeat(9 << 20) }),
  '9 MiB of bytes': () => new Uint8Array(9 << 20).fill(0x20),
  'a graph that unfolds without end': () => nest(60, (a) => ({ a, b: a }), 1),
  'a proxy with endless keys': () => new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, index) => `k${index}`), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }),
};

/** Those that take their time: once through each export is enough. */
export const slow = new Set(['a graph that unfolds without end', 'a proxy with endless keys']);

export const hostileValues = { ...liveManifests };
for (const [name, make] of Object.entries(monsters)) {
  let made;
  hostileValues[name] = () => (made ??= { value: make() }).value;
}
