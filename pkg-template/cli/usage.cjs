'use strict';

/** The call is wrong; the message says how, and which help to read. */
class UsageError extends Error {
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

module.exports = { UsageError };
