/** `gsd-lanes/rules`: the lower rules, for tools that need one of them alone. */
import { engine } from 'gsd-lanes:engine';

import { stringArgument } from './arguments.mjs';
import { isYes } from './engine.mjs';

/** A value of a manifest as the consent prompt shows it: `{text, truncated, length}`. */
export function renderPromptValue(value) {
  return answer('render_prompt_value', [engine.snapshot(stringArgument(value, 'value'))]);
}

/** Whether a new manifest needs a new consent. */
export function executableSetChanged(oldManifest, newManifest) {
  const sources = [engine.snapshot(oldManifest), engine.snapshot(newManifest)];
  const changed = isYes(engine.parts('executable_set_changed', sources, 0));
  for (const source of sources) engine.release(source);
  return changed;
}

/** The warning records that the peer gives for a manifest. */
export function manifestWarningRecords(manifest) {
  return answer('manifest_warning_records', [engine.snapshot(manifest)]) ?? [];
}

/** The unknown names in the reviewer body, sorted, without the record that counts the rest. */
export function manifestWarnings(manifest) {
  const unknown = 'unknown_reviewer_field', prefix = 'reviewer.';
  return manifestWarningRecords(manifest)
    .filter(({ code, omittedCount }) => code === unknown && omittedCount === undefined)
    .map(({ field }) => field.slice(prefix.length))
    .sort();
}

/** What is wrong with one slice of a feature's configuration: `{errors}`, the sorted names of its members. */
export function configSlice(slice) {
  return { errors: (answer('config_slice', [engine.snapshot(slice)]) ?? ['slice']).sort() };
}

/** What stands for the destination of a lane that no configuration names. It cannot be a host. */
export function unresolvedHost() {
  return engine.text(engine.parts('unresolved_host', [], 0));
}

function answer(name, sources) {
  const data = engine.data(engine.parts(name, sources, 0));
  for (const source of sources) engine.release(source);
  return data;
}
