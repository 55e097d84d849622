/** The world of a vector, as a host of functions, with a record of what was asked of it. */
const own = (object, key) => (object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined);

/** `method` is put before the URLs that a world names without one. */
export function worldOf({ binaries = [], files = {}, unreadable = [], homeDir = '/home/dev', help, http = {}, spawn } = {}, method = 'GET') {
  const held = { ...files };
  const record = { spawns: [], requests: [], warnings: [], files: held };
  const servers = Object.fromEntries(Object.entries(http).map(([url, answer]) => [url.includes(' ') ? url : `${method} ${url}`, answer]));
  const host = {
    homeDir,
    hasBinary: (name) => binaries.includes(name),
    exists: (path) => Object.hasOwn(held, path),
    read(path) {
      if (unreadable.includes(path)) throw Object.assign(new Error('unreadable'), { code: 'EACCES' });
      return own(held, path);
    },
    write(path, text) {
      held[path] = text;
    },
    setAside(path) {
      delete held[path];
    },
    spawn({ binary, args, stdin, timeoutMs, env }) {
      record.spawns.push({ binary, args, timeoutMs, env, stdin });
      const isHelp = args.length === 1 && args[0] === '--help';
      const { writes = {}, ...said } = own(isHelp ? help : spawn, binary) ?? {};
      Object.assign(held, writes);
      return { status: 0, ...said };
    },
    http({ method: verb, url, body, timeoutMs }) {
      record.requests.push({ method: verb, url, timeoutMs, ...(body === null ? {} : { body: JSON.parse(body) }) });
      return own(servers, `${verb} ${url}`) ?? { error: 'ECONNREFUSED' };
    },
    warn: (message) => record.warnings.push(message),
  };
  return { host, record };
}

const CODES = ['ENOENT', 'EACCES', 'ETIMEDOUT', 'ENOBUFS'];

/** What a run left behind, as vectors tell it. */
export function leftBehind({ files }, { reviewPath, errPath }, { stubbed, ...outcome }) {
  const review = own(files, reviewPath);
  const errors = own(files, errPath);
  const marks = (text) => text.replace(/^(?:> \[reviewed-[^\n]*\n\n)+/, '');
  const read = (text) => (stubbed ? { stub: true } : { stub: false, blind: outcome.blind, ungrounded: outcome.ungrounded, body: marks(text) });
  return {
    review: review === undefined ? null : read(review),
    err: errors === undefined ? null : { empty: errors === '', code: CODES.find((code) => errors.split('\n').includes(code)) ?? null },
  };
}
