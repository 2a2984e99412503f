/** All-pairs tables, as tools know them. */
import * as KIND from '../../core/blob/kinds.js';
import { type BlobPart, unpackBlob } from '../../core/blob/pack.js';
import { TableError } from '../../core/errors.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { TABLE } from '../../core/options/bake.js';
import { number } from '../../core/options/option.js';
import { artifact, benchedWith, type Findings, THREAD_BYTES } from '../artifact.js';
import { bakeHpa } from '../hpa/bake.js';
import { hpaGraph } from '../hpa/graph.js';
import { loadAbstraction } from '../hpa/section.js';
import { bakeTable, type TableOptions } from './bake.js';
import { MOST_NODES, tableMemory } from './fit.js';
import { pairsOf } from './pairs.js';
import { loadTable } from './section.js';

export const table = artifact<{ level: number; maxNodes: number }>({
  about: 'all pairs of nodes of HPA*',
  options: TABLE,
  needs: ['hpa'],
  section: KIND.tableInfo,
  bake: (_, options, { made, ...context }) => bakeTable(made.hpa, { ...context, ...options }),
  memory: (cells, { maxNodes }) => THREAD_BYTES + 130 * cells + tableMemory(Math.min(maxNodes, cells)).bake,
  inspect({ artifact, blob }, grid, parts) {
    const hpa = parts.find((part) => part.blob.has(KIND.hpaInfo))?.blob;
    if (hpa) {
      const table = loadTable(blob, hpa, hpaGraph(grid, loadAbstraction(hpa, grid)), MOST_NODES);
      const { follow } = pairsOf(table);
      const { count } = table.graph;
      const most = TABLE.maxNodes.default;
      if (count > most)
        return [`${artifact}: whether its ways lead to their nodes, which are ${count}; up to ${most} are followed`];
      for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) follow(a, b);
      return [];
    }
    // Without it only the checksums.
    const most = countOpen(grid) ** 2 / 2;
    blob.section(KIND.tableInfo, Uint32Array, 255, 1);
    blob.section(KIND.tableLengths, Uint16Array, most, 0);
    const isWide = blob.entries.some(({ kind, type }) => kind === KIND.tableHops && type === Uint16Array);
    blob.section(KIND.tableHops, isWide ? Uint16Array : Uint8Array, most, 0);
    return [`${artifact}: whether its ways lead to their nodes; only the hpa blob that it was made from tells`];
  },
  verify: verifyTable,
  benches: {
    table: benchedWith(
      'all-pairs table over HPA*',
      {
        cluster: number('side of a cluster', 4, 64, 20),
        level: number('tabulated level, 0 the lowest that fits', 0, 8, 0),
      },
      benchBake,
      { isNear: true, terrain: 'any' },
    ),
  },
});

/** @returns HPA* and its table, of the lowest level that fits; bakes of levels that do not fit count */
async function benchBake(grid: Grid, { cluster, level }: { cluster: number; level: number }): Promise<Uint8Array[]> {
  const bake = async (levels: number, options: Partial<TableOptions> = {}) => {
    const blob = await bakeHpa(grid, { cluster, levels });
    return [blob, await bakeTable(blob, options)];
  };
  if (level > 0) return bake(level, { level, maxNodes: MOST_NODES });
  for (const levels of [1, 4]) {
    try {
      return await bake(levels);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
    }
  }
  return bake(8);
}

/** Bakes the table again from the HPA* bake that it belongs to, and compares. */
async function verifyTable(
  { blob }: BlobPart,
  _grid: Grid,
  _random: () => number,
  parts: BlobPart[],
): Promise<Findings> {
  const hpa = parts.find(({ artifact }) => artifact === 'hpa');
  if (!hpa)
    return {
      checked: 'ways were not checked to lead to their nodes; also name the hpa blob that it was made from',
      faults: [],
    };
  const [level] = blob.section(KIND.tableInfo, Uint32Array, 255, 1);
  const layout = blob.has(KIND.tableViews) ? 'mapped' : 'compact';
  const again = await bakeTable(hpa.bytes, { level, maxNodes: MOST_NODES, codec: 'none', layout });
  const expected = unpackBlob(again)[0].blob.entries;
  // The metadata differ: they name the codec.
  const sections = blob.entries.filter(({ kind }) => kind !== KIND.meta);
  const wrong = sections.filter(({ kind, crc }) => !expected.some((entry) => entry.kind === kind && entry.crc === crc));
  return {
    checked: `all ${sections.length} sections`,
    faults: wrong.map(({ kind }) => `section ${kind} is not what its hpa blob gives`),
  };
}
