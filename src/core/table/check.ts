/** Checks of an all-pairs table without its HPA* bake. */
import * as KIND from '../blob/kinds.js';
import type { Blob } from '../blob/read.js';
import { ensure } from '../errors.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { MOST_NODES } from './fit.js';
import { FIXED } from './section.js';

/** Sections of HPA* that a bake has at least and at most. */
const HPA_SECTIONS = [4, 8];

/**
 * Its numbers fit the map and each other. Where its rows begin, and which edges it names, only the hpa blob shows.
 * @throws {BlobError}
 */
export function checkLoneTable(blob: Blob, grid: Grid): void {
  const info = blob.section(KIND.tableInfo, Uint32Array, FIXED + HPA_SECTIONS[1], FIXED + HPA_SECTIONS[0]);
  const [level, count, wide, runs] = info;
  ensure(level > 0 && level <= 8, 'level', level, '1 to 8');
  const mostNodes = Math.min(countOpen(grid), MOST_NODES);
  ensure(count <= mostNodes, 'number of nodes', count, `at most ${mostNodes}`);
  ensure(wide < 2, 'width of distances', wide, '0 or 1');
  const pairs = (count * (count - 1)) / 2;
  ensure(runs <= pairs, 'number of runs', runs, `at most ${pairs}`);
  const lengths = blob.section(KIND.tableLengths, Uint16Array, runs);
  let sum = 0;
  for (const length of lengths) {
    ensure(length > 0 && length < count, 'run', length, `1 to ${count - 1} nodes`);
    sum += length;
  }
  ensure(sum <= pairs, 'number of pairs', sum, `at most ${pairs}`);
  const type =
    blob.entries.find(({ kind }) => kind === KIND.tableHops)?.type === Uint16Array ? Uint16Array : Uint8Array;
  const hops = blob.section(KIND.tableHops, type, runs);
  // A node's edges lead to different nodes.
  const sound = hops.every((hop) => hop < count);
  ensure(sound, 'next hop', 'of no edge', `below ${count}`);
}
