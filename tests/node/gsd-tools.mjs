/**
 * The real gsd-tools in a world of its own: a home, a project, programs that only pretend, a server on this machine.
 * Nothing of the user's is read or written.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const installed = dirname(require.resolve('@opengsd/gsd-core/package.json'));

const CALL_MS = 60_000;

/** A copy of the installed gsd-core, as npm would have put it there. */
export function installInto(folder) {
  const target = join(folder, 'node_modules/@opengsd/gsd-core');
  cpSync(installed, target, { recursive: true });
  return target;
}

/** A program that notes how it was called, and prints what lies beside it: `NAME.out`, `NAME.err`, `NAME.code`. */
const PROGRAM = `#!/bin/sh
name=\${0##*/}
said="\${0%/*}/../said/$name"
{
  printf '%s' "$name"
  for argument in "$@"; do printf ' [%s]' "$argument"; done
  printf '\\nvariables'
  env | grep -E '^(ACME|CLAUDE_CODE)_' | sort | while read -r line; do printf ' %s' "$line"; done
  printf '\\n'
} >> "$said.calls"
if [ "$1" = --help ]; then cat "$said.help" 2>/dev/null; exit 0; fi
{ printf 'input: '; cat; printf '\\n'; } >> "$said.calls"
before=
for argument in "$@"; do
  if [ "$before" = -o ]; then cat "$said.file" > "$argument"; fi
  before=$argument
done
cat "$said.err" >&2 2>/dev/null
cat "$said.out" 2>/dev/null
exit "$(cat "$said.code" 2>/dev/null || echo 0)"
`;

/** What the server was asked is in `requests`; it answers as the first segment of the path says. */
export async function serve() {
  const requests = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => (body += part)).on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`);
      const [, kind, ...path] = request.url.split('/');
      const { status = 200, headers = {}, json } = ANSWERS[kind]?.[path.join('/')] ?? { status: 404, json: {} };
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(JSON.stringify(json));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { requests, host: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((done) => server.close(done)) };
}

const models = { json: { data: [{ id: 'small' }, { id: 'large' }] } };
const ANSWERS = {
  good: { 'v1/models': models, 'v1/chat/completions': { json: { model: 'small', choices: [{ message: { content: 'The server finds nothing wrong with the plan at all.' }, finish_reason: 'stop' }] } } },
  broken: { 'v1/models': models, 'v1/chat/completions': { status: 500, json: { error: { message: 'out of memory' } } } },
  moved: { 'v1/models': models, 'v1/chat/completions': { status: 307, headers: { location: '/good/v1/chat/completions' }, json: {} } },
};

/**
 * A world for one gsd-core. `programs`: name -> {out, err, file, code, help}. Answers {run, put, files, at, end};
 * whatever is random in what is printed or written is replaced by a word.
 */
export function worldOf(core, { programs, files, host }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-tools-')));
  const at = (...path) => join(root, ...path);
  for (const folder of ['home', 'project', 'bin', 'said']) mkdirSync(at(folder));
  for (const [name, told] of Object.entries(programs)) {
    writeFileSync(at('bin', name), PROGRAM, { mode: 0o755 });
    for (const [part, text] of Object.entries(told)) writeFileSync(at('said', `${name}.${part}`), `${text}`);
  }
  const put = (name, text) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) put(name, text);

  const plain = (text) => text.replaceAll(host, 'http://SERVER').replaceAll(root, 'WORLD').replaceAll(dirname(core), 'CORE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replaceAll(/"(pid|ts)": ?\d+/g, '"$1": 0');
  const home = at('home');
  // Whatever else gsd-core may look at for a home is none of it.
  const env = {
    HOME: home, USERPROFILE: home, GSD_HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.data'), XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: at('home'), PATH: [at('bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), NO_COLOR: '1', LANG: 'C.UTF-8',
  };

  const run = (args) => new Promise((done) => {
    const child = spawn(process.execPath, [join(core, 'gsd-core/bin/gsd-tools.cjs'), ...args], { cwd: at('project'), env, stdio: ['ignore', 'pipe', 'pipe'], timeout: CALL_MS, killSignal: 'SIGKILL' });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text));
    child.on('close', (code, signal) => done({ code: code ?? signal, out: plain(said.out), err: plain(said.err) }));
  });
  /** The files below a folder of this world, by name. */
  const filesBelow = (folder) => Object.fromEntries(readdirSync(at(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort().map((file) => [file.slice(at(folder).length + 1), plain(readFileSync(file, 'utf8'))]));
  return { run, put, at, files: filesBelow, end: () => rmSync(root, { recursive: true, force: true }) };
}
