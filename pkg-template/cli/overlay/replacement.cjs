'use strict';
// What takes the place of a module: one line that loads ours by its path.
//
// A path and no name: a name is looked up in every node_modules above gsd-core, where anybody who can write to one of
// those folders could answer. It is relative where both lie below one node_modules, which may be moved as a whole, else
// absolute.

const fs = require('node:fs');
const path = require('node:path');
const { VERSION } = require('./originals.cjs');

const ours = path.join(fs.realpathSync(path.dirname(path.dirname(__dirname))), 'compat');

const head = (name) => `'use strict';
// Stands in for ${name} of gsd-core ${VERSION}, whose original lies beside this file; put here by gsd-lanes overlay.
// To put the original back: gsd-lanes overlay --undo GSD_CORE_DIR
module.exports = require(`;

const text = (name, target) => `${head(name)}${JSON.stringify(target)});\n`;

/** How a module in `lib` names ours. */
function targetFrom(lib, name) {
  const file = path.join(ours, `${name}.cjs`);
  const relative = path.relative(lib, file);
  if (path.isAbsolute(relative) || !common(lib, file).includes('node_modules')) return file;
  return relative.split(path.sep).join('/');
}

/** The folders that two paths begin with alike. */
function common(one, other) {
  const [a, b] = [one, other].map((it) => it.split(path.sep));
  const end = a.findIndex((part, index) => part !== b[index]);
  return end < 0 ? a : a.slice(0, end);
}

/** What a text loads, if it is a replacement that nobody has changed. */
function targetIn(name, source) {
  const start = head(name);
  if (!source.startsWith(start)) return undefined;
  try {
    const target = JSON.parse(source.slice(start.length, source.lastIndexOf(');')));
    return source === text(name, target) ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is the beginning of a replacement: what is left of one that was not written to its end. */
const isBeginning = (name, source) => head(name).startsWith(source) || source.startsWith(head(name));

module.exports = { ours, text, targetFrom, targetIn, isBeginning };
