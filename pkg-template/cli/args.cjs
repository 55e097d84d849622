'use strict';
// The arguments of one command, checked against its table of options.

const { parseArgs } = require('node:util');
const { UsageError } = require('./usage.cjs');
const { didYouMean } = require('./near.cjs');
const { safe } = require('./safe-text.cjs');
const { listed } = require('./words.cjs');

/** Values that are names of files: an empty one is a variable that was not set. */
const PLACES = new Set(['FILE', 'DIR', 'OLD']);
const HELP = { type: 'boolean', short: 'h', text: 'show this help' };

/**
 * `command.options`: name -> {type, text, value?, choices?, multiple?}; `command.operands`: {min, max, name}.
 * Answers {values, operands}; everything that does not fit is a UsageError.
 */
function parse(command, args) {
  const options = { ...command.options, help: HELP };
  const known = Object.keys(options);
  const fail = (message) => {
    throw new UsageError(message, command.name);
  };
  const { tokens } = parseArgs({
    args,
    options: forParseArgs(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = {};
  const operands = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const name = safe(token.rawName);
    if (option === undefined) fail(`unknown option ${name}${didYouMean(token.name, known, (near) => `--${near}`)}`);
    else if (option.type === 'boolean') {
      if (token.value !== undefined) fail(`${name} takes no value`);
      values[token.name] = true;
    } else {
      const given = token.value;
      const isMissing = given === undefined || (given === '' && PLACES.has(option.value));
      if (isMissing || (!token.inlineValue && given.startsWith('-') && given !== '-')) {
        fail(`${name} needs a value: ${option.choices ? listed(option.choices, 'or') : option.value}`);
      }
      if (option.choices && !option.choices.includes(given)) {
        const accepted = listed(option.choices, 'and');
        fail(`${name} ${safe(given)}: accepted are ${accepted}${didYouMean(given, option.choices)}`);
      }
      if (option.multiple) (values[token.name] ??= []).push(given);
      else values[token.name] = given;
    }
  }
  if (!values.help) checkOperands(command, operands, fail);
  return { values, operands };
}

function forParseArgs(options) {
  return Object.fromEntries(Object.entries(options).map(([name, { type, short, multiple = false }]) =>
    [name, short ? { type, short, multiple } : { type, multiple }]));
}

function checkOperands({ operands: { min, max, name } }, given, fail) {
  if (given.length < min) fail(`${name.split(' ').slice(given.length).join(' ')} is missing`);
  if (given.length > max) {
    fail(`${safe(given[max])}: ${max === 0 ? 'no argument is expected here' : 'one argument too many'}`);
  }
  if (given.includes('')) fail(`an empty ${name.split(' ')[0]}`);
}

module.exports = { parse, HELP };
