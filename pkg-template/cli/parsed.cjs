'use strict';

/** The manifest as an object, for functions that take one. What has a digest has been parsed by the library before. */
function parsed({ bytes }) {
  return JSON.parse(new TextDecoder().decode(bytes));
}

module.exports = { parsed };
