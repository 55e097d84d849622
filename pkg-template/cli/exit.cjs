'use strict';
// What the process says when it ends.

module.exports = {
  /** Nothing to object to. */
  CLEAN: 0,
  /** A manifest has errors, or `diff` found a difference. */
  FINDINGS: 1,
  /** The call is wrong, or something could not be read or written. Wins over the others. */
  TROUBLE: 2,
};
