/** Browsers: the module is carried along as text, so that everything works at once and without a fetch. */
import inlined from 'gsd-lanes:inlined';

export function bytes() {
  const binary = atob(inlined);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
