'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { find } = require('../overlay/layout.cjs');
const { each, replace, restore } = require('../overlay/change.cjs');
const { leftovers, look } = require('../overlay/state.cjs');
const { ours, targetFrom } = require('../overlay/replacement.cjs');
const { inTurn } = require('../overlay/turn.cjs');
const { VERSION } = require('../overlay/originals.cjs');
const { document } = require('../render/json.cjs');
const { counted } = require('../render/human.cjs');
const { safe } = require('../safe-text.cjs');
const exit = require('../exit.cjs');
const { format } = require('./options.cjs');

module.exports = {
  name: 'overlay',
  summary: `run an installed gsd-core ${VERSION} on this library, or put its own modules back`,
  operands: { name: 'GSD_CORE_DIR', min: 1, max: 1, usage: 'GSD_CORE_DIR' },
  options: {
    format,
    undo: { type: 'boolean', text: 'put the original modules back, byte for byte' },
  },
  notes: [
    'GSD_CORE_DIR is node_modules/@opengsd/gsd-core, or the folder gsd-core that its installer made. Ten',
    'modules in bin/lib are replaced by one line each that loads this package from where it lies now;',
    'their originals stay beside them. Nothing is changed if any of them is not as gsd-core came with it.',
    'What was interrupted is completed by the same command, or undone.',
  ],
  exits: { 0: 'done', 1: 'refused: nothing was changed' },
  examples: [
    'gsd-lanes overlay node_modules/@opengsd/gsd-core',
    'gsd-lanes overlay --undo node_modules/@opengsd/gsd-core',
  ],

  run(context, { values, operands: [given] }) {
    const found = find(given);
    const outcome = found.problem === undefined ? change(found, values.undo ? undo : overlay) : { refused: [{ file: given, reason: found.problem }], trouble: found.trouble };
    return tell({ ...outcome, given, action: values.undo ? 'undo' : 'overlay', json: values.format === 'json' }, context);
  },
};

/** Looks and changes in one turn: what another run is at work on looks like what it is not. */
function change(found, plan) {
  const outcome = inTurn(found.folder, () => {
    const { refused, work } = plan(found);
    return refused === undefined ? work() : { refused };
  });
  if (!outcome.isReadOnly) return outcome;
  // Where nothing can be written, there is still something to be said.
  const { refused } = plan(found);
  return refused === undefined ? outcome : { refused };
}

const isSound = ({ module, saved }) => (module === 'original' && ['missing', 'original'].includes(saved)) || (module === 'replacement' && saved === 'original');

/** A replacement that somebody has taken away is taken back all the same: its original is there. */
const isWayBack = (one) => isSound(one) || (one.module === 'missing' && one.saved === 'original');

/** Why a module and its backup are not what they may be. */
function against({ file, backup, module, saved }) {
  if (module === 'missing') return { file, reason: saved === 'original' ? 'is missing; undo brings its original back' : 'is missing' };
  if (!['original', 'replacement'].includes(module)) return { file, reason: `${module}; it is not that of gsd-core ${VERSION}` };
  if (module === 'replacement' && saved === 'missing') return { file: backup, reason: 'is missing: the original is lost; install gsd-core again' };
  return { file: backup, reason: `${saved === 'replacement' ? 'was changed' : saved}; it is not the original of gsd-core ${VERSION}` };
}

/** Answers {refused}, or the `work` that is to be done. */
function overlay({ folder, lib }) {
  const modules = look(lib);
  const refused = modules.filter((module) => !isSound(module)).map(against);
  for (const { name } of modules) {
    const file = path.join(ours, `${name}.cjs`);
    if (!fs.existsSync(file)) refused.push({ file, reason: 'is missing: this package is not whole' });
  }
  // What npx has fetched, it may throw away.
  if (ours.split(path.sep).includes('_npx')) refused.push({ file: ours, reason: 'lies in the cache of npx, which may be emptied; install gsd-lanes first' });
  const replaced = modules.filter(({ module }) => module === 'replacement');
  const foreign = replaced.find(({ name, target }) => target !== targetFrom(lib, name));
  if (foreign) refused.push({ file: foreign.file, reason: `loads another gsd-lanes (${foreign.target}); undo that first` });
  else if (refused.length === 0 && replaced.length === modules.length) refused.push({ file: folder, reason: 'is overlaid already' });
  return refused.length > 0 ? { refused } : { work: () => replaceAll({ folder, lib }, modules) };
}

function replaceAll({ folder, lib }, modules) {
  const { done, failure } = each(modules.filter(({ module }) => module === 'original'), replace);
  if (failure === undefined) return finish({ folder, modules: modules.map(({ name }) => name), lib });
  // What this run has done goes back; what was there before it stays.
  const touched = new Set([...done.map(({ name }) => name), path.basename(failure.file, '.cjs')]);
  const back = each(look(lib).filter(({ name }) => touched.has(name)), restore);
  return { failed: [failure, back.failure].filter(Boolean), isBack: back.failure === undefined };
}

/** Answers {refused}, or the `work` that is to be done. */
function undo({ folder, lib }) {
  const modules = look(lib);
  const refused = modules.filter((module) => !isWayBack(module)).map(against);
  if (refused.length > 0) return { refused };
  const changed = modules.filter(({ module, saved }) => module === 'replacement' || saved === 'original');
  if (changed.length === 0 && leftovers(lib).length === 0) return { refused: [{ file: folder, reason: 'is not overlaid' }] };
  return { work: () => restoreAll({ folder, lib }, changed) };
}

function restoreAll({ folder, lib }, changed) {
  const { failure } = each(changed, restore);
  return failure === undefined ? finish({ folder, modules: changed.map(({ name }) => name), lib }) : { failed: [failure] };
}

/** Takes away what earlier runs did not finish. */
function finish({ lib, ...outcome }) {
  for (const file of leftovers(lib)) fs.rmSync(file, { force: true });
  return outcome;
}

function tell({ refused = [], failed = [], folder = null, modules = [], given, action, json, trouble, isBack }, { print, complain, look: { paint } }) {
  for (const { file, reason } of [...refused, ...failed]) complain(`${file}: ${reason}`);
  const ok = refused.length + failed.length === 0;
  if (refused.length > 0) complain('nothing was changed');
  if (failed.length > 0) complain(isBack ? 'what had been replaced is as it was' : `not finished; run this again, or gsd-lanes overlay --undo ${given}`);
  if (json) print(document({ action, ok, folder, gsdCore: VERSION, modules: modules.map((name) => `${name}.cjs`), refused, failed }));
  else if (ok) print(`${paint.strong(done(action, folder, modules))}\n`);
  if (ok) return exit.CLEAN;
  return failed.length > 0 || trouble ? exit.TROUBLE : exit.FINDINGS;
}

function done(action, folder, modules) {
  const what = counted(modules.length, 'module');
  return action === 'undo'
    ? `${safe(folder)}: ${what} put back`
    : `${safe(folder)}: ${what} replaced; they load ${safe(ours)}`;
}
