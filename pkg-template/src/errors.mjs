/**
 * What is thrown when the library itself fails; manifests never cause it.
 * `code` is stable: `trap` (the module stopped inside a call and was rebuilt), `load` (it could not be
 * loaded), `not-ready` (the web entry was used before it was initialised).
 */
export class GsdLanesError extends Error {
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
Object.defineProperty(GsdLanesError.prototype, 'name', { value: 'GsdLanesError', writable: true, configurable: true });
