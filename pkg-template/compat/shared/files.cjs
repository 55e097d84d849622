'use strict';
// Reading files that may be anything: a pipe, a link, a device, or too large.

const fs = require('node:fs');

const fail = (why, code) => {
  throw Object.assign(new Error(why), { code });
};

/** The bytes of a regular file of at most so many bytes. `flags` are added to those of reading. */
function readBounded(file, most, flags = 0) {
  // Without blocking, so that a pipe nobody writes to is told from a file.
  const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | flags);
  try {
    const { size } = regular(handle);
    if (size > most) fail('it is too large', 'EFBIG');
    return readExactly(handle, size);
  } finally {
    fs.closeSync(handle);
  }
}

function regular(handle) {
  const known = fs.fstatSync(handle);
  return known.isFile() ? known : fail('it is no regular file', 'ENOTFILE');
}

/** So many bytes, no more and no less: whoever writes meanwhile is told of. */
function readExactly(handle, size) {
  const bytes = Buffer.alloc(size + 1);
  let at = 0;
  for (let read; at < bytes.length && (read = fs.readSync(handle, bytes, at, bytes.length - at, null)) > 0;) at += read;
  return at === size ? bytes.subarray(0, size) : fail('it changed while it was read', 'ECHANGED');
}

module.exports = { readBounded };
