/** All-pairs tables: made once more from the bake of HPA* that they belong to, and compared. */
import { KIND } from '../blob/layout.js';
import { type Part, unpackBlob } from '../blob/pack.js';
import type { Grid } from '../grid/grid.js';
import { bakeTable } from '../table/bake.js';
import { MOST_NODES } from '../table/fit.js';
import type { Findings } from './artifact.js';

export async function verifyTable({ blob }: Part, _grid: Grid, _random: () => number, parts: Part[]): Promise<Findings> {
  const hpa = parts.find(({ artifact }) => artifact === 'hpa');
  if (!hpa)
    return { checked: 'not checked is whether its ways lead to their nodes; name the hpa blob that it was made from, too', faults: [] };
  const [level] = blob.section(KIND.tableInfo, Uint32Array, 255, 1);
  const again = await bakeTable(hpa.bytes, { level, maxNodes: MOST_NODES, codec: 'none' });
  const expected = unpackBlob(again)[0].blob.entries;
  // All but the metadata, which tell how the file was compressed.
  const sections = blob.entries.filter(({ kind }) => kind !== KIND.meta);
  const wrong = sections.filter(({ kind, crc }) => !expected.some((entry) => entry.kind === kind && entry.crc === crc));
  return { checked: `all ${sections.length} sections`, faults: wrong.map(({ kind }) => `section ${kind} is not what its hpa blob gives`) };
}
