/** Rows as text. */
import { unpainted } from './output.js';

/**
 * @param rows the header first
 * @param left number of columns that are aligned to the left, as are those without a name: notes; the others to the right
 */
export function table(rows: readonly (readonly string[])[], left = 1): string {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => width(row[i]))));
  const pad = (text: string, i: number) =>
    i < left || rows[0][i] === ''
      ? text + ' '.repeat(widths[i] - width(text))
      : ' '.repeat(widths[i] - width(text)) + text;
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

const width = (text: string) => unpainted(text).length;
