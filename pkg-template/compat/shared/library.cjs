'use strict';
// The library and what every module here needs of it. Nothing is loaded, parsed or worked out before it is asked for.

const lanes = require('../../index.cjs');
const rules = require('../../rules.cjs');

let tables;

/** Every closed set, limit and grammar; read once. */
const vocabulary = () => (tables ??= lanes.vocabulary());

/** A whole-text pattern of the vocabulary. */
const grammar = (name) => new RegExp(vocabulary().grammars[name].pattern);

let bodies;

/** The lanes that come along, read once; whoever hands them out copies or freezes them. */
const firstPartyLanes = () => (bodies ??= lanes.firstPartyLanes());

/** Adds members to a module that are worked out when they are first read. */
function lazily(target, members) {
  for (const [name, make] of Object.entries(members)) {
    const define = (descriptor) => Object.defineProperty(target, name, { enumerable: true, configurable: true, ...descriptor });
    define({
      get() {
        const value = make();
        define({ value, writable: true });
        return value;
      },
    });
  }
  return target;
}

/** An object of constants: `not_found` under `NOT_FOUND`. */
const constants = (values) => Object.freeze(Object.fromEntries(values.map((value) => [value.toUpperCase(), value])));

module.exports = { lanes, rules, vocabulary, grammar, firstPartyLanes, lazily, constants };
