/** An editor for manifests. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';

import { look } from './look.mjs';

const nonce = document.querySelector('meta[property="csp-nonce"]')?.nonce ?? '';

/** Everything that would not be seen, or would change the order in which the rest is seen. */
const hidden = highlightSpecialChars({
  // Line breaks are lines here, and a tab is a gap.
  specialChars: /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu,
  render: (code, description) => {
    const mark = document.createElement('span');
    mark.className = 'cm-hidden-character';
    mark.textContent = `\\u{${code.toString(16)}}`;
    mark.title = description ?? 'hidden character';
    mark.setAttribute('aria-label', `hidden character ${code.toString(16)}`);
    mark.setAttribute('role', 'img');
    return mark;
  },
});

/** Both editors of the page have this. `label` is what it is called; `extensions` is what is particular. */
export function createEditor({ parent, label, text, dark, extensions = [], onChange, onMove }) {
  const darkness = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        lineNumbers(),
        highlightActiveLineGutter(),
        hidden,
        history(),
        foldGutter({ markerDOM: foldMarker }),
        drawSelection(),
        dropCursor(),
        EditorState.allowMultipleSelections.of(true),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        json(),
        look,
        darkness.of(EditorView.darkTheme.of(dark)),
        extensions,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange?.(update);
          if (update.docChanged || update.selectionSet) onMove?.(update.state);
        }),
      ],
    }),
  });
  let last = {};
  return {
    view,
    /** The whole text; made once for each state of it. */
    text() {
      const { doc } = view.state;
      if (last.doc !== doc) last = { doc, text: doc.toString() };
      return last.text;
    },
    /** Puts another text in, as one step that can be undone. */
    replace(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    setDark: (is) => view.dispatch({ effects: darkness.reconfigure(EditorView.darkTheme.of(is)) }),
    /** Selects a place and goes there. */
    go({ start, end }, { focus = true } = {}) {
      const { length } = view.state.doc;
      const from = Math.min(start, length);
      const selection = { anchor: from, head: Math.min(Math.max(end, from), length) };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(from, { y: 'center' }), userEvent: 'select' });
      if (focus) view.focus();
    },
  };
}

function foldMarker(open) {
  const mark = document.createElement('span');
  mark.className = 'cm-fold-mark';
  mark.textContent = open ? '⌄' : '›';
  mark.title = open ? 'Fold' : 'Unfold';
  return mark;
}
