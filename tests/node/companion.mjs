/** The companion `gsd-lane`, built from this tree as `cargo test --all-features` builds it. */
import { execFileSync } from 'node:child_process';

import { root } from './cli-support.mjs';

let built;

/** Its path. The first call may take minutes where nothing was built before. */
export function companion() {
  built ??= execFileSync('cargo', ['build', '--quiet', '--all-features', '--bin', 'gsd-lane', '--message-format=json'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })
    .split('\n').filter(Boolean).map((line) => JSON.parse(line)).findLast(({ executable, target }) => executable && target.name === 'gsd-lane').executable;
  return built;
}
