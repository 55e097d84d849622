/** One step of a dry run: what is to be done, in words and in full. */
import { h } from '../../dom.mjs';
import { growing, longText, plural } from '../../parts.mjs';
import { posix } from '../../quote.mjs';
import { foreign } from '../../visible.mjs';

const code = (text) => h('code', null, foreign(text));

const WORDS = {
  hasBinary: (name) => ['Look whether ', code(name), ' is on PATH'],
  exists: (path) => ['Look whether there is ', code(path)],
  read: (path) => ['Read ', code(path)],
  write: (path, text) => ['Write ', code(path), `, ${plural(text.length, 'character')}`],
  setAside: (path) => ['Move ', code(path), ' out of the way'],
  keepRaw: (path) => ['Keep the answer as it came in ', code(path)],
  spawn: ({ binary }) => ['Start ', code(binary)],
  http: ({ method, url }) => [`${method} `, code(url)],
};

const DETAILS = {
  write: (path, text) => [text === '' ? null : block('Text', text)],
  spawn: ({ binary, args, stdin, env, cwd, timeoutMs }) => [
    block('Command', posix([binary, ...args])),
    fact('In', cwd),
    fact('Standard input', typeof stdin === 'string' ? `the prompt, ${plural(stdin.length, 'character')}` : 'closed'),
    env === null || env === undefined ? null : fact('Environment', variables(env)),
    fact('Limit', `${timeoutMs / 1000} s`),
  ],
  http: ({ body, timeoutMs }) => [typeof body === 'string' ? block('Body', pretty(body)) : null, fact('Limit', `${timeoutMs / 1000} s`)],
};

export const wordsOf = (effect, args) => WORDS[effect](...args);

export function detailsOf(effect, args) {
  const details = (DETAILS[effect]?.(...args) ?? []).filter((it) => it !== null);
  return details.length === 0 ? null : h('dl', { class: 'facts' }, details);
}

/** A name and what it stands for: a text of somebody else, several of them, or words of ours. */
export function fact(name, value) {
  const shown = typeof value === 'string' ? code(value) : Array.isArray(value) ? growing('ul', null, value, (line) => h('li', null, code(line)), 30).whole : value;
  return [h('dt', null, name), h('dd', null, shown)];
}

/** Variables, one a line. */
export const variables = (env) => Object.entries(env).map(([name, value]) => `${name}=${value}`);

const block = (name, text) => [h('dt', null, name), h('dd', null, longText(text, { class: 'code-block wrap', 'aria-label': name }, 4000))];

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
