/** Findings in the editor: squiggles, gutter, tooltip, quick fixes, and the way from one to the next. */
import { forEachDiagnostic, lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { keymap } from '@codemirror/view';

import { h } from '../dom.mjs';
import { prose } from '../visible.mjs';
import { fixesOf } from './fixes.mjs';

/** `show` is told when somebody wants to see a finding in the list. */
export function findings(show) {
  return [
    lintGutter(),
    keymap.of([
      { key: 'Mod-.', run: (view) => applyOnly(view) },
      { key: 'F8', run: nextDiagnostic },
      { key: 'Shift-F8', run: previousDiagnostic },
      { key: 'Mod-Shift-m', run: (view) => showAt(view, show) },
      ...lintKeymap.filter(({ key }) => key !== 'F8' && key !== 'Mod-Shift-m'),
    ]),
  ];
}

/** Puts the findings of one check in; those are of a text as it was then, so places are bounded. */
export function setFindings(view, diagnostics, show) {
  const { length } = view.state.doc;
  const marks = diagnostics.map((diagnostic, index) => {
    const { start, end } = diagnostic.span ?? { start: 0, end: 0 };
    const from = Math.min(start, length);
    // Of an object or a list the bracket is enough.
    const line = view.state.doc.lineAt(from);
    const to = Math.min(Math.max(end, from), length);
    return {
      from,
      to: to > line.to ? Math.min(from + 1, line.to) : to,
      severity: diagnostic.severity,
      source: diagnostic.code,
      message: diagnostic.message,
      renderMessage: () => message(diagnostic),
      actions: [
        ...fixesOf(diagnostic).map(({ name, insert }) => ({ name, apply: (target, start, end) => target.dispatch({ changes: { from: start, to: end, insert }, userEvent: 'input.fix' }) })),
        { name: 'Show in the list', apply: () => show(index) },
      ],
      index,
    };
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

function message({ message: text, help, code, rule }) {
  return h('div', null,
    h('p', { class: 'finding-message' }, prose(text)),
    help ? h('p', { class: 'finding-help' }, prose(help)) : null,
    h('p', { class: 'quiet' }, `${code} · ${rule}`));
}

/** The findings at the cursor. */
export function findingsAt(state) {
  const { from, to } = state.selection.main;
  const found = [];
  forEachDiagnostic(state, (diagnostic, start, end) => {
    if (start <= to && end >= from) found.push({ ...diagnostic, from: start, to: end });
  });
  return found;
}

/** Applies the fix at the cursor, if there is exactly one. */
function applyOnly(view) {
  const fixes = findingsAt(view.state).flatMap(({ actions, from, to }) => actions.slice(0, -1).map(({ apply }) => ({ apply, from, to })));
  if (fixes.length !== 1) return false;
  const [{ apply, from, to }] = fixes;
  apply(view, from, to);
  return true;
}

function showAt(view, show) {
  const [finding] = findingsAt(view.state);
  show(finding?.index);
  return true;
}
