/** The engine of `gsd-lanes/web`: its module is a file of its own, which `init` fetches. */
import { host } from 'gsd-lanes:host';

import { Engine } from './engine.mjs';
import { GsdLanesError } from './errors.mjs';

let compiled;

export const engine = new Engine({
  ...host,
  module() {
    if (compiled === undefined) {
      throw new GsdLanesError('not-ready', 'gsd-lanes/web: wait for init() before the first call');
    }
    return compiled;
  },
});

let pending;

/**
 * Loads the module: from beside this script, or from what is given: a URL, a `Response` (or a promise of
 * one), bytes, or a compiled module. Later calls wait for the first; a failed one may be repeated.
 */
export default function init(source) {
  pending ??= load(source).catch((cause) => {
    pending = undefined;
    throw new GsdLanesError('load', `The module could not be loaded: ${cause.message}`, cause);
  });
  return pending;
}

async function load(source = new URL('gsd_lanes_bg.wasm', import.meta.url)) {
  let given = await source;
  if (given instanceof WebAssembly.Module) {
    compiled = given;
    return;
  }
  if (typeof given === 'string' || given instanceof URL) given = await get(given);
  if (typeof Response === 'function' && given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url} answered ${given.status}`);
    const streaming = given.headers.get('content-type') === 'application/wasm';
    compiled = streaming
      ? await WebAssembly.compileStreaming(given)
      : await WebAssembly.compile(await given.arrayBuffer());
    return;
  }
  compiled = await WebAssembly.compile(given);
}

/** In Node, where a test runner may have taken this entry, files cannot be fetched. */
function get(url) {
  const isFile = new URL(url, globalThis.location?.href ?? 'file:///').protocol === 'file:';
  const files = isFile ? globalThis.process?.getBuiltinModule?.('node:fs') : undefined;
  return files === undefined ? fetch(url) : files.promises.readFile(url);
}
