/** Tables of experiments that are no benchmark of engines on pairs of cells. */
import type { Grid } from '../../src/grid/grid.js';

/** A table: the header first. */
export type Table = (string | number)[][];

/** One experiment. @param readGrid reads a map by its name */
export interface Special {
  id: string;
  source: string;
  title: string;
  maps: readonly string[];
  rows(readGrid: (name: string) => Grid): Promise<Table>;
  /** Summary of the table: what it shows beside the document's figures. */
  seen: string;
}

export const digits = (value: number) => String(Number(value.toPrecision(3)));
export const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;

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
