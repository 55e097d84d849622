'use strict';
// What the system refused, in words.

const WORDS = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'symbolic links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many open files',
  ENOSPC: 'no space left',
  EIO: 'the device failed',
  ENXIO: 'no such device',
};

/** One short phrase for an error of `fs` or of a stream. */
function inWords(error) {
  return WORDS[error.code] ?? error.code ?? error.message;
}

module.exports = { inWords };
