'use strict';
// A thread that judges batches, one after another.

const { parentPort, workerData } = require('node:worker_threads');
const { judge } = require('./judge.cjs');
const api = require('../..');

parentPort.on('message', (batch) => {
  const answer = judge(batch, workerData, api);
  const given = [answer.text, batch.memory, ...Object.values(answer.claims ?? {})];
  parentPort.postMessage({ ...answer, memory: batch.memory }, given.map(({ buffer }) => buffer));
});
