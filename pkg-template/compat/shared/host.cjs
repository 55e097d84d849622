'use strict';
// The peer's injected functions as the host of a run. Every decision is the run's; here names and shapes are turned.

const { attempt, member } = require('./live.cjs');

/** A function of `deps`, or nothing. */
function given(deps, name) {
  const found = member(deps, name);
  return typeof found === 'function' ? (...args) => found.apply(deps, args) : undefined;
}

/** The user's home directory, as `deps` name it. */
function homeOf(deps) {
  const home = member(deps, 'homeDir');
  const path = typeof home === 'function' ? attempt(() => home.call(deps), '') : home;
  return typeof path === 'string' ? path : '';
}

/** What is made of an answer, now or when it has come. */
const afterwards = (answer, make) => (typeof answer?.then === 'function' ? Promise.resolve(answer).then(make) : make(answer));

/**
 * `deps`: spawn(binary, args, {input, timeoutMs, env, cwd}), httpJson(url, {method, body, timeoutMs, redirect}),
 * readFile(path), writeFile(path, text), exists(path), hasBinary(name), warn(message), homeDir. What asks whether something
 * is there may answer anything that counts as true, such as its path. Programs are told to run
 * in the repository where the paths of the run are absolute; others mean the caller's own directory.
 */
function hostOf(deps, isAbsolute = false) {
  const [spawn, httpJson, readFile, writeFile, exists, hasBinary, warn] = ['spawn', 'httpJson', 'readFile', 'writeFile', 'exists', 'hasBinary', 'warn'].map((name) => given(deps, name));
  return {
    homeDir: homeOf(deps),
    hasBinary: hasBinary && ((name) => afterwards(hasBinary(name), Boolean)),
    exists: exists && ((path) => afterwards(exists(path), Boolean)),
    read: readFile && ((path) => (exists === undefined ? readFile(path) : afterwards(exists(path), (is) => (is ? readFile(path) : undefined)))),
    write: writeFile,
    warn,
    spawn: spawn && (({ binary, args, stdin, timeoutMs, env, cwd }) => spawn(binary, args, { input: stdin ?? undefined, timeoutMs, ...(env === null ? {} : { env }), ...(isAbsolute ? { cwd } : {}) })),
    // Whoever hands the options on to `fetch` follows no redirect.
    http: httpJson && (({ method, url, body, timeoutMs }) => httpJson(url, { method, ...(body === null ? {} : { body }), timeoutMs, redirect: 'manual' })),
  };
}

module.exports = { hostOf, homeOf, given };
