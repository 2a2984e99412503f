/** Tables of experiments, and what they are written with. */
import type { Grid } from '../../src/core/grid/grid.js';

/** A table: the header first. */
export type Table = (string | number)[][];

/** Reads a map by its name. */
export type ReadGrid = (name: string) => Grid;

/** Makes the table of an experiment, or of an additional section. @param maps those of `experiments.tsv` */
export type MakeTable = (readGrid: ReadGrid, maps: readonly string[]) => Promise<Table>;

export const digits = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? '' : String(Number(value.toPrecision(3)));
export const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
export const percent = (share: number, places = 0) => `${(100 * share).toFixed(places)} %`;

/** Markdown of a table, without columns that are blank in every row. */
export function markdown([header, ...lines]: Table): string {
  const shown = [...header.keys()].filter((i) => lines.some((cells) => cells[i] !== ''));
  return [header, header.map(() => '---'), ...lines]
    .map((cells) => `| ${shown.map((i) => cells[i]).join(' | ')} |`)
    .join('\n');
}

/** Bytes of all buffers below a value, each counted once. */
export function arrayBytes(value: unknown, counted = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || counted.has(value)) return 0;
  counted.add(value);
  if (!ArrayBuffer.isView(value))
    return Object.values(value).reduce((sum: number, part) => sum + arrayBytes(part, counted), 0);
  if (counted.has(value.buffer)) return 0;
  counted.add(value.buffer);
  return value.buffer.byteLength;
}
