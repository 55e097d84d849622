/** Validation of one manifest. */
import { engine } from 'gsd-lanes:engine';

import { FOLDER, SIGNATURE, flag, optionalString, optionsArgument, profileFlag, textArgument } from './arguments.mjs';
import { isEmpty, isPacked, isYes } from './engine.mjs';

/** The report on the JSON text of a manifest, with spans. */
export function validateText(text, options) {
  const content = textArgument(text, 'text');
  const { folderId, profile, signature } = optionsArgument(options);
  const folder = optionalString(folderId, 'options.folderId');
  const flags = profileFlag(profile) | flag(signature, false, 'options.signature', SIGNATURE);
  return report(engine.source(content), folder, flags);
}

/** The report on a manifest that is an object already. */
export function validateManifest(manifest, options) {
  const { folderId, profile, signature } = optionsArgument(options);
  const folder = optionalString(folderId, 'options.folderId');
  const flags = profileFlag(profile) | flag(signature, false, 'options.signature', SIGNATURE);
  const source = engine.snapshot(manifest);
  const result = report(source, folder, flags);
  engine.release(source);
  return result;
}

function report(source, folder, flags) {
  const answer = engine.bare('validate', source, folder ?? '', folder === undefined ? flags : flags | FOLDER);
  const valid = isYes(answer);
  if ((flags & SIGNATURE) === 0) return { valid, diagnostics: isEmpty(answer) ? [] : engine.data(answer) };
  if (isPacked(answer)) return { valid, ...engine.data(answer) };
  return { valid, diagnostics: [], signature: engine.text(answer) };
}
