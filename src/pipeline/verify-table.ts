/** All-pairs tables: made once more from the bake of HPA* that they belong to, and compared. */
import { KIND } from '../blob/layout.js';
import { type Part, unpackBlob } from '../blob/pack.js';
import type { Grid } from '../grid/grid.js';
import { bakeTable } from '../table/bake.js';
import { MOST_NODES } from '../table/fit.js';
import type { Findings } from './artifact.js';

export async function verifyTable({ blob, metadata }: Part, _grid: Grid, _random: () => number, parts: Part[]): Promise<Findings> {
  const hpa = parts.find(({ artifact }) => artifact === 'hpa');
  if (!hpa) return { checked: 'its structure; name its hpa blob, too, to have it made once more', faults: [] };
  const { level } = (metadata as { options: { level: number } }).options;
  const again = await bakeTable(hpa.bytes, { level, maxNodes: MOST_NODES, codec: 'none' });
  const expected = unpackBlob(again)[0].blob.entries;
  // All but the metadata, which tell how the file was compressed.
  const sections = blob.entries.filter(({ kind }) => kind !== KIND.meta);
  const wrong = sections.filter(({ kind, crc }) => !expected.some((entry) => entry.kind === kind && entry.crc === crc));
  return { checked: `all ${sections.length} sections`, faults: wrong.map(({ kind }) => `section ${kind} is not what its hpa blob gives`) };
}
