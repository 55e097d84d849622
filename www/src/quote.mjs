/**
 * Words for a shell, such that it hands exactly the same arguments on, and such that what is copied shows itself: nothing
 * hidden in it, no control but a line break, which stands inside of quotes.
 */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Text in which nothing hides, and what hides, in turns. */
function pieces(text) {
  const found = [];
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > from) found.push({ plain: text.slice(from, index) });
    found.push({ hidden });
    from = index + hidden.length;
  }
  if (from < text.length || found.length === 0) found.push({ plain: text.slice(from) });
  return found;
}

/** A command for a POSIX shell. */
export function posix(words) {
  return words.map((word, index) => (plainPosix(word, index === 0) ? word : pieces(word).map(posixPiece).join(''))).join(' ');
}

/** Names that a shell takes for itself are quoted where a program is named, and so is what looks like an assignment. */
function plainPosix(word, isProgram) {
  return isProgram ? /^[\w@%+:,./-]+$/.test(word) && !/^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|time|function|select)$/.test(word) : /^[\w@%+=:,./-]+$/.test(word);
}

function posixPiece({ plain, hidden }) {
  if (hidden === undefined) return `'${plain.replaceAll("'", "'\\''")}'`;
  const octal = [...new TextEncoder().encode(hidden)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return `"$(printf '${octal}')"`;
}

/** A command for PowerShell 7.3 and later, which hands arguments on as they are. */
export function powershell(words) {
  return `& ${words.map((word) => (/^-{0,2}[A-Za-z][\w-]*$/.test(word) ? word : powershellWord(word))).join(' ')}`;
}

function powershellWord(word) {
  const terms = pieces(word).map(({ plain, hidden }) => (hidden === undefined ? powershellQuoted(plain) : powershellCharacter(hidden)));
  if (terms.length === 1 && terms[0].startsWith("'")) return terms[0];
  // A character alone would not be a text.
  return `(${terms[0].startsWith("'") ? terms.join('+') : ["''", ...terms].join('+')})`;
}

/** PowerShell takes typographic quotes for quotes, too. */
const powershellQuoted = (plain) => `'${plain.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

function powershellCharacter(character) {
  const point = character.codePointAt(0).toString(16);
  return character.length === 1 ? `[char]0x${point}` : `[char]::ConvertFromUtf32(0x${point})`;
}
