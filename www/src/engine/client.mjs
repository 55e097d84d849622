/** The page's side of the worker. */

export class Engine {
  constructor() {
    this.waiting = new Map();
    this.runs = new Map();
    this.last = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module', name: 'gsd-lanes' });
    this.worker.onmessage = ({ data: { id, answer, failure, run, ...told } }) => {
      if (run !== undefined) return void this.runs.get(run)?.(told);
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (failure === undefined) resolve(answer);
      else reject(new Error(failure));
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message ?? 'The worker could not be started.');
    };
  }

  /** After a failure of the worker itself the next question gets a new one. */
  fail(message) {
    this.worker.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }

  ask(ask, input) {
    if (this.worker === undefined) this.start();
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ask, input });
    });
  }
}

/** A run of which the page performs the effects. */
export class Run {
  /** `told` gets `{effect, args}` for what is to be answered, and `{notice, about}`. */
  constructor(engine, plan, options, told) {
    this.engine = engine;
    this.run = ++engine.last;
    engine.runs.set(this.run, told);
    this.result = engine.ask('run', { run: this.run, plan, options }).finally(() => engine.runs.delete(this.run));
  }

  answer(answer) {
    return this.engine.ask('reply', { run: this.run, answer });
  }

  fail(failure) {
    return this.engine.ask('reply', { run: this.run, failure });
  }

  stop() {
    this.engine.runs.delete(this.run);
    this.result.catch(() => {});
    return this.engine.ask('stop', { run: this.run });
  }
}

/** Milliseconds: answers that take less are asked for at once; no answer is waited for longer before it is asked for. */
const SHORT = 40, LONGEST = 400;

/**
 * Asks again and again, one question at a time and always the newest: what was superseded while another was answered
 * is never asked. Where answers take long, it waits as long before it asks, within bounds, so that typing stays ahead.
 */
export class Latest {
  /**
   * `question()` gives the input, or `undefined` for none; `answered(answer, input)` gets the answer, `failed(error)` what
   * went wrong; `working(is)` hears whether an answer is still to come.
   */
  constructor(engine, ask, { question, answered, failed, working }) {
    Object.assign(this, { engine, ask, question, answered, failed, working });
    this.timer = undefined;
    this.busy = false;
    this.stale = false;
    this.took = 0;
  }

  /** There is something new to ask. */
  touch() {
    this.stale = true;
    this.working(true);
    if (this.busy) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), this.took < SHORT ? 0 : Math.min(LONGEST, this.took));
  }

  async run() {
    clearTimeout(this.timer);
    const input = this.question();
    this.stale = false;
    if (input !== undefined) await this.put(input);
    if (this.stale) this.touch();
    else this.working(false);
  }

  async put(input) {
    this.busy = true;
    const began = performance.now();
    try {
      const answer = await this.engine.ask(this.ask, input);
      this.took = performance.now() - began;
      this.answered(answer, input);
    } catch (error) {
      this.failed(error);
    } finally {
      this.busy = false;
    }
  }
}
