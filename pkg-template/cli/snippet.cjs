'use strict';
// A finding's places in the source, in the manner of rustc.

const { excerpt } = require('./excerpt.cjs');
const { safe } = require('./safe-text.cjs');

/**
 * `marks`: [{span, label?, primary}] of one text. Answers {gutter, lines}: the width of the line numbers, and what to
 * print. A part over several lines is marked on its first one.
 */
function snippet(lines, marks, { columns, paint, tone }) {
  const gutter = String(Math.max(...marks.map(({ span }) => span.line))).length;
  const bar = `${' '.repeat(gutter)} ${paint.place('|')}`;
  const room = Math.max(20, columns - gutter - 4);
  const out = [bar];
  let previous;
  for (const { span, label, primary } of inOrder(marks)) {
    const text = lines.line(span.line);
    const from = Math.min(span.start - lines.startOf(span.line), text.length);
    const goesOn = span.endLine > span.line;
    const to = goesOn ? text.trimEnd().length : from + span.end - span.start;
    const { shown, at, length } = excerpt(text, from, to, room);
    const source = `${paint.place(`${String(span.line).padStart(gutter)} |`)} ${shown}`.trimEnd();
    if (previous && span.line > previous.line + 1) out.push(paint.place('...'));
    if (previous?.source !== source) out.push(source);
    const note = [goesOn ? `to line ${span.endLine}` : '', label ? safe(label) : ''].filter(Boolean).join(', ');
    const colour = primary ? tone : paint.place;
    out.push(`${bar} ${' '.repeat(at)}${colour(`${(primary ? '^' : '-').repeat(length)}${note && ` ${note}`}`)}`);
    previous = { line: span.line, source };
  }
  return { gutter, lines: out };
}

function inOrder(marks) {
  return [...marks].sort((a, b) => a.span.start - b.span.start);
}

module.exports = { snippet };
