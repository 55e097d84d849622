'use strict';
// Help, from the tables of the commands.

const { HELP } = require('./args.cjs');

const PATHS = `PATH is a file, - for standard input, or a folder: every capability.json below it, or, if there
is none, every *.json directly in it. node_modules, .git and links to folders are left out. A file
called capability.json must have the id that its folder is named after.`;

function top(commands) {
  return `gsd-lanes: check GSD capability manifests, show what they would run or send, and sign that

Usage: gsd-lanes COMMAND [OPTION…] [ARGUMENT…]

Commands:
${table(commands.map(({ name, operands, summary }) => [[name, operands.usage].filter(Boolean).join(' '), summary]))}

Options:
${table([['-h, --help', 'show this help, or with a command its own'], ['-V, --version', 'print the version']])}

Exit code: 0 clean, 1 errors or differences, 2 usage or I/O.

${PATHS}

Examples:
${examples(commands.map((command) => command.examples[0]))}`;
}

function of(command) {
  const usage = ['gsd-lanes', command.name, '[OPTION…]', command.operands.usage].filter(Boolean).join(' ');
  const exits = { ...command.exits, 2: ['usage or I/O', command.exits[2]].filter(Boolean).join(', ') };
  const options = table(Object.entries({ ...command.options, help: HELP }).map(([name, option]) => [flag(name, option), option.text]));
  return `gsd-lanes ${command.name}: ${command.summary}

Usage: ${usage}
${command.verbatim ? '' : `\nOptions:\n${options}\n`}
Exit code:
${table(Object.entries(exits))}
${command.paths ? `\n${PATHS}\n` : ''}${command.notes ? `\n${command.notes.join('\n')}\n` : ''}
Examples:
${examples(command.examples)}`;
}

function flag(name, { short, value }) {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

function table(rows) {
  const wide = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(wide)}  ${right}`).join('\n');
}

function examples(lines) {
  return lines.map((line) => `  ${line}\n`).join('');
}

module.exports = { top, of };
