'use strict';
// The order of hooks at a point (G-5 … G-8).

const { rules, vocabulary } = require('../shared/library.cjs');
const { list, member, text } = require('../shared/live.cjs');
const { shown } = require('../shared/messages.cjs');

/** Under which name an entry holds its hook, and in which group hooks of that kind are. */
const GROUPS = { step: 'steps', contrib: 'contributions' };

/**
 * The entries `{capId, step}` or `{capId, contrib}` in the order in which they run; whoever consumes stands behind those
 * who produce. A circle throws.
 */
function topoSortHookEntries(entries, kind, label) {
  const all = Array.isArray(entries) ? list(entries) ?? [] : [];
  // One alone is in order, whatever it is.
  if (all.length < 2) return all;
  const [point] = vocabulary().points;
  const group = GROUPS[kind] ?? GROUPS.step;
  const owners = new Map();
  all.forEach((entry, place) => {
    const { produces, consumes } = entry[kind];
    const id = text(entry.capId);
    if (!owners.has(id)) owners.set(id, { id, role: 'feature', [group]: [] });
    owners.get(id)[group].push({ point, produces, consumes, place });
  });
  const registry = rules.buildRegistry({ capabilities: [...owners.values()] });
  if (registry === null || registry.error !== undefined) {
    const ids = [...owners.keys()].map((id) => `\`${shown(id)}\``).join(', ');
    const where = shown(member(member(all[0], kind), 'point'));
    throw new Error(`${shown(label)} at \`${where}\` consume what they produce in a circle, so that there is no order of them: ${ids}; break the circle`);
  }
  const ordered = registry.byLoopPoint[point][group].map(({ place }) => all[place]);
  // What the registry has no room for keeps its place at the end.
  return [...ordered, ...all.filter((entry) => !ordered.includes(entry))];
}

const topoSortSteps = (entries) => topoSortHookEntries(entries, 'step', 'steps');
const topoSortContributions = (entries) => topoSortHookEntries(entries, 'contrib', 'contributions');

module.exports = { topoSortHookEntries, topoSortSteps, topoSortContributions };
