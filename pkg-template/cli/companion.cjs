'use strict';
// Where the binary gsd-lane is: GSD_LANE_BIN, then the package for this platform, then PATH.

const { accessSync, constants, statSync } = require('node:fs');
const { delimiter, dirname, isAbsolute, join } = require('node:path');

/** The npm package that holds the binary for a platform. */
const packageOf = (platform, arch) => `gsd-lanes-${platform}-${arch}`;

/** The name of the binary on a platform. */
const nameOn = (platform) => (platform === 'win32' ? 'gsd-lane.exe' : 'gsd-lane');

/** Where it is in that package. */
const fileOf = (platform) => `bin/${nameOn(platform)}`;

/** Answers the path, or undefined. What GSD_LANE_BIN names is taken at its word: nothing else is run in its place. */
function find(env, { platform = process.platform, arch = process.arch, resolve = require.resolve } = {}) {
  if (env.GSD_LANE_BIN) return env.GSD_LANE_BIN;
  return inPackage(platform, arch, resolve) ?? onPath(env.PATH ?? '', nameOn(platform));
}

function inPackage(platform, arch, resolve) {
  try {
    const file = join(dirname(resolve(`${packageOf(platform, arch)}/package.json`)), fileOf(platform));
    return executable(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Relative entries would run what lies in the folder that somebody happens to stand in. */
function onPath(path, name) {
  return path.split(delimiter).filter(isAbsolute).map((folder) => join(folder, name)).find(executable);
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

module.exports = { find, fileOf, packageOf };
