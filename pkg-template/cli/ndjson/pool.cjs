'use strict';
// Threads that share work.

const path = require('node:path');
const { Worker } = require('node:worker_threads');

/** Short-lived objects are many and small: little room for them keeps the whole small, and costs no time. */
const YOUNG = { maxYoungGenerationSizeMb: 2 };

/** `run(batch)` promises what the worker says; each thread answers in the order of its batches. */
function pool(jobs, workerData) {
  const threads = Array.from({ length: jobs }, () => thread(workerData));
  return {
    run(batch) {
      const free = threads.reduce((best, one) => (one.waiting.length < best.waiting.length ? one : best));
      return free.run(batch);
    },
    close: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}

function thread(workerData) {
  const worker = new Worker(path.join(__dirname, 'worker.cjs'), { workerData, resourceLimits: YOUNG });
  const waiting = [];
  let failed;
  const fail = (error) => {
    failed ??= error;
    for (const { reject } of waiting.splice(0)) reject(failed);
  };
  worker.on('message', (answer) => waiting.shift().resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('a thread ended early')));
  const run = (batch) => {
    const answer = new Promise((resolve, reject) => {
      if (failed) reject(failed);
      else waiting.push({ resolve, reject });
    });
    // Whoever waits for it hears of a failure; nobody may be waiting yet.
    answer.catch(() => {});
    if (!failed) worker.postMessage(batch, [batch.memory.buffer]);
    return answer;
  };
  return { worker, waiting, run };
}

module.exports = { pool };
