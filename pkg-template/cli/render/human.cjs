'use strict';
// Findings for people.

const { Lines } = require('../lines.cjs');
const { snippet } = require('../snippet.cjs');
const { wrap } = require('../wrap.cjs');
const { safe } = require('../safe-text.cjs');

/** How many places of one finding are shown. */
const PLACES = 8;

/** Everything that was found in one manifest; nothing for a clean one. */
function manifest({ path, bytes, diagnostics }, look) {
  if (diagnostics.length === 0) return '';
  const lines = new Lines(bytes);
  return diagnostics.map((diagnostic) => finding(diagnostic, { path, lines }, look)).join('\n') + '\n';
}

/** One finding: what, where, the source, and what to do about it. */
function finding(diagnostic, { path, lines }, look) {
  const { span, related = [] } = diagnostic;
  const drawn = span && lines ? snippet(lines, marksOf(diagnostic), { ...look, tone: tone(diagnostic, look) }) : { gutter: 1 };
  const place = drawn.lines
    ? `${path}:${span.line}:${span.column}`
    : [path, diagnostic.path].filter(Boolean).join(', ');
  const out = [headline(diagnostic, look), ...arrow(place, drawn.gutter, look)];
  if (drawn.lines) out.push(...drawn.lines, underline(drawn.gutter, look));
  for (const other of related) {
    if (!(drawn.lines && other.span)) out.push(...aside('see', safe(`${other.path}: ${other.message}`), drawn.gutter, look));
  }
  out.push(...advice(diagnostic, drawn.gutter, look));
  return `${out.join('\n')}\n`;
}

/** One finding about several manifests: what, each of the places, and what to do about it. `linesOf` gives a text. */
function together(diagnostic, manifests, linesOf, look) {
  const { places = [] } = diagnostic;
  if (places.length === 0) return finding(diagnostic, {}, look);
  const shown = places.slice(0, PLACES).flatMap(({ manifest, path: pointer, span }) => {
    const { path } = manifests[manifest];
    if (!span) return arrow(`${path}, ${pointer}`, 1, look);
    const { gutter, lines } = snippet(linesOf(manifest), [{ span, primary: true }], { ...look, tone: tone(diagnostic, look) });
    return [...arrow(`${path}:${span.line}:${span.column}`, gutter, look), ...lines, underline(gutter, look)];
  });
  const more = places.length > PLACES ? aside('see', `and ${counted(places.length - PLACES, 'more place')}`, 1, look) : [];
  return `${[headline(diagnostic, look), ...shown, ...more, ...advice(diagnostic, 1, look)].join('\n')}\n`;
}

function tone({ severity }, { paint }) {
  return severity === 'error' ? paint.error : paint.warning;
}

function headline(diagnostic, look) {
  const { severity, code, message } = diagnostic;
  return `${tone(diagnostic, look)(`${severity}[${code}]`)}${look.paint.strong(`: ${safe(message)}`)}`;
}

function arrow(place, gutter, { paint }) {
  return place ? [`${paint.place(`${' '.repeat(gutter)}-->`)} ${safe(place)}`] : [];
}

function underline(gutter, { paint }) {
  return `${' '.repeat(gutter)} ${paint.place('|')}`;
}

function advice({ help, rule, beyond }, gutter, look) {
  return [
    ...(help ? aside('help', safe(help), gutter, look) : []),
    ...aside('rule', beyond ? `${rule} (not checked by gsd-core)` : rule, gutter, look),
  ];
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

module.exports = { manifest, finding, together, summary, verdict, counted };
