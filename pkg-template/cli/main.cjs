'use strict';
// One call: which command, with what, and how it ends. Nothing here touches the process itself.

const commands = require('./commands/index.cjs');
const { parse } = require('./args.cjs');
const help = require('./help.cjs');
const { didYouMean } = require('./near.cjs');
const { safe } = require('./safe-text.cjs');
const { palette, wantsColour } = require('./style.cjs');
const { UsageError } = require('./usage.cjs');
const exit = require('./exit.cjs');

/**
 * `host`: {stdin, stdout, stderr, env, api, rules}. `stdin()`, `api()` (the library) and `rules()` (its lower rules) are
 * called only when needed.
 * Answers the exit code and never throws.
 */
async function main(args, host) {
  const { stdin, stdout, stderr, env, api, rules } = host;
  const print = (text) => text !== '' && stdout.write(text);
  const complain = (text) => stderr.write(`gsd-lanes: ${safe(text)}\n`);
  try {
    const onTerminal = stdout.isTTY === true;
    const look = {
      onTerminal,
      paint: palette(wantsColour(stdout, env)),
      columns: onTerminal && stdout.columns ? Math.min(Math.max(stdout.columns, 40), 200) : 100,
    };
    return await dispatch(args, { api, rules, env, stdin, stdout, stderr, print, complain, look });
  } catch (error) {
    if (!(error instanceof UsageError)) {
      complain(`this should not have happened: ${error?.message ?? error}`);
      return exit.TROUBLE;
    }
    complain(error.message);
    const name = error.command ? ` ${error.command}` : '';
    stderr.write(`See gsd-lanes${name} --help.\n`);
    return exit.TROUBLE;
  }
}

async function dispatch([name, ...args], context) {
  switch (name) {
    case undefined:
      throw new UsageError('a command is missing');
    case '-h':
    case '--help':
      context.print(help.top(commands));
      return exit.CLEAN;
    case '-V':
    case '--version':
      context.print(`${context.api().version}\n`);
      return exit.CLEAN;
    case 'help':
      return showHelp(args[0], context);
    default: {
      const command = named(name);
      if (command.verbatim) return command.run(context, args);
      const parsed = parse(command, args);
      if (parsed.values.help) return showHelp(name, context);
      return command.run(context, parsed);
    }
  }
}

function showHelp(name, context) {
  context.print(name === undefined ? help.top(commands) : help.of(named(name)));
  return exit.CLEAN;
}

function named(name) {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const [kind, known] = name.startsWith('-')
    ? ['option', ['--help', '--version']]
    : ['command', commands.map((candidate) => candidate.name)];
  throw new UsageError(`unknown ${kind} ${safe(name)}${didYouMean(name, known)}`);
}

module.exports = { main };
