'use strict';
// The report of `check`, for people and as one document.

const human = require('./human.cjs');
const { document } = require('./json.cjs');
const render = require('./moves.cjs');
const { Lines } = require('../lines.cjs');

function forPeople({ manifests, across }, { counts, denied, moved }, { look }) {
  if (counts.manifests === 0) return '';
  const known = new Map();
  const linesOf = (index) => {
    if (!known.has(index)) known.set(index, new Lines(manifests[index].bytes));
    return known.get(index);
  };
  const findings = [
    ...manifests.map((manifest) => human.manifest(manifest, look)),
    ...across.map((diagnostic) => `${human.together(diagnostic, manifests, linesOf, look)}\n`),
  ];
  const codes = new Set([...manifests.flatMap(({ diagnostics }) => diagnostics), ...across].map(({ code }) => code));
  const more = `For more about a finding: gsd-lanes explain ${codes.size === 1 ? [...codes] : 'CODE'}\n`;
  const compared = moved ? `${render.entries(moved, look)}${render.consentSummary(moved)}\n` : '';
  return `${findings.join('')}${codes.size > 0 ? more : ''}${compared}${look.paint.strong(human.verdict(counts, denied))}\n`;
}

function asJson({ manifests, across, problems }, { counts, moved }) {
  return document({
    files: manifests.map(({ path, id = null, valid, diagnostics }) => ({ path, id, valid, diagnostics })),
    diagnostics: across,
    ...(moved && { against: render.data(moved) }),
    problems,
    summary: counts,
  });
}

module.exports = { asJson, forPeople };
