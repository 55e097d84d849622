'use strict';
// Findings in one line each, for commands whose output is something else.

/** Says the warnings of what `examine` found. */
function warnings(found, context) {
  tell(found, 'warning', context);
}

/** Says the errors; answers whether there are any. */
function errors(found, context) {
  return tell(found, 'error', context) > 0;
}

function tell({ manifests, across }, wanted, { complain }) {
  const alone = manifests.flatMap(({ path, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, file: path })));
  const together = across.map((diagnostic) => ({ ...diagnostic, file: manifests[diagnostic.places?.[0]?.manifest]?.path, span: diagnostic.places?.[0]?.span }));
  const found = [...alone, ...together].filter(({ severity }) => severity === wanted);
  for (const { file, span, path, code, message } of found) {
    const place = [file, span ? `${span.line}:${span.column}` : path].filter(Boolean).join(':');
    complain(`${place}: ${wanted}[${code}]: ${message}`);
  }
  return found.length;
}

module.exports = { warnings, errors };
