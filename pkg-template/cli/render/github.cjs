'use strict';
// Findings as annotations of a GitHub workflow run, and a last line for people who read the log.

const human = require('./human.cjs');
const { CONSENT, consentSummary } = require('./moves.cjs');
const { located, slashed } = require('../places.cjs');
const { safe } = require('../safe-text.cjs');

const ESCAPES = { '%': '%25', '\r': '%0D', '\n': '%0A', ':': '%3A', ',': '%2C' };

const MOVES = {
  changed: 'what would run or be sent is not what the lock says',
  new: 'not in the lock',
  vanished: 'in the lock, but there is no such capability',
};

function annotations(result, { counts, denied, moved = [] }) {
  const findings = located(result).map(({ diagnostic, place, others }) => finding(diagnostic, place, others));
  const unread = result.problems.map(({ path, message }) =>
    command('error', { title: 'could not be read' }, `${path}: ${message}`));
  return [...findings, ...unread, ...moved.filter(({ consent }) => consent && consent !== 'none').map(asked), ...(moved.length > 0 ? [consentSummary(moved)] : []), human.verdict(counts, denied), ''].join('\n');
}

function finding({ severity, code, message, help }, { file, path, span }, others) {
  const properties = { ...(file !== undefined && file !== '-' && { file: slashed(file) }), ...lines(span), title: code };
  const where = span || !path ? [] : [`at ${path}`];
  const elsewhere = others.filter((other) => other.file !== undefined && other.file !== file)
    .map((other) => `see ${other.file}${other.span ? `:${other.span.line}` : ''}`);
  return command(severity, properties, [message, ...where, ...elsewhere, ...(help ? [`help: ${help}`] : [])].join('\n'));
}

/** Of whom consent would be asked: no fault, but a reviewer should know. */
function asked({ id, consent, current, changes }) {
  return command('notice', { file: slashed(current.path), title: 'consent' }, [`${id}: ${CONSENT[consent]}`, ...reasons(changes)].join('\n'));
}

function reasons(changes) {
  return changes.map(({ field, kind, before, after }) => {
    const values = [before && `- ${before}`, after && `+ ${after}`].filter(Boolean);
    return [`${field} ${kind}`, ...values].join('\n');
  });
}

/** What moved against a lock, each at its manifest, or at the lock where that is gone. */
function moved(entries, lock) {
  return entries.filter(({ kind }) => kind !== 'same').map(({ id, kind, current, changes, note }) => {
    const text = [`${id}: ${MOVES[kind]}`, ...reasons(changes), ...(note ? [note] : [])].join('\n');
    return `${command('error', { file: slashed(current?.path ?? lock), title: `lock ${kind}` }, text)}\n`;
  }).join('');
}

/** Columns mean nothing to GitHub unless the part ends on the line where it starts. */
function lines(span) {
  if (!span) return {};
  const { line, column, endLine, endColumn } = span;
  return line === endLine ? { line, col: column, endLine, endColumn } : { line, endLine };
}

/** One workflow command; nothing in it can end the line or start another command. */
function command(name, properties, text) {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escaped(value, /[%\r\n:,]/)}`).join(',');
  return `::${name} ${list}::${escaped(text, /[%\r\n]/)}`;
}

function escaped(text, special) {
  return Array.from(String(text), (character) => (special.test(character) ? ESCAPES[character] : safe(character))).join('');
}

module.exports = { annotations, moved };
