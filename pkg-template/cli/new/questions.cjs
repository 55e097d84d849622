'use strict';
// What has to be known for a manifest, asked where a flag does not tell it.

const PROMPTS = ['stdin', 'argv', 'argv-file-ref', 'none'];
const HTTP = ({ transport }) => transport === 'openai-http';
const SPAWN = ({ transport }) => transport !== 'openai-http';

/** How the prompt gets into the arguments, if they do not say. */
const ARGS = { stdin: [], argv: ['{{prompt}}'], 'argv-file-ref': ['{{prompt}}'], none: [] };

/**
 * In their order: {name, text, preset(answers), choices?, when?(answers), fields}; `fields` are the beginnings of the
 * dotted fields of the manifest that the answer decides.
 */
const QUESTIONS = [
  { name: 'id', text: 'Name of the lane', preset: () => undefined, fields: ['id', 'reviewer.slug', 'reviewer.flags'] },
  { name: 'title', text: 'Title', preset: ({ id }) => id.replace(/^./, (letter) => letter.toUpperCase()), fields: ['title', 'reviewer.reviewsSection'] },
  { name: 'description', text: 'What it is, in a sentence', preset: ({ title }) => `${title} as a reviewer of plans.`, fields: ['description'] },
  { name: 'transport', text: 'How it is reached', preset: () => 'spawn', choices: ['spawn', 'openai-http'], fields: ['reviewer.transport'] },
  { name: 'binary', text: 'Program to run', preset: ({ id }) => id, when: SPAWN, fields: ['reviewer.invoke.binary', 'reviewer.probe.binary'] },
  { name: 'prompt', text: 'How it takes the prompt', preset: () => 'stdin', choices: PROMPTS, when: SPAWN, fields: ['reviewer.invoke.promptChannel'] },
  { name: 'args', text: 'Its arguments, with spaces between them', preset: ({ prompt }) => ARGS[prompt], when: SPAWN, list: true, fields: ['reviewer.invoke.args'] },
  { name: 'host', text: 'Address of the server', preset: () => 'http://localhost:8080', when: HTTP, fields: ['reviewer.invoke.defaultHost'] },
  {
    name: 'evidence', text: 'What its findings rest on', preset: () => 'source-grounded', choices: ['source-grounded', 'diff-only'], fields: ['reviewer.evidenceClass'],
  },
];

module.exports = { QUESTIONS, PROMPTS };
