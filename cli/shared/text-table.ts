/** Rows as text. */
import { unpainted } from './output.js';

/**
 * @param rows the header first
 * @param left number of left-aligned columns; columns without a title are left-aligned, too
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
