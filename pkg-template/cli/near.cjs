'use strict';
// "Did you mean": the nearest of a few known words.

/** Edits (insert, delete, replace, swap of neighbours) between two short words. */
function distance(a, b) {
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/** The known word that `word` was probably meant to be, or undefined. */
function nearest(word, known) {
  if (word.length > 40) return undefined;
  const lower = word.toLowerCase();
  const begun = known.filter((name) => lower.length > 1 && name.startsWith(lower));
  if (begun.length === 1) return begun[0];
  let best;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of known) {
    const edits = distance(lower, name);
    if (edits < least) [best, least] = [name, edits];
  }
  return best;
}

/** `; did you mean X?`, or nothing. */
function didYouMean(word, known, decorate = (name) => name) {
  const name = nearest(word, known);
  return name === undefined ? '' : `; did you mean ${decorate(name)}?`;
}

module.exports = { nearest, didYouMean };
