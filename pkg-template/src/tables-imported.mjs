/** ES modules: tables come along as texts that are parsed when they are first asked for. */
export { default as capabilities } from 'gsd-lanes:data/first-party';
export { default as explanations } from 'gsd-lanes:data/explain';
export { default as manifestSchema } from 'gsd-lanes:data/schema';
export { default as vocabularyTables } from 'gsd-lanes:data/vocabulary';
