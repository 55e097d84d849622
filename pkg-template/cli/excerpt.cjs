'use strict';
// One line of source with a part of it marked, cut to the room there is.

const { safe } = require('./safe-text.cjs');
const { width } = require('./width.cjs');

const TAB = '    ';
const ELLIPSIS = '…';

/**
 * Answers {shown, at, length}: the line as it may be printed, at most about `room` columns, and the columns at which
 * the units `from`..`to` of it stand. Work is bounded by `room`, not by the line.
 */
function excerpt(line, from, to, room) {
  const first = whole(line, Math.max(0, from - room));
  const last = whole(line, Math.min(line.length, Math.max(from, Math.min(to, from + room)) + room));
  const cells = cellsOf(line.slice(first, last), first);
  const marked = cells.findIndex((cell) => cell.end > from);
  const start = marked === -1 ? cells.length : marked;
  const view = fit(cells, start, room, { cutLeft: first > 0, cutRight: last < line.length, to });
  const kept = cells.slice(view.left, view.right);
  const left = view.left > 0 || first > 0 ? ELLIPSIS : '';
  const right = view.right < cells.length || last < line.length ? ELLIPSIS : '';
  const columns = (some) => some.reduce((sum, cell) => sum + cell.columns, 0);
  const inside = cells.slice(start, view.right).filter((cell) => cell.start < to);
  return {
    shown: left + kept.map((cell) => cell.shown).join('') + right,
    at: left.length + columns(cells.slice(view.left, start)),
    length: Math.max(1, columns(inside)),
  };
}

/** Not between the two halves of a pair. */
function whole(line, at) {
  const unit = line.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function cellsOf(text, offset) {
  const cells = [];
  for (const character of text) {
    const shown = character === '\t' ? TAB : safe(character);
    cells.push({ start: offset, end: offset + character.length, shown, columns: width(shown) });
    offset += character.length;
  }
  return cells;
}

/** The cells to show: all if they fit, else the start of the marked part with some of both sides. */
function fit(cells, start, room, { cutLeft, cutRight, to }) {
  const total = cells.reduce((sum, cell) => sum + cell.columns, 0);
  if (!cutLeft && !cutRight && total <= room) return { left: 0, right: cells.length };
  let free = room - 2 * ELLIPSIS.length;
  let left = start;
  let right = start;
  const grow = (limit, more) => {
    while (right < cells.length && more(cells[right]) && cells[right].columns <= limit) {
      limit -= cells[right].columns;
      free -= cells[right++].columns;
    }
  };
  grow(Math.ceil(free * 0.7), (cell) => cell.start < to);
  let before = Math.floor(free / 2);
  const afterwards = cells.slice(right).reduce((sum, cell) => sum + cell.columns, 0);
  if (!cutRight && afterwards < free - before) before = free - afterwards;
  while (left > 0 && cells[left - 1].columns <= before) {
    before -= cells[--left].columns;
    free -= cells[left].columns;
  }
  grow(free, () => true);
  return { left, right };
}

module.exports = { excerpt };
