'use strict';
// Findings for people.

const { Lines } = require('../lines.cjs');
const { snippet } = require('../snippet.cjs');
const { wrap } = require('../wrap.cjs');
const { safe } = require('../safe-text.cjs');

/** Everything that was found in one manifest; nothing for a clean one. */
function manifest({ path, bytes, diagnostics }, look) {
  if (diagnostics.length === 0) return '';
  const lines = new Lines(bytes);
  return diagnostics.map((diagnostic) => finding(diagnostic, { path, lines }, look)).join('\n') + '\n';
}

/** One finding: what, where, the source, and what to do about it. */
function finding(diagnostic, { path, lines }, look) {
  const { paint } = look;
  const { severity, code, message, span, help, rule, beyond, related = [] } = diagnostic;
  const tone = severity === 'error' ? paint.error : paint.warning;
  const drawn = span && lines ? snippet(lines, marksOf(diagnostic), { ...look, tone }) : { gutter: 1 };
  const indent = ' '.repeat(drawn.gutter);
  const out = [`${tone(`${severity}[${code}]`)}${paint.strong(`: ${safe(message)}`)}`];
  const note = (name, text) => out.push(...aside(name, safe(text), drawn.gutter, look));

  const place = drawn.lines
    ? `${path}:${span.line}:${span.column}`
    : [path, diagnostic.path].filter(Boolean).join(', ');
  if (place) out.push(`${paint.place(`${indent}-->`)} ${safe(place)}`);
  if (drawn.lines) out.push(...drawn.lines, `${indent} ${paint.place('|')}`);
  for (const other of related) if (!(drawn.lines && other.span)) note('see', `${other.path}: ${other.message}`);
  if (help) note('help', help);
  note('rule', beyond ? `${rule} (not checked by gsd-core)` : rule);
  return `${out.join('\n')}\n`;
}

function marksOf({ span, related = [] }) {
  const others = related.filter((other) => other.span).map((other) => ({ span: other.span, label: other.message }));
  return [{ span, primary: true }, ...others];
}

/** `= name: text`, continued under the text. */
function aside(name, text, gutter, { paint, columns }) {
  const indent = gutter + name.length + 5;
  const [first, ...rest] = wrap(text, Math.max(20, columns - indent));
  return [
    `${' '.repeat(gutter)} ${paint.place('=')} ${paint.strong(`${name}:`)} ${first}`,
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
  ];
}

/** `12 manifests: 11 valid, 1 invalid; 3 errors, 1 warning` */
function summary({ manifests, valid, invalid, errors, warnings, unread }) {
  const verdicts = [valid && `${valid} valid`, invalid && `${invalid} invalid`].filter(Boolean).join(', ');
  const findings = [errors && counted(errors, 'error'), warnings && counted(warnings, 'warning')].filter(Boolean);
  return [
    `${counted(manifests, 'manifest')}${verdicts && `: ${verdicts}`}`,
    findings.join(', '),
    unread > 0 && `${unread} could not be read`,
  ].filter(Boolean).join('; ');
}

/** The summary of `check`. */
function verdict(counts, denied) {
  return `${summary(counts)}${denied ? '; warnings are denied' : ''}`;
}

function counted(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

module.exports = { manifest, finding, summary, verdict, counted };
