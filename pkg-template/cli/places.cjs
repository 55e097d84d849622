'use strict';
// Where a finding is, for programs that show it beside the source.

const path = require('node:path');

/** What `check` found, flat: {diagnostic, file, place, others}; a finding about several manifests has several places. */
function located({ manifests, across }) {
  const alone = manifests.flatMap((manifest) => manifest.diagnostics.map((diagnostic) => ({
    diagnostic,
    id: manifest.id,
    place: { file: manifest.path, path: diagnostic.path, span: diagnostic.span },
    others: (diagnostic.related ?? []).map((other) => ({ ...other, file: manifest.path })),
  })));
  const together = across.map((diagnostic) => {
    const [place, ...others] = (diagnostic.places ?? []).map(({ manifest, capability, ...where }) =>
      ({ ...where, file: manifests[manifest]?.path, message: `also ${capability}` }));
    return { diagnostic, id: undefined, place: place ?? { path: diagnostic.path }, others };
  });
  return [...alone, ...together];
}

/** A path as it stands in addresses. */
function slashed(file) {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/');
}

module.exports = { located, slashed };
