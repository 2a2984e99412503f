/** Arrays that a mapped blob has, made once more from its compact sections and compared byte by byte. */
import * as KIND from '../blob/kinds.js';
import { isViews, type Kind, NO_CODEC } from '../blob/layout.js';
import type { Part } from '../blob/pack.js';
import type { Blob } from '../blob/read.js';
import { mostBytes, wordSum } from '../blob/views.js';
import { mapViews, recorded, viewsSection } from '../blob/write-views.js';
import { storedMasks } from '../bounds/mapped.js';
import { ruleOf } from '../ch/rules.js';
import { hierarchyArrays } from '../ch/section.js';
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { axialOf } from '../grid/hexes.js';
import { graphArrays, hpaArrays } from '../hpa/arrays.js';
import { storedLines } from '../jps/query/mapped.js';
import { MOST_NODES } from '../table/fit.js';
import { pairsOf } from '../table/pairs.js';
import { loadTable } from '../table/section.js';

/** The arrays of a kind as a bake makes them; undefined where another blob is needed that is not there. */
function arraysOf(kind: number, blob: Blob, map: Grid, parts: Part[]): object | undefined {
  const grid = axialOf(map);
  if (kind === KIND.hpaViews) return recorded((keep) => hpaArrays(blob, grid, keep));
  if (kind === KIND.jpsViews) return { lines: storedLines(grid) };
  if (kind === KIND.boundsViews) return { masks: storedMasks(blob, grid) };
  if (kind === KIND.chViews) return recorded((keep) => hierarchyArrays(blob, grid, ruleOf(grid), keep));
  const hpa = parts.find((part) => part.blob.has(KIND.hpaInfo))?.blob;
  if (kind !== KIND.tableViews || !hpa) return undefined;
  const table = loadTable(blob, hpa, graphArrays(hpa, grid).graph, MOST_NODES);
  const { runs } = recorded((keep) => pairsOf(table, keep));
  return { table, runs };
}

/** The section of a kind as a bake makes it. */
function sectionOf(kind: number, blob: Blob, grid: Grid, parts: Part[]): Int32Array | undefined {
  if (kind === KIND.mapViews) return mapViews(grid).values;
  const arrays = arraysOf(kind, blob, grid, parts);
  return arrays && viewsSection(kind as Kind, arrays).values;
}

/**
 * @returns what could not be checked, in words
 * @throws {BlobError} if arrays are not those that a load would make
 */
export function checkArrays({ artifact, blob }: Part, grid: Grid, parts: Part[]): string[] {
  const unchecked: string[] = [];
  for (const { kind, codec, rawLength } of blob.entries.filter((entry) => isViews(entry.kind))) {
    const expected = sectionOf(kind, blob, grid, parts);
    // A few compressed bytes may declare any length.
    const most = expected?.byteLength ?? (codec === NO_CODEC ? rawLength : mostBytes(blob));
    const actual = blob.section(kind, Int32Array, most / 4, 2, wordSum);
    if (!expected) unchecked.push(`${artifact}: its arrays, section ${kind}; also name the hpa blob`);
    else ensure(sameInts(actual, expected), `section ${kind}`, 'of other arrays', 'those that its artifact gives');
  }
  return unchecked;
}

const sameInts = (a: Int32Array, b: Int32Array): boolean =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
