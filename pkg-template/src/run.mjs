/**
 * Runs lanes over a host of functions. The module decides, step by step, what is to be done; here it is done.
 *
 * Nothing a host does can make a run throw: a function that is missing, fails or answers nonsense gives the outcome
 * that a failing tool would give.
 */
import { engine } from 'gsd-lanes:engine';

import { objectArgument, optionalString, optionsArgument } from './arguments.mjs';
import { GsdLanesError } from './errors.mjs';
import { NOT_GIVEN } from './engine.mjs';
import { ORDINARY } from './snapshot.mjs';

const FUNCTIONS = ['hasBinary', 'exists', 'read', 'write', 'setAside', 'keepRaw', 'spawn', 'http', 'warn', 'progress'];

/** Runs a resolved lane; the host's functions may answer with promises. */
export async function runLane(plan, host, options) {
  return wait(lane(plan, host, options));
}

/** The same over a host that answers at once. */
export function runLaneSync(plan, host, options) {
  return atOnce(lane(plan, host, options));
}

/** Whether a lane could run: `{available, reason, detail?}`. */
export async function probeLane(input, host) {
  return wait(probe(input, host));
}

/** The same over a host that answers at once. */
export function probeLaneSync(input, host) {
  return atOnce(probe(input, host));
}

/** The model that a server is asked for: `{model, asked, askTimeoutMs}`. */
export async function resolveModel(input, host) {
  return wait(model(input, host));
}

/** The same over a host that answers at once. */
export function resolveModelSync(input, host) {
  return atOnce(model(input, host));
}

const STRINGS = ['identity', 'repoRoot', 'platform', 'profile', 'owner', 'agreement', 'consentedHost', 'probeHost'];

function lane(plan, host, options) {
  objectArgument(plan, 'plan');
  const given = optionsArgument(options);
  const members = [['plan', engine.snapshot(plan, ORDINARY)]];
  for (const name of STRINGS) {
    const text = optionalString(given[name], `options.${name}`);
    if (text !== undefined) members.push([name, plain(text)]);
  }
  for (const name of ['explicit', 'hostFromProject']) {
    if (given[name] !== undefined) members.push([name, plain(given[name] === true)]);
  }
  return steps('runLane', members, host);
}

function probe(input, host) {
  const { probe: declared, requiresBinaries, planHost, probeHost, repoRoot, profile } = objectArgument(input, 'input');
  return steps('probe', membersOf({ probe: declared, requiresBinaries, planHost, probeHost, repoRoot, profile }), host);
}

function model(input, host) {
  const { configuredModel, modelsUrl, fallbackModel, profile } = objectArgument(input, 'input');
  return steps('modelOf', membersOf({ configuredModel, modelsUrl, fallbackModel, profile }), host);
}

const plain = (value) => engine.snapshot(value, ORDINARY);

const membersOf = (input) => Object.entries(input).filter(([, value]) => value !== undefined).map(([name, value]) => [name, plain(value)]);

/** The steps of a run: yields what is to be performed, takes the reply. */
function* steps(name, members, host) {
  const functions = functionsOf(host);
  members.push(['homeDir', plain(homeOf(host))]);
  let step = engine.begin(name, members);
  const { wasm } = engine;
  const { run } = step;
  try {
    for (;;) {
      for (const notice of step.notices) tell(functions, notice);
      if (step.result !== undefined) return step.result;
      const reply = yield { wants: step.wants, functions };
      // A trap in another call has taken all runs with it.
      if (engine.wasm !== wasm) throw new GsdLanesError('trap', 'The module was set up anew while this run was under way');
      step = engine.step(run, reply === undefined ? NOT_GIVEN : engine.texts(reply));
    }
  } finally {
    if (step?.result === undefined && engine.wasm === wasm) wasm.drop_run(run);
  }
}

function atOnce(run) {
  let next = run.next();
  while (!next.done) {
    const { wants, functions } = next.value;
    const { perform, answered, failed } = EFFECTS[wants.effect];
    let reply;
    try {
      const answer = perform(functions, wants);
      if (isLater(answer)) throw new Error(`host.${wants.effect} answered with a promise; runLane waits for those`);
      reply = answered(answer);
    } catch (error) {
      reply = failed(error);
    }
    next = run.next(reply);
  }
  return next.value;
}

async function wait(run) {
  let next = run.next();
  while (!next.done) {
    const { wants, functions } = next.value;
    const { perform, answered, failed } = EFFECTS[wants.effect];
    let reply;
    try {
      reply = answered(await perform(functions, wants));
    } catch (error) {
      reply = failed(error);
    }
    next = run.next(reply);
  }
  return next.value;
}

/** The host's own functions, each looked up once. */
function functionsOf(host) {
  objectArgument(host, 'host');
  const functions = {};
  for (const name of FUNCTIONS) {
    const found = host[name];
    if (found === undefined || found === null) continue;
    if (typeof found !== 'function') throw new TypeError(`host.${name} must be a function`);
    functions[name] = found.bind(host);
  }
  return functions;
}

/** The home directory; none where the host cannot say, as with every other function of it. */
function homeOf(host) {
  try {
    const { homeDir } = host;
    const home = typeof homeDir === 'function' ? homeDir.call(host) : homeDir;
    if (isLater(home)) return '';
    return typeof home === 'string' ? home : '';
  } catch {
    return '';
  }
}

/** Whether an answer is a promise: nobody waits for it, so it may fail in peace. */
function isLater(answer) {
  if (!(answer instanceof Promise)) return false;
  answer.catch(() => {});
  return true;
}

/** What somebody should see; that they cannot be told stops nothing. */
function tell({ warn, progress }, { warning, ...state }) {
  try {
    isLater(warning === undefined ? progress?.(state) : warn?.(warning));
  } catch {
    // The run goes on.
  }
}

const messageOf = (error) => {
  try {
    return String(error?.message ?? error);
  } catch {
    return 'the host failed';
  }
};

const codeOf = (error) => {
  try {
    return typeof error?.code === 'string' ? error.code : 'EUNKNOWN';
  } catch {
    return 'EUNKNOWN';
  }
};

/** A text, as it is or as the bytes of one: byte order marks stay, what is no UTF-8 becomes U+FFFD. */
const textOf = (answer) => {
  const isBytes = ArrayBuffer.isView(answer) || answer instanceof ArrayBuffer;
  return isBytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer) : answer;
};

const yes = (answer) => answer === true;
const no = () => false;
const written = (answer) => (typeof answer === 'string' ? answer : null);
const record = (answer) => (typeof answer === 'object' && answer !== null ? answer : {});

/** How each effect is performed, what its answer means, and what a failure means: src/lane/steps.rs, `reply_of`. */
const EFFECTS = {
  hasBinary: { perform: ({ hasBinary }, { name }) => hasBinary?.(name), answered: yes, failed: no },
  exists: {
    perform: ({ exists, read }, { path }) => (exists === undefined ? read?.(path) : exists(path)),
    answered: (answer) => answer === true || typeof textOf(answer) === 'string',
    failed: no,
  },
  read: {
    perform: ({ read }, { path }) => read?.(path),
    answered: (answer) => written(textOf(answer)),
    // A file that is there and cannot be read is another matter than one that is not.
    failed: (error) => (codeOf(error) === 'ENOENT' ? null : false),
  },
  write: { perform: ({ write }, { path, text }) => need(write, 'write')(path, text), answered: written, failed: messageOf },
  setAside: {
    perform: ({ setAside, write }, { path }) => (setAside === undefined ? need(write, 'write')(path, '') : setAside(path)),
    answered: written,
    failed: messageOf,
  },
  keepRaw: { perform: ({ keepRaw }, { path }) => keepRaw?.(path), answered: () => null, failed: () => null },
  spawn: {
    perform: ({ spawn }, { effect: _, ...request }) => need(spawn, 'spawn')(request),
    answered: (answer) => {
      const { status, stdout, stderr, errorCode } = record(answer);
      return { status, stdout: textOf(stdout), stderr: textOf(stderr), errorCode };
    },
    failed: (error) => ({ errorCode: codeOf(error), stderr: messageOf(error) }),
  },
  http: {
    perform: ({ http }, { effect: _, ...request }) => need(http, 'http')(request),
    answered: (answer) => {
      const { ok, status, body, error } = record(answer);
      return { ok, status, body: textOf(body), error };
    },
    failed: (error) => ({ error: messageOf(error) }),
  },
};

function need(found, name) {
  if (found !== undefined) return found;
  throw Object.assign(new Error(`the host has no ${name}`), { code: 'ENOSYS' });
}
