/** Files that were dropped or chosen, as texts. Only what a manifest names is read besides manifests. */

const MANIFEST = 'capability.json';
const MOST_FILES = 20_000;
const MOST_BYTES = 9 << 20;

/** A file as text; a byte order mark stays, because the library has something to say about it. */
export async function textOf(file) {
  if (file.size > MOST_BYTES) return { text: '', problem: `${file.name} has more than 8 MiB.` };
  const bytes = await file.arrayBuffer();
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), problem: `${file.name} is not UTF-8; what could not be read stands as U+FFFD.` };
  }
}

/** Manifests among chosen files: `{dir, text, files}`. */
export function readFiles(list) {
  return manifests([...list].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/** The same of what was dropped, folders included. */
export async function readEntries(transfer) {
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) await walk(entry, '', found);
  return manifests(found);
}

async function walk(entry, folder, found) {
  if (entry === null || found.length >= MOST_FILES) return;
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry instanceof File) {
    found.push({ path, file: entry });
  } else if (entry.isFile) {
    found.push({ path, file: await new Promise((resolve, reject) => { entry.file(resolve, reject); }) });
  } else if (entry.isDirectory) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
      if (some.length === 0) break;
      for (const inner of some) await walk(inner, path, found);
    }
  }
}

/** Every `capability.json`; where there is none, every JSON file. */
async function manifests(found) {
  const named = found.filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));
  const chosen = named.length > 0 ? named : found.filter(({ path }) => path.endsWith('.json'));
  const all = new Map(found.map(({ path, file }) => [path, file]));
  return Promise.all(chosen.map(async ({ path, file }) => {
    const { text } = await textOf(file);
    const folder = path.split('/').slice(0, -1).join('/');
    const dir = path.endsWith(MANIFEST) && folder !== '' ? folder.split('/').at(-1) : path.split('/').at(-1).replace(/\.json$/, '');
    return { dir, text, files: folder === '' ? undefined : await bundle(text, folder, all) };
  }));
}

/** The files of a bundle that some text of its manifest names. */
async function bundle(text, folder, all) {
  const files = {};
  let names = [];
  try {
    JSON.parse(text, (key, value) => {
      if (typeof value === 'string' && value !== '' && value.length < 1024) names.push(value);
      return null;
    });
  } catch {
    names = [];
  }
  for (const name of new Set(names)) {
    const file = all.get(`${folder}/${name.replace(/^\.\//, '')}`);
    if (file !== undefined) Object.defineProperty(files, name, { value: (await textOf(file)).text, enumerable: true });
  }
  return files;
}
