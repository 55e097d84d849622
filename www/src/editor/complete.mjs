/** Completion of names and values, from the vocabulary. */
import { autocompletion } from '@codemirror/autocomplete';

import { fieldTip } from './tip.mjs';
import { namesIn, objectsAround, placeAt, textMember } from './path.mjs';

export function completion(lexicon) {
  return autocompletion({ override: [(context) => complete(context, lexicon())], icons: false, closeOnBlur: true });
}

function complete(context, lexicon) {
  if (lexicon === undefined) return null;
  const place = placeAt(context.state, context.pos);
  if (place === undefined) return null;
  const word = wordAt(context, place.node);
  if (!context.explicit && word.from === context.pos) return null;
  const options = place.role === 'key' ? names(context, place, lexicon) : values(context, place, lexicon);
  // In the order of the vocabulary, what is required first.
  options.forEach((option, index) => { option.boost = (option.detail === 'required' ? 99 : 49) - Math.min(index, 99) / 2; });
  return options.length === 0 ? null : { from: word.from, to: word.to, options, validFor: /^"?[\w$.{}-]*"?$/ };
}

/** What is being typed: the name or value around the cursor, quotes included. */
function wordAt({ state, pos }, node) {
  if (node !== undefined && node.name !== 'Object' && node.name !== 'Array' && node.from < pos) return { from: node.from, to: Math.max(node.to, pos) };
  const line = state.doc.lineAt(pos);
  const before = /"?[\w$.{}-]*$/.exec(state.sliceDoc(Math.max(line.from, pos - 80), pos))[0];
  return { from: pos - before.length, to: pos };
}

function names({ state }, { path, container, node }, lexicon) {
  const parent = node === undefined ? path : path.slice(0, -1);
  const there = new Set(namesIn(state, container));
  const typed = node && state.sliceDoc(node.from, node.to).replaceAll('"', '');
  const hasColon = node !== undefined && /^\s*:/.test(state.sliceDoc(node.to, node.to + 20));
  const role = parent.length === 0 ? textMember(state, container, 'role') : undefined;
  return lexicon.membersOf(parent, fitting(state, container, parent, lexicon))
    .filter(({ name }) => name === typed || !there.has(name))
    .map((field) => ({
      label: `"${field.name}"`,
      displayLabel: field.name,
      // What a feature must have others need not.
      detail: field.required && (parent.length > 0 || field.section !== 'feature' || role === 'feature') ? 'required' : undefined,
      info: () => fieldTip(field),
      apply: hasColon ? `"${field.name}"` : `"${field.name}": `,
      type: 'property',
    }));
}

/** What belongs to another role, transport or kind of probe is not offered. */
function fitting(state, container, parent, lexicon) {
  const owner = parent.join('.');
  if (owner === '') {
    const role = textMember(state, container, 'role');
    return ({ name }) => role === 'feature' || !lexicon.roles.has(role) || !lexicon.featureOnly.has(name);
  }
  if (owner === 'reviewer.invoke') {
    const transport = textMember(state, objectsAround(container)[1], 'transport');
    return ({ section }) => !lexicon.transports.has(transport) || !lexicon.transports.has(section) || section === transport;
  }
  if (owner === 'reviewer.probe') {
    const forbidden = lexicon.probes.get(textMember(state, container, 'kind'))?.forbids ?? [];
    return ({ name }) => !forbidden.includes(name);
  }
  return () => true;
}

function values({ state }, { role, path, node, container }, lexicon) {
  const field = lexicon.field(path);
  const quoted = (value) => JSON.stringify(value);
  const options = (field?.members ?? []).map(({ value, text }) => ({ label: quoted(value), info: text && (() => fieldTip({ title: String(value), text })), type: 'enum' }));
  if (role === 'item' && path.join('.') === 'reviewer.invoke.args') {
    options.push(...lexicon.placeholders.map(({ name, text }) => ({ label: quoted(name), info: () => fieldTip({ title: name, text }), type: 'constant' })));
  }
  if (role === 'value' && field?.accepts?.includes('true or false')) options.push({ label: 'true', type: 'keyword' }, { label: 'false', type: 'keyword' });
  if (options.length === 0) {
    for (const example of field?.examples ?? []) {
      if (typeof example !== 'object' || example === null) options.push({ label: quoted(example), detail: 'example', type: 'text' });
    }
  }
  const present = role === 'item' ? new Set(container.getChildren('String').filter((item) => item.from !== node?.from).map((item) => state.sliceDoc(item.from, item.to))) : new Set();
  return options.filter(({ label }) => !present.has(label));
}
