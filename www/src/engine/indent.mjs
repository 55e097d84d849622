/** Canonical text for reading: lines and indents added, not one character changed. */
export function indent(text) {
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      out += text.slice(start, at + 1);
    } else if (character === '{' || character === '[') {
      const close = character === '{' ? '}' : ']';
      if (text[at + 1] === close) {
        out += character + close;
        at++;
      } else {
        depth++;
        out += character + line();
      }
    } else if (character === '}' || character === ']') {
      depth--;
      out += line() + character;
    } else if (character === ',') out += character + line();
    else if (character === ':') out += ': ';
    else out += character;
  }
  return out;
}
