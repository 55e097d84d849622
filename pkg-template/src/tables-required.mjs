/** CommonJS: tables are loaded when they are first asked for. */
export const capabilities = () => require('gsd-lanes:data/first-party')();
export const explanations = () => require('gsd-lanes:data/explain')();
export const manifestSchema = () => require('gsd-lanes:data/schema')();
export const vocabularyTables = () => require('gsd-lanes:data/vocabulary')();
