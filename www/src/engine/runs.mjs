/** Runs whose effects are performed on the page: each is told there, and waits for what comes back. */
const EFFECTS = ['hasBinary', 'exists', 'read', 'write', 'setAside', 'keepRaw', 'spawn', 'http'];
const NOTICES = ['warn', 'progress'];

/** What a run is that the page no longer cares about. */
const STOPPED = 'the dry run was stopped';

export class Runs {
  constructor(lanes, post) {
    Object.assign(this, { lanes, post });
    this.waiting = new Map();
  }

  /** Starts a run; the answer is its result. */
  start({ run, plan, options }) {
    const host = { homeDir: '/home/me' };
    for (const effect of EFFECTS) host[effect] = (...args) => this.perform(run, effect, args);
    for (const notice of NOTICES) host[notice] = (about) => this.post({ run, notice, about });
    this.waiting.set(run, undefined);
    return this.lanes.runLane(plan, host, options).finally(() => this.waiting.delete(run));
  }

  perform(run, effect, args) {
    if (!this.waiting.has(run)) throw new Error(STOPPED);
    return new Promise((resolve, reject) => {
      this.waiting.set(run, { resolve, reject });
      this.post({ run, effect, args });
    });
  }

  /** What came of the effect that a run waits for: an answer, or a failure with a code. */
  reply({ run, answer, failure }) {
    const waiting = this.waiting.get(run);
    if (failure === undefined) waiting?.resolve(answer);
    else waiting?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
  }

  /** Lets a run come to its end with nothing but failures. */
  stop({ run }) {
    const waiting = this.waiting.get(run);
    this.waiting.delete(run);
    waiting?.reject(new Error(STOPPED));
  }
}
