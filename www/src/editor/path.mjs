/** Where in a manifest a place of the editor is, by the tree that the highlighting made anyway. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';

const CONTAINERS = new Set(['Object', 'Array']);
const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/**
 * `{role, path, node, container}`: `role` is `key`, `value` (of a member) or `item` (of a list); `path` are the names down to
 * it, without the indices of lists; `node` is the key or value that is there, if one is.
 */
export function placeAt(state, position, side = -1) {
  const tree = ensureSyntaxTree(state, position, 50) ?? syntaxTree(state);
  let node = tree.resolveInner(position, side);
  if (node.name === '⚠') node = node.parent ?? node;
  const property = node.name === 'Property' ? node : node.name === 'PropertyName' || VALUES.has(node.name) ? node.parent : undefined;
  if (node.name === 'PropertyName') return { role: 'key', path: pathOf(state, node.parent), node, container: node.parent.parent };
  if (CONTAINERS.has(node.name) && position > node.from && (position < node.to || !isClosed(state, node))) {
    const role = node.name === 'Object' ? 'key' : 'item';
    return { role, path: pathOf(state, node), node: undefined, container: node };
  }
  if (property?.name === 'Property') {
    const colon = afterColon(state, property, position);
    return { role: colon ? 'value' : 'key', path: pathOf(state, property), node: VALUES.has(node.name) ? node : undefined, container: property.parent };
  }
  if (property?.name === 'Array') return { role: 'item', path: pathOf(state, property), node, container: property };
  return undefined;
}

function isClosed(state, node) {
  return /[}\]]/.test(state.sliceDoc(node.to - 1, node.to)) && node.to - node.from > 1;
}

function afterColon(state, property, position) {
  const name = property.getChild('PropertyName');
  return name !== null && position > name.to && state.sliceDoc(name.to, position).includes(':');
}

export function nameOf(state, property) {
  const name = property.getChild('PropertyName');
  if (name === null) return '';
  const raw = state.sliceDoc(name.from, name.to);
  try {
    return JSON.parse(raw);
  } catch {
    return raw.slice(1);
  }
}

function pathOf(state, node) {
  const path = [];
  for (let inner = node; inner !== null; inner = inner.parent) {
    if (inner.name === 'Property') path.unshift(nameOf(state, inner));
  }
  return path;
}

/** The text of a member of an object in the tree, if it is a string. */
export function textMember(state, object, name) {
  for (const property of object?.getChildren('Property') ?? []) {
    const value = property.lastChild;
    if (value?.name === 'String' && nameOf(state, property) === name) return state.sliceDoc(value.from + 1, value.to - 1);
  }
  return undefined;
}

/** The names that an object has already. */
export function namesIn(state, object) {
  return object.getChildren('Property').map((property) => nameOf(state, property));
}

/** The objects around a node, the outermost last. */
export function objectsAround(node) {
  const around = [];
  for (let outer = node; outer; outer = outer.parent) if (outer.name === 'Object') around.push(outer);
  return around;
}
