// Holds the JSON Schema and the validation rules together; see docs/SCHEMA.md.
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

/** The schema of the built package, or straight from the generator where nothing is built. */
function generated() {
  const built = join(root, 'pkg', 'schema.json');
  if (existsSync(built)) return JSON.parse(readFileSync(built, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-schema-'));
  try {
    execFileSync('cargo', ['run', '--quiet', '--example', 'generate', '--', folder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    return JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const schema = generated();
// Strict mode refuses unknown keywords, and patterns that are no ECMAScript under the `u` flag do not compile.
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

function problems(manifest) {
  return validate(manifest) ? '' : validate.errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('\n');
}

const cases = JSON.parse(read('tests/vectors/validation.json'))
  .filter(({ fn }) => fn === 'validateManifest')
  .flatMap(({ name, input, expect }) => {
    if (input.manifestText === undefined) return [{ name, manifest: input.manifest, valid: expect.valid }];
    try {
      return [{ name, manifest: JSON.parse(input.manifestText), valid: expect.valid }];
    } catch {
      return []; // no JSON: an editor says so without a schema
    }
  });

test('the schema accepts every valid manifest', () => {
  const valid = cases.filter((each) => each.valid);
  assert.ok(valid.length > 100);
  for (const { name, manifest } of valid) assert.equal(problems(manifest), '', name);
});

test('the schema accepts the manifests of this repository', () => {
  const folders = readdirSync(join(root, 'capabilities'));
  assert.equal(folders.length, 12);
  for (const id of folders) assert.equal(problems(JSON.parse(read('capabilities', id, 'capability.json'))), '', id);
});

test('what the schema wrongly accepts is written down, and nothing else', () => {
  const [, list] = /```json\n([^]*?)```/.exec(read('docs/SCHEMA.md'));
  const groups = JSON.parse(list);
  for (const { rule, reason, cases } of groups) assert.ok(rule && reason && cases.length > 0);
  const listed = groups.flatMap((group) => group.cases);
  const lines = (names) => names.join('\n');
  const accepted = cases.filter((each) => !each.valid && validate(each.manifest)).map(({ name }) => name);
  assert.equal(lines(listed.filter((name, index) => listed.indexOf(name) !== index)), '', 'listed twice');
  assert.equal(lines(accepted.filter((name) => !listed.includes(name))), '', 'accepted, but not listed in docs/SCHEMA.md');
  assert.equal(lines(listed.filter((name) => !accepted.includes(name))), '', 'refused or gone: take it off the list in docs/SCHEMA.md');
});

test('every example of the schema satisfies the schema it stands in', () => {
  const ajv = new Ajv2020({ strict: true });
  ajv.addSchema(schema);
  let count = 0;
  (function visit(node, pointer) {
    if (node === null || typeof node !== 'object') return;
    if (!Array.isArray(node) && Array.isArray(node.examples)) {
      const check = ajv.compile({ $ref: `${schema.$id}#${pointer}` });
      for (const example of node.examples) {
        count += 1;
        assert.ok(check(example), `${pointer}: ${JSON.stringify(example)}`);
      }
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'examples') visit(child, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    }
  })(schema, '');
  assert.ok(count > 20);
});

test('every field and every member of a closed set says what it is', () => {
  (function visit(node, pointer, told) {
    if (node === null || typeof node !== 'object') return;
    if (pointer.endsWith('/if') || pointer.endsWith('/not')) return;
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      // The branch of a condition repeats a field of the same object only to narrow it.
      if (typeof field === 'object' && !field.$ref && !told.includes(name)) assert.ok(field.title && field.description, `${pointer}: ${name}`);
    }
    for (const member of node.oneOf ?? []) assert.ok(member.description || member.type === 'boolean' || member.type === 'integer', `${pointer}: ${member.const}`);
    const here = Object.keys(node.properties ?? {});
    for (const [key, child] of Object.entries(node)) {
      if (key === 'examples') continue;
      const same = Array.isArray(node) || ['allOf', 'then', 'else'].includes(key);
      visit(child, `${pointer}/${key}`, same ? [...told, ...here] : []);
    }
  })(schema, '', []);
});
