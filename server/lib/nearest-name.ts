/** Returns the name that is most similar to `typed`, ignoring case; undefined when none is within two edits. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = 1 + Math.min(2, Math.floor(typed.length / 2));
  for (const name of names) {
    const edits = editsBetween(typed.toLowerCase(), name.toLowerCase());
    if (edits < fewest) {
      best = name;
      fewest = edits;
    }
  }
  return best;
}

/** Computes the Levenshtein distance row by row. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 0; line < from.length; line += 1) {
    const next = [line + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[line] === to[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
