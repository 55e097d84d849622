// Manifests by the thousand, the same each time:
//
//     node tests/node/cli-generate.mjs COUNT [--bare] > many.ndjson
//
// Lane n has names of its own; each 1000th line is broken, each 1000th+1 has an error, each 1000th+2 takes the flag of
// the line before the broken one. Every fifth line is wrapped as {source, manifest}, unless --bare.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bases = ['coderabbit', 'ollama', 'qwen'].map((id) =>
  JSON.parse(readFileSync(new URL(`../../capabilities/${id}/capability.json`, import.meta.url), 'utf8')));

/** A lane that shares no name with another. */
function lane(base, name) {
  const { slug } = base.reviewer;
  const own = (key) => (typeof key === 'string' ? key.replaceAll(slug, name.replaceAll('-', '_')) : key);
  const host = (part) => (part.hostConfigKey ? { ...part, hostConfigKey: own(part.hostConfigKey) } : part);
  const { invoke, probe } = base.reviewer;
  const keys = Object.entries(base.reviewer).filter(([key]) => key.endsWith('ConfigKey') || key === 'promptBudgetKey');
  return {
    ...base,
    id: name,
    config: Object.fromEntries(Object.entries(base.config).map(([key, slice]) => [own(key), slice])),
    reviewer: { ...base.reviewer, ...Object.fromEntries(keys.map(([key, value]) => [key, own(value)])), slug: name, flags: [`--${name}`], reviewsSection: `Review of ${name}`, invoke: host(invoke), probe: host(probe) },
  };
}

/** Line `index`, counted from 0. */
export function line(index, { bare = false } = {}) {
  const place = index % 1000;
  const name = `lane-${index}`;
  if (index >= 1000 && place === 0) return `{"id":"${name}",`;
  let manifest = JSON.stringify(lane(bases[index % bases.length], name));
  if (index >= 1000 && place === 1) manifest = manifest.replace('"tier":"', '"tier":"no-');
  if (index >= 1000 && place === 2) manifest = manifest.replace(`"--${name}"`, `"--lane-${index - 3}"`);
  return !bare && index % 5 === 4 ? `{"source":"registry/${name}","manifest":${manifest}}` : manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = Number(process.argv[2] ?? 100_000);
  const bare = process.argv.includes('--bare');
  process.stdout.on('error', () => process.exit());
  for (let index = 0; index < count; index += 500) {
    const lines = Array.from({ length: Math.min(500, count - index) }, (_, offset) => `${line(index + offset, { bare })}\n`);
    if (!process.stdout.write(lines.join(''))) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
