/** The engine of the entries that have their module at hand. Which host and module: see `build.mjs`. */
import { bytes } from 'gsd-lanes:module';
import { host } from 'gsd-lanes:host';

import { Engine } from './engine.mjs';
import { GsdLanesError } from './errors.mjs';

let compiled;

function compile() {
  try {
    return new WebAssembly.Module(bytes());
  } catch (cause) {
    throw new GsdLanesError('load', `The module could not be loaded: ${cause.message}`, cause);
  }
}

export const engine = new Engine({ ...host, module: () => (compiled ??= compile()) });
