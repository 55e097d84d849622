/** What the vocabulary of the library says about a field, by its path. */

export class Lexicon {
  constructor(vocabulary) {
    this.fields = new Map();
    this.children = new Map();
    for (const [section, fields] of Object.entries(vocabulary.fields)) {
      for (const field of fields) this.add({ ...field, section });
    }
    for (const [path, text] of Object.entries(vocabulary.texts)) {
      if (this.fields.has(path)) this.fields.get(path).examples = text.examples;
      else this.add({ name: path.split('.').at(-1), path, ...text });
    }
    for (const { path, members } of Object.values(vocabulary)) if (typeof path === 'string') this.fields.get(path).members ??= members;
    this.fields.get('config.*.type').members = vocabulary.sliceTypes.map((value) => ({ value }));
    this.shared = vocabulary.sharedTexts;
    this.transports = new Set(vocabulary.transports);
    this.probes = new Map(vocabulary.probes.map((probe) => [probe.kind, probe]));
    this.featureOnly = new Set(vocabulary.featureOnly);
    this.roles = new Set(vocabulary.roles);
    this.placeholders = vocabulary.placeholders;
  }

  add(field) {
    const parent = field.path.split('.').slice(0, -1).join('.');
    this.fields.set(field.path, field);
    if (!this.children.has(parent)) this.children.set(parent, []);
    this.children.get(parent).push(field);
  }

  /** The paths under which a field may be told: its own, that of any name, that of one whose text it shares. */
  ways(path) {
    const own = path.join('.');
    const ways = [own];
    if (path[0] === 'config' && path.length > 1) ways.push(['config', '*', ...path.slice(2)].join('.'));
    for (const [from, to] of this.shared) {
      if (own === from || (from.endsWith('.') && own.startsWith(from))) ways.push(to + own.slice(from.length));
    }
    return ways;
  }

  field(path) {
    return this.ways(path).map((way) => this.fields.get(way)).find((field) => field !== undefined);
  }

  /** The fields that an object at this path can have; `fits` leaves out those of another kind. */
  membersOf(path, fits = () => true) {
    const members = this.ways(path).map((way) => this.children.get(way)).find((list) => list !== undefined) ?? [];
    return members.filter((field) => field.name !== '*' && fits(field));
  }
}
