/** JSON for reading: lines and indents as JSON.stringify makes them, and not one other character changed. */
export function indent(text) {
  const out = [];
  let depth = 0;
  /** Whether nothing has followed the last opening bracket. */
  let isOpen = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  // Texts, gaps, punctuation, everything else.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\t\n\r ]+|[{}[\],:]|[^"\t\n\r {}[\],:]+/g)) {
    if (/^[\t\n\r ]/.test(token)) continue;
    switch (token) {
      case '{':
      case '[':
        depth++;
        out.push(token, line());
        break;
      case '}':
      case ']':
        depth--;
        if (isOpen) out.pop();
        else out.push(line());
        out.push(token);
        break;
      case ',':
        out.push(token, line());
        break;
      case ':':
        out.push(': ');
        break;
      default:
        out.push(token);
    }
    isOpen = token === '{' || token === '[';
  }
  return out.join('');
}
