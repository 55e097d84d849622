export * from './index.js';

/**
 * Loads the module: from beside this script, or from what is given. Wait for it before the first call.
 * A failed attempt may be repeated.
 */
export default function init(
  source?: string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module | PromiseLike<Response>,
): Promise<void>;
