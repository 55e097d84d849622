/**
 * Which words of the consent prompt stand where in the manifest. The library says what is disclosed; this looks the same
 * values up in the text, in the order in which they were told, so it needs to know no rule of disclosure.
 */
import { at, follow, memberOf, membersOf, placeOf, stringOf } from './tree.mjs';

const ESCAPES = /\\u[0-9a-f]{4}/g;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The lines with their text in parts: `{text}`, or `{text, start, end, label}` for a value of the manifest. */
export function linkPrompt(lines, disclosure, text, tree) {
  const finder = new Finder(text, tree, disclosure);
  return lines.map((line) => ({
    kind: line.kind,
    depth: line.depth,
    warning: line.text.startsWith('WARNING'),
    parts: split(line.text, finder.wanted(line)),
  }));
}

/** What a value looks like as a word, with quotes or without. */
const asWords = (value) => [value, `'${value.replaceAll("'", "''")}'`];

class Finder {
  constructor(text, tree, disclosure) {
    Object.assign(this, { text, tree, disclosure });
    this.told = { hook: 0, command: 0, server: 0, skill: 0 };
    this.listed = { hooks: 0, commands: 0, mcpServers: 0, skills: 0 };
    /** What the lines of depth 2 belong to. */
    this.owner = undefined;
  }

  /** `[words, place]` for every value of a line; several words if they stand in a row. */
  wanted(line) {
    const { disclosure } = this;
    switch (line.kind) {
      case 'B-3': return this.fields(line, this.entry('hooks', disclosure.hooks[this.told.hook++], ['event', 'script']));
      case 'B-5': return this.fields(line, this.entry('commands', disclosure.commandModules[this.told.command++], ['family', 'module', 'router']));
      case 'B-8': return this.server(line, disclosure.mcpServers[this.told.server++]);
      case 'B-13':
      case "B-13'": return this.lane(line);
      case 'B-21': return this.skill(line, disclosure.instructionSurfaces[this.told.skill++]);
      case 'B-24': return this.missing(line);
      default: return this.owner === undefined ? [] : this.detail(line, this.owner);
    }
  }

  /** The next entry of a list that has these fields. */
  entry(list, told, names) {
    const items = at(this.tree, list)?.items ?? [];
    for (; this.listed[list] < items.length; this.listed[list]++) {
      const item = items[this.listed[list]];
      if (names.every((name) => (stringOf(this.text, at(item, name)) ?? '') === told?.[name])) {
        const label = `${list}[${this.listed[list]++}]`;
        return { node: item, label };
      }
    }
    return undefined;
  }

  fields(line, owner) {
    this.owner = owner;
    if (owner === undefined) return [];
    return Object.entries(line).flatMap(([name, value]) => {
      const place = typeof value === 'string' && value !== '' && this.member(owner, name);
      return place ? [[asWords(value), place]] : [];
    });
  }

  member({ node, label }, ...names) {
    return placeOf(at(node, ...names), [label, ...names].join('.'));
  }

  server(line, told) {
    const servers = at(this.tree, 'mcpServers');
    let name;
    if (servers?.kind === 'object') {
      const member = memberOf(servers, told.name);
      this.owner = member && { node: member.node, label: `mcpServers.${told.name}` };
      name = placeOf(member, this.owner?.label);
    } else {
      const entry = this.entry('mcpServers', told, ['name']);
      const config = entry && at(entry.node, 'config');
      name = entry && this.member(entry, 'name');
      this.owner = entry && (config?.kind === 'object' ? { node: config, label: `${entry.label}.config` } : entry);
    }
    if (this.owner === undefined) return [];
    const transport = this.member(this.owner, 'type') ?? this.member(this.owner, 'transport');
    return [
      [asWords(line.name), name],
      [asWords(line.transport), transport],
      ...this.command(line.command, this.owner, 'command'),
      ...(line.url ? [[asWords(line.url), this.member(this.owner, 'url')]] : []),
    ];
  }

  lane(line) {
    const node = at(this.tree, 'reviewer');
    this.owner = { node, label: 'reviewer', lane: true };
    const field = (...path) => this.member(this.owner, ...path);
    return [
      [asWords(line.slug), field('slug')],
      [asWords(line.declaredTransport ?? line.transport), field('transport')],
      ...this.command(line.command, { node: at(node, 'invoke'), label: 'reviewer.invoke' }, 'binary'),
      ...(line.hostConfigKey ? [[asWords(line.hostConfigKey), field('invoke', 'hostConfigKey')]] : []),
    ];
  }

  skill(line, told) {
    const items = at(this.tree, 'skills')?.items ?? [];
    for (; this.listed.skills < items.length; this.listed.skills++) {
      const item = items[this.listed.skills];
      if (stringOf(this.text, item) === told?.name) return [[asWords(line.name), placeOf(item, `skills[${this.listed.skills++}]`)]];
    }
    return [];
  }

  missing(line) {
    for (const [list, field] of [['hooks', 'script'], ['commands', 'module']]) {
      for (const [index, item] of (at(this.tree, list)?.items ?? []).entries()) {
        const node = at(item, field);
        if (stringOf(this.text, node) === line.path) return [[asWords(line.path), placeOf(node, `${list}[${index}].${field}`)]];
      }
    }
    return [];
  }

  /** A program and its arguments, one word each. */
  command(words, owner, program) {
    if (words === undefined || owner.node === undefined) return [];
    const items = at(owner.node, 'args')?.items ?? [];
    const places = [placeOf(at(owner.node, program), `${owner.label}.${program}`), ...items.map((item, index) => placeOf(item, `${owner.label}.args[${index}]`))];
    return row(words, ' ', places);
  }

  detail(line, owner) {
    const invoke = owner.lane ? { node: at(owner.node, 'invoke'), label: 'reviewer.invoke' } : owner;
    const map = (name, words, between, begins) => row(words, between, this.keys(at(invoke.node, name), `${invoke.label}.${name}`, words, begins));
    switch (line.kind) {
      case 'B-9':
      case 'X-headers': return map('headers', line.names, ', ', '');
      case 'B-10':
      case 'B-17': return map('env', line.env, ' ', '=');
      case 'B-18':
      case 'X-warning': return map('env', line.names, ', ', '');
      case 'B-11': return [[asWords(line.cwd), this.member(owner, 'cwd')]];
      case 'B-14': return [[asWords(line.defaultHost), this.member(invoke, 'defaultHost')]];
      case 'B-15': return [[asWords(line.handler), this.member(owner, 'handler')]];
      case 'B-16': return [[asWords(line.probeBinary), this.member(owner, 'probe', 'binary')]];
      case 'X-probe': return [
        ...(line.probeBinary ? [[asWords(line.probeBinary), this.member(owner, 'probe', 'binary')]] : []),
        ...(line.hostConfigKey ? [[asWords(line.hostConfigKey), this.member(owner, 'probe', 'hostConfigKey')]] : []),
        ...(line.path ? [[asWords(line.path), this.member(owner, 'probe', 'path')]] : []),
      ];
      case 'X-command': return this.command(line.command, invoke, owner.lane ? 'binary' : 'command');
      case 'X-url': return [[asWords(line.url), this.member(invoke, owner.lane ? 'defaultHost' : 'url')]];
      case 'X-plaintext': return [[asWords(line.destination), this.same(line.destination, [[invoke, 'url'], [invoke, 'defaultHost'], [invoke, 'hostConfigKey']])]];
      case 'X-relative': return [[asWords(line.program), this.same(line.program, [[invoke, 'binary'], [owner, 'probe', 'binary']])]];
      case 'X-fields': return row(line.names, ', ', line.names.map((name) => {
        const found = follow(owner.node, name);
        return found ? placeOf(found, `${owner.label}.${name}`) : placeOf(owner.node, owner.label);
      }));
      default: return [];
    }
  }

  /** The first of some fields that has this value, which is told with escapes. */
  same(told, fields) {
    const value = told.replace(ESCAPES, '');
    const [owner, ...path] = fields.find(([{ node }, ...names]) => stringOf(this.text, at(node, ...names))?.replace(HIDDEN, '') === value) ?? [];
    return owner && this.member(owner, ...path);
  }

  /** The names of a map that begin these words, in order; the map where one cannot be told. */
  keys(map, label, words, end) {
    const members = membersOf(map);
    let next = 0;
    return words.map((word) => {
      const found = members.findIndex(({ key }, index) => index >= next && asWords(key).some((name) => (end === '' ? word === name : word.startsWith(name + end))));
      if (found < 0) return placeOf(map, label);
      next = found + 1;
      return placeOf(members[found], `${label}.${members[found].key}`);
    });
  }
}

/** Words that stand in a row at the end of their line. */
const row = (words, between, places) => (words === undefined || words.length === 0 ? [] : [{ words, between, places }]);

/** Cuts a line at the values: rows first, whose place is certain, then each value where it stands first as a word. */
function split(line, wanted) {
  const taken = [];
  const free = (start, end) => taken.every((other) => end <= other.start || start >= other.end);
  for (const { words, between, places } of wanted.filter((it) => !Array.isArray(it))) {
    let start = line.lastIndexOf(words.join(between));
    if (start < 0) continue;
    words.forEach((word, index) => {
      taken.push({ start, end: start + word.length, place: places[index] });
      start += word.length + between.length;
    });
  }
  for (const [words, place] of wanted.filter(Array.isArray)) {
    const found = words.filter((word) => word !== '').map((word) => firstWord(line, word, free)).find((it) => it !== undefined);
    if (found !== undefined) taken.push({ ...found, place });
  }
  taken.sort((one, other) => one.start - other.start);
  const parts = [];
  let from = 0;
  for (const { start, end, place } of taken) {
    if (start > from) parts.push({ text: line.slice(from, start) });
    parts.push({ text: line.slice(start, end), ...place });
    from = end;
  }
  if (from < line.length) parts.push({ text: line.slice(from) });
  return parts;
}

function firstWord(line, word, free) {
  for (let start = line.indexOf(word); start >= 0; start = line.indexOf(word, start + 1)) {
    const end = start + word.length;
    const alone = /^$|[\s(]/.test(line.charAt(start - 1)) && /^$|[\s:;,.)]/.test(line.charAt(end));
    if (alone && free(start, end)) return { start, end };
  }
  return undefined;
}
