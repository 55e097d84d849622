/**
 * Where values stand in a text. The library has read the text before and found it right, so this only has to find
 * places: it judges nothing.
 *
 * A node is `{kind, start, end}`; an object has `members` (`{key, start, end, node}`, the places being those of the key), an
 * array has `items`.
 */

const SPACE = /[\t\n\r ]*/y;
const SCALAR = /[^\t\n\r ,\]}]+/y;

/** The root of a text that is JSON, perhaps after a byte order mark. */
export function readTree(text) {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const space = () => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  };

  function string() {
    const start = at;
    for (;;) {
      at = text.indexOf('"', at + 1);
      let before = at - 1;
      while (text.charCodeAt(before) === 0x5c) before--;
      // An even number of backslashes: the quote is not escaped.
      if ((at - before) % 2 === 1) break;
    }
    at++;
    return { kind: 'string', start, end: at };
  }

  function value() {
    space();
    const first = text[at];
    if (first === '"') return string();
    const start = at;
    if (first !== '{' && first !== '[') {
      SCALAR.lastIndex = at;
      SCALAR.exec(text);
      at = SCALAR.lastIndex;
      return { kind: 'scalar', start, end: at };
    }
    const node = first === '{' ? { kind: 'object', start, end: 0, members: [] } : { kind: 'array', start, end: 0, items: [] };
    const close = first === '{' ? '}' : ']';
    at++;
    space();
    while (text[at] !== close) {
      if (first === '{') {
        const { start: from, end: to } = string();
        space();
        at++; // the colon
        node.members.push({ key: decode(text, from, to), start: from, end: to, node: value() });
      } else {
        node.items.push(value());
      }
      space();
      if (text[at] === ',') at++;
      space();
    }
    at++;
    node.end = at;
    return node;
  }

  return value();
}

function decode(text, start, end) {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? JSON.parse(text.slice(start, end)) : raw;
}

/** What a string stands for; `undefined` for everything else. */
export function stringOf(text, node) {
  return node?.kind === 'string' ? decode(text, node.start, node.end) : undefined;
}

/** The member that counts: the last of its name. */
export function memberOf(node, key) {
  return node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined;
}

/** The value at a path of names and indices. */
export function at(node, ...path) {
  return path.reduce((inner, step) => (typeof step === 'number' ? inner?.items?.[step] : memberOf(inner, step)?.node), node);
}

/** Every member once, the one that counts, in the order of the text. */
export function membersOf(node) {
  return node?.kind === 'object' ? [...new Map(node.members.map((member) => [member.key, member])).values()] : [];
}

/** The place of a value with the name it goes by: `{start, end, label}`. */
export const placeOf = (node, label) => node && { start: node.start, end: node.end, label };

/**
 * Follows a dotted path such as `invoke.args[2]` whose names may hold dots themselves. Gives `{node, start, end}`, the
 * place being the name's where the last step is one, or `undefined`.
 */
export function follow(node, path) {
  if (path === '') return node && { node, start: node.start, end: node.end };
  const index = /^\[(\d+)\]\.?/.exec(path);
  if (index !== null) {
    const item = node?.items?.[Number(index[1])];
    return item && follow(item, path.slice(index[0].length));
  }
  for (const member of membersOf(node)) {
    if (!path.startsWith(member.key)) continue;
    const rest = path.slice(member.key.length);
    if (rest === '') return { node: member.node, start: member.start, end: member.end };
    if (!/^[.[]/.test(rest)) continue;
    const found = follow(member.node, rest.replace(/^\./, ''));
    if (found !== undefined) return found;
  }
  return undefined;
}
