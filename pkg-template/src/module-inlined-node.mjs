/** ES modules in Node: the module is carried along as text, so that no bundler can lose it. */
import inlined from 'gsd-lanes:inlined';

export const bytes = () => Buffer.from(inlined, 'base64');
