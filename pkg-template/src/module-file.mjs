/** CommonJS: the module lies beside this script; a copy in text stands by for bundlers, which move scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function bytes() {
  try {
    return readFileSync(join(__dirname, 'gsd_lanes_bg.wasm'));
  } catch {
    return Buffer.from(require('gsd-lanes:inlined'), 'base64');
  }
}
