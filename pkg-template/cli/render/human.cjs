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
  const out = [`${tone(`${severity}[${code}]`)}${paint.strong(`: ${safe(message)}`)}`];
  const place = (arrow, to) => `${paint.place(arrow)} ${safe(to)}`;
  let gutter = 1;
  if (span && lines) {
    const marks = [{ span, primary: true }, ...related.filter((other) => other.span).map((other) => ({ span: other.span, label: other.message }))];
    const drawn = snippet(lines, marks, { ...look, tone });
    gutter = drawn.gutter;
    out.push(place(`${' '.repeat(gutter)}-->`, `${path}:${span.line}:${span.column}`), ...drawn.lines, `${' '.repeat(gutter)} ${paint.place('|')}`);
  } else {
    const at = [path, diagnostic.path].filter(Boolean).join(', ');
    if (at) out.push(place(`${' '.repeat(gutter)}-->`, at));
  }
  const note = (name, text) => out.push(...aside(name, safe(text), gutter, look));
  for (const other of related) if (!(span && lines && other.span)) note('see', `${other.path}: ${other.message}`);
  if (help) note('help', help);
  note('rule', beyond ? `${rule} (not checked by gsd-core)` : rule);
  return `${out.join('\n')}\n`;
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
  const verdicts = [[valid, 'valid'], [invalid, 'invalid']].filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const findings = [[errors, 'error'], [warnings, 'warning']].filter(([count]) => count > 0).map(([count, word]) => counted(count, word));
  return [
    `${counted(manifests, 'manifest')}${verdicts.length > 0 ? `: ${verdicts.join(', ')}` : ''}`,
    ...(findings.length > 0 ? [findings.join(', ')] : []),
    ...(unread > 0 ? [`${unread} could not be read`] : []),
  ].join('; ');
}

function counted(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

module.exports = { manifest, finding, summary, counted };
