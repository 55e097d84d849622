/** What a field is for, when the pointer rests on it. */
import { hoverTooltip } from '@codemirror/view';

import { placeAt } from './path.mjs';
import { fieldTip } from './tip.mjs';

export function hover(lexicon) {
  return hoverTooltip((view, position, side) => tipAt(view.state, position, side, lexicon()), { hoverTime: 350 });
}

/** The tip for a place: also what the keyboard command shows. */
export function tipAt(state, position, side, lexicon) {
  const place = lexicon && placeAt(state, position, side);
  if (!place?.node) return null;
  const field = lexicon.field(place.path);
  if (field === undefined) return null;
  let value;
  if (place.role !== 'key') {
    try {
      value = JSON.parse(state.sliceDoc(place.node.from, place.node.to));
    } catch {
      // Not finished yet.
    }
  }
  return {
    pos: place.node.from,
    end: place.node.to,
    above: true,
    create: () => {
      const dom = fieldTip(field, value);
      dom.classList.add('cm-field-tip');
      return { dom };
    },
  };
}
