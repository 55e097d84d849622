'use strict';
// Findings as SARIF 2.1.0. Nothing in it depends on time, machine or line numbers that moved: same input, same bytes.

const { createHash } = require('node:crypto');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { data } = require('./moves.cjs');
const { located, slashed } = require('../places.cjs');
const { safe, safeJson } = require('../safe-text.cjs');

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

function log(result, { moved }, { version, explain }) {
  const findings = located(result);
  const codes = [...new Set(findings.map(({ diagnostic }) => diagnostic.code))].sort();
  const seen = new Map();
  const run = {
    tool: { driver: { name: 'gsd-lanes', version, semanticVersion: version, rules: codes.map((code) => rule(code, explain(code))) } },
    invocations: [invocation(result.problems)],
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    results: findings.map((found) => finding(found, codes, seen)),
    ...(moved && { properties: { against: data(moved) } }),
  };
  return `${safeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

/** What `gsd-lanes explain` says about a code. */
function rule(id, page) {
  const text = page?.trimEnd() ?? id;
  const gist = text.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? id;
  return { id, shortDescription: { text: gist }, help: { text, markdown: text } };
}

function invocation(problems) {
  const notifications = problems.map(({ path: file, message }) => ({ level: 'error', message: { text: `${file}: ${message}` } }));
  return {
    executionSuccessful: problems.length === 0,
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
}

function finding({ diagnostic, id, place, others }, codes, seen) {
  const { code, severity, rule: number, field, message, help, beyond = false } = diagnostic;
  const related = others.filter(({ file }) => file !== undefined)
    .map((other, index) => ({ id: index + 1, ...location(other), message: { text: plain(other.message) } }));
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: [message, help].filter(Boolean).map(plain).join('\n') },
    locations: [location(place)],
    ...(related.length > 0 && { relatedLocations: related }),
    partialFingerprints: { 'gsdLanes/v1': fingerprint([id ?? place.file ?? '', code, number, place.path], seen) },
    properties: { rule: number, field, beyond },
  };
}

function location({ file, path: pointer, span }) {
  return {
    ...(file !== undefined && {
      physicalLocation: { artifactLocation: { uri: uri(file) }, ...(span && { region: region(span) }) },
    }),
    logicalLocations: [{ fullyQualifiedName: pointer || '/', kind: 'value' }],
  };
}

function region({ line, column, endLine, endColumn }) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function uri(file) {
  if (path.isAbsolute(file)) return pathToFileURL(file).href;
  return slashed(path.normalize(file)).split('/').map((part) => encodeURIComponent(part.toWellFormed())).join('/');
}

/** A message may hold links, `[text](target)`; what comes from a manifest must not become one. */
function plain(text) {
  return safe(text).replaceAll('](', '] (');
}

/** Survives edits elsewhere: made of what is wrong and where in the value. The same twice is told apart by number. */
function fingerprint(parts, seen) {
  const key = JSON.stringify(parts);
  const number = seen.get(key) ?? 0;
  seen.set(key, number + 1);
  return createHash('sha256').update(`${key} ${number}`).digest('hex').slice(0, 32);
}

module.exports = { log };
