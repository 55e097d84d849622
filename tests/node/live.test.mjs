/** Values that JSON text cannot carry (T-24 to T-27): read once, and signed exactly as the peer signs them. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { liveManifests } from './live-values.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const peer = require('@opengsd/gsd-core/gsd-core/bin/lib/capability-trust.cjs');

for (const [name, make] of Object.entries(liveManifests)) {
  test(`signs like the peer: ${name}`, () => {
    assert.equal(lanes.signature(make()), peer.signatureForManifest(make()));
  });
}

test('worked examples of the encoding', () => {
  const residual = (x) => {
    const [, , , [line]] = JSON.parse(lanes.signature({ reviewer: { slug: 'a', invoke: { x } } }));
    return line.match(/"residual":\{"x":(.*)\}\}\]$/)[1];
  };
  assert.equal(residual(5n), '"5n"');
  assert.equal(residual(undefined), 'null');
  assert.equal(residual([1, , 2]), '[1,,2]'); // eslint-disable-line no-sparse-arrays
  assert.equal(residual(new Date()), '{}');
  assert.equal(residual(new String('ab')), '{"0":"a","1":"b"}');
  assert.equal(residual('\ud800'), '"\\ud800"');
});

test('every getter runs once', () => {
  const reads = {};
  const counted = (object, path) => {
    const copy = {};
    for (const [key, value] of Object.entries(object)) {
      const name = `${path}.${key}`;
      const inner = typeof value === 'object' ? counted(value, name) : value;
      Object.defineProperty(copy, key, {
        enumerable: true,
        get() {
          reads[name] = (reads[name] ?? 0) + 1;
          return inner;
        },
      });
    }
    return copy;
  };
  const manifest = { id: 'a', reviewer: { slug: 'a', invoke: { binary: 'b', env: { A: '1' }, x: { y: 1 } } } };
  for (const call of [lanes.validateManifest, lanes.signature, lanes.digest, lanes.disclose, (it) => lanes.disclose(it, { hosts: {} }), (it) => lanes.check([{ manifest: it }])]) {
    for (const key of Object.keys(reads)) delete reads[key];
    call(counted(manifest, ''));
    assert.ok(Object.keys(reads).length >= 8);
    for (const [name, count] of Object.entries(reads)) assert.equal(count, 1, name);
  }
});

test('a value that changes between reads is read once for everything', () => {
  let turn = 0;
  const manifest = { hooks: [{ event: 'e', get script() { return `s${turn++}`; } }] };
  const { reports: [{ disclosure, signature }] } = lanes.check([{ manifest }], { signature: true });
  assert.equal(disclosure.hooks[0].script, 's0');
  assert.match(signature, /"s0\\"/);
});

test('unpaired surrogates survive both roads', () => {
  const manifest = { id: '\ud800', hooks: [{ event: '\udfff', script: 'a\ud83d' }] };
  const text = `{"id":"\ud800","hooks":[{"event":"\udfff","script":"a\ud83d"}]}`;
  const escaped = JSON.stringify(manifest);
  for (const disclosure of [lanes.disclose(manifest), lanes.discloseText(text), lanes.discloseText(escaped)]) {
    assert.deepEqual(disclosure.hooks, manifest.hooks);
  }
  assert.equal(lanes.signatureText(text), lanes.signature(manifest));
  assert.equal(lanes.signatureText(escaped), lanes.signature(manifest));
  assert.notEqual(lanes.signature(manifest), lanes.signature({ hooks: [{ event: '\ufffd', script: 'a\ufffd' }] }));
  const { reports: [report] } = lanes.check([text]);
  assert.equal(report.id, '\ud800');
});

test('the depth limit is exact', () => {
  const nested = (depth) => {
    let value = {};
    for (let index = 1; index < depth; index++) value = { a: value };
    return value;
  };
  assert.equal(lanes.signature(nested(128)), '[[],[],[]]');
  assert.equal(lanes.signature(nested(129)), null);
  assert.equal(lanes.disclose(nested(129)), null);
  assert.equal(lanes.signatureText(JSON.stringify(nested(128))), '[[],[],[]]');
  assert.equal(lanes.signatureText(JSON.stringify(nested(129))), null);
  const [diagnostic] = lanes.validateManifest(nested(129)).diagnostics;
  assert.equal(diagnostic.code, 'too-deep');
  assert.equal(diagnostic.span, undefined);
});
