'use strict';
// Which capabilities of a folder would be active beside the first-party ones, and why the others would not.

const fs = require('node:fs');
const path = require('node:path');
const { inWords } = require('../errno.cjs');
const { readFile } = require('../read.cjs');
const { safe } = require('../safe-text.cjs');
const { counted } = require('../render/human.cjs');

const NAME = 'capability.json';
/** Longer texts are no paths. */
const LONGEST = 1024;

/** Answers {registry, listing} or {problem, trouble}. */
async function merge({ api, look, complain }, own, folder, hostVersion) {
  let names;
  try {
    names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    return { problem: `${folder}: ${inWords(error)}`, trouble: true };
  }
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  // A bundle that holds more has no content hash, hence no consent: what is beyond counts as not there.
  const { bytes: most } = api().vocabulary().bundle;
  const overlays = names.filter((name) => !name.startsWith('.')).map((dir) => ({ scope: 'global', dir, ...manifestOf(path.join(folder, dir), most, complain) }));
  const firstParty = own?.manifests.map(({ bytes }) => bytes);
  const merged = api().mergeRegistry({ firstParty, overlays, hostVersion });
  const { accepted, inactive, warnings, problems } = merged;
  for (const { message } of problems) complain(message);
  for (const { id, code, message } of warnings) complain(`${id}: warning[${code}]: ${message}`);
  return { registry: registryOf(merged), listing: listing(accepted, inactive, look) };
}

/** The manifest's bytes if there are any, and the files it may refer to. */
function manifestOf(folder, most, complain) {
  const file = path.join(folder, NAME);
  let text;
  try {
    text = readFile(file);
  } catch (error) {
    // One that is not there is told of by the library, which knows no other reason.
    if (error.code !== 'ENOENT') complain(`${file}: ${inWords(error)}`);
    return {};
  }
  return { text, files: filesOf(folder, text, most) };
}

/** The files of the bundle that a `path` of the manifest names; no other can matter, and none outside is read. */
function filesOf(folder, text, most) {
  const files = {};
  const inside = `${fs.realpathSync(folder)}${path.sep}`;
  let left = most;
  for (const name of pathsOf(text)) {
    if (left <= 0) break;
    try {
      const file = fs.realpathSync(path.join(folder, name));
      if (!file.startsWith(inside)) continue;
      const bytes = readFile(file);
      left -= bytes.length;
      if (left >= 0) Object.defineProperty(files, name, { value: bytes.toString(), enumerable: true });
    } catch {
      // What cannot be read is not there.
    }
  }
  return files;
}

/** Every `path` in a manifest, once, without the segments that say nothing. */
function pathsOf(bytes) {
  const found = new Set();
  try {
    JSON.parse(bytes.toString().replace(/^\ufeff/, ''), (key, value) => {
      if (key === 'path' && typeof value === 'string' && value !== '' && value.length < LONGEST) found.add(plain(value));
      return null;
    });
  } catch {
    // The library says so.
  }
  return found;
}

/** A path as the library looks it up. */
function plain(name) {
  return name.split('/').filter((part) => part !== '' && part !== '.').join('/');
}

const MEMBERS = [
  'version', 'capabilities', 'runtimes', 'bySkill', 'byAgent', 'configKeys', 'configSchema', 'commandFamilies', 'capabilityClusters',
  'profileMembership', 'byLoopPoint',
];

function registryOf(merged) {
  return Object.fromEntries(MEMBERS.map((name) => [name, merged[name]]));
}

function listing(accepted, inactive, { paint }) {
  const active = accepted.map((id) => `${paint.strong('active')}    ${safe(id)}\n`);
  const skipped = inactive.map(({ id, code, message, help, diagnostics = [] }) => {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return [
      `${paint.warning('inactive')}  ${safe(id)}: ${safe(message)} [${code}]`,
      ...errors.map(({ path: pointer, span, message: why }) => `            ${span ? `line ${span.line}` : pointer}: ${safe(why)}`),
      ...(help ? [`            ${safe(help)}`] : []),
      '',
    ].join('\n');
  });
  return `${active.join('')}${skipped.join('')}${counted(accepted.length, 'overlay')} active, ${inactive.length} inactive\n`;
}

module.exports = { merge };
