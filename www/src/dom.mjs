/** Building the page. Every text becomes a text node: nothing here can make markup of it. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element: `class`, `dataset`, `on…` listeners, and attributes for everything else. A property that is `false`,
 * `null` or `undefined` is left out; children are nodes, texts, lists of both, or nothing.
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Puts other children in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** A picture of strokes on a 16-unit square, for the eye only. */
export function icon(path, name) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [attribute, value] of Object.entries({ viewBox: '0 0 16 16', 'aria-hidden': 'true', class: `icon icon-${name}` })) {
    svg.setAttribute(attribute, value);
  }
  const stroke = document.createElementNS(SVG, 'path');
  stroke.setAttribute('d', path);
  svg.append(stroke);
  return svg;
}
