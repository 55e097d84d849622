/** A rule of the crate by its name. */
import { engine } from 'gsd-lanes:engine';

import { objectArgument, textsArgument } from './arguments.mjs';
import { ORDINARY } from './snapshot.mjs';

/** A member that is a list of texts and nothing else. */
export const TEXTS = 'texts';

/**
 * Calls a rule with the members of its input that there are, each read once, and with `more` that are prepared already;
 * `null` if one breaks a limit.
 */
export function rule(name, input, members, more = []) {
  objectArgument(input, 'input');
  const sources = [...more];
  for (const [member, part] of Object.entries(members)) {
    const value = part === TEXTS ? textsArgument(input[member], member) : input[member];
    if (value !== undefined) sources.push([member, engine.snapshot(value, part === TEXTS ? ORDINARY : part)]);
  }
  return engine.wholly(name, sources);
}
