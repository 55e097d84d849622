/** The public functions: arguments in, one crossing, plain data out. */
export { GsdLanesError } from './errors.mjs';
export { validateManifest, validateText } from './validate.mjs';

/** The version of this package. */
export const version = VERSION;
