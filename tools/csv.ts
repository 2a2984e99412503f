/** CSV files that `prep bench` has written, read back. */

import { parseCsv } from '../src/lab/bench/results.js';

/** Values by column. */
export type Row = Record<string, string>;

export function readRows(csv: string): Row[] {
  const [header, ...lines] = parseCsv(csv);
  return lines.map((line) => Object.fromEntries(header.map((column, i) => [column, line[i]])));
}

export function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Mean of a counter over some rows, rounded; blank where an engine does not count it, which is not 0. */
export function counted(rows: Row[], column: string): string {
  return rows.some((row) => row[column] === '') ? '' : mean(rows.map((row) => Number(row[column]))).toFixed(0);
}
