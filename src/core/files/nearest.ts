/** The word that somebody meant who wrote another. */

/** The word that is fewest edits away, if those are at most a third of its letters, or two. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words.map((other) => ({ other, edits: editsBetween(word, other) })).sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.max(2, Math.floor(word.length / 3)) && best.edits < word.length
    ? best.other
    : undefined;
}

/** Letters to insert, remove, replace, or swap with their neighbor. */
function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
