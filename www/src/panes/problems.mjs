/** What is wrong, and where. */
import { fill, h } from '../dom.mjs';
import { fixesOf } from '../editor/fixes.mjs';
import { copyButton, growing, mark, placeLink, plural, verdict } from '../parts.mjs';
import { prose, visibleText } from '../visible.mjs';

export function problemsPane({ engine, go, fix, announce }) {
  let diagnostics = [];
  let list;
  let current = new Set();
  const element = h('div', { class: 'pane-body' });

  return {
    element,
    show({ valid, diagnostics: found }) {
      diagnostics = found;
      current = new Set();
      if (found.length === 0) {
        list = undefined;
        fill(element, verdict('good', 'Valid, and nothing to remark.'));
        return;
      }
      list = growing('ol', { class: 'findings' }, found, finding);
      fill(element,
        h('div', { class: 'pane-head' },
          verdict(valid ? 'warning' : 'error', valid ? 'Valid, with remarks: ' : 'Not valid: ', counts(found)),
          copyButton(() => markdown(found), 'Copy as Markdown', announce)),
        list.whole);
    },
    /** Marks the findings at the cursor. */
    markCurrent(indices) {
      for (const index of current) list?.list.children[index]?.classList.remove('current');
      current = new Set(indices);
      for (const index of current) list?.list.children[index]?.classList.add('current');
    },
    /** Puts the keyboard on one finding, or on the first. */
    reveal(index = 0) {
      const item = list?.reach(index);
      item?.querySelector('a, button')?.focus();
      item?.scrollIntoView({ block: 'nearest' });
    },
  };

  function finding(diagnostic, index) {
    const { severity, message, help, code, rule, span, field, related = [] } = diagnostic;
    const fixes = fixesOf(diagnostic);
    const explain = h('button', { type: 'button', class: 'button small quiet-button', 'aria-expanded': 'false', onclick: () => toggle(explain, body, code) }, code);
    const body = h('div', { class: 'finding-body' },
      h('p', { class: 'finding-message' }, prose(message)),
      help ? h('p', { class: 'finding-help' }, prose(help)) : null,
      related.map((other) => h('p', { class: 'finding-help' }, placeLink(other.span ? `line ${other.span.line}` : other.path, other.span && { ...other.span, label: other.path }, go), ': ', prose(other.message))),
      h('p', { class: 'finding-foot' },
        span ? placeLink(`line ${span.line}, column ${span.column}`, { ...span, label: field }, go) : h('code', null, field),
        fixes.map(({ name, insert }) => h('button', { type: 'button', class: 'button small primary', onclick: () => fix(diagnostic, insert) }, name)),
        h('span', { class: 'code-and-rule' }, explain, h('span', { class: 'quiet' }, rule))));
    return h('li', { class: `finding finding-${severity}`, id: `finding-${index}` },
      mark(severity), h('span', { class: 'visually-hidden' }, severity === 'error' ? 'Error: ' : 'Warning: '), body);
  }

  async function toggle(button, body, code) {
    const open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    if (open) {
      body.querySelector('.explanation')?.remove();
      return;
    }
    const text = await engine.ask('explain', { code });
    if (button.getAttribute('aria-expanded') === 'true') body.append(h('pre', { class: 'explanation', tabindex: '0' }, text ?? 'There is no explanation.'));
  }

  function counts(found) {
    const errors = found.filter(({ severity }) => severity === 'error').length;
    const warnings = found.length - errors;
    return [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''].filter((it) => it !== '').join(', ');
  }
}

/** Findings as a list to paste elsewhere. */
function markdown(found) {
  return found.map(({ severity, code, message, help, span, path }) => {
    const where = span ? `line ${span.line}` : `\`${path}\``;
    return `- **${severity}** ${where}: ${visibleText(message)} (\`${code}\`)${help ? `\n  ${visibleText(help)}` : ''}`;
  }).join('\n');
}
