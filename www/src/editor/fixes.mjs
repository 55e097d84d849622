/**
 * Quick fixes: the near miss that the library names in its help. Its place is the name or the value that is wrong, so the
 * other one goes there.
 */
const NEAR_MISS = /^did you mean `(.+)`\?$/;

/** `[{name, insert}]`. */
export function fixesOf({ help, span }) {
  const near = span && NEAR_MISS.exec(help ?? '')?.[1];
  return near === undefined ? [] : [{ name: `Change to ${near}`, insert: JSON.stringify(near) }];
}
