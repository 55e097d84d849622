/** A field of the vocabulary in words. */
import { h } from '../dom.mjs';
import { prose } from '../visible.mjs';

export function fieldTip({ title, path, text, accepts, required, rule, members }, value) {
  const member = members?.find((it) => it.value === value);
  return h('div', { class: 'field-tip' },
    h('p', { class: 'field-title' }, h('strong', null, title), path ? h('code', null, path) : null),
    h('p', null, prose(text)),
    member ? h('p', null, h('code', null, String(JSON.stringify(value))), ' ', prose(member.text)) : null,
    accepts ? h('p', { class: 'quiet' }, 'Accepts ', prose(accepts), '.') : null,
    rule ? h('p', { class: 'quiet' }, required ? 'Required' : 'Optional', ` · rule ${rule}`) : null);
}
