/** The clusters of HPA* and their paths, as tools know them. */
import { apronOf } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import type { BlobPart } from '../../core/blob/pack.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { HPA } from '../../core/options/bake.js';
import { type Complete, flag, number } from '../../core/options/option.js';
import { artifact, benchedWith, type Findings, THREAD_BYTES } from '../artifact.js';
import type { HpaBuildOptions } from './abstraction.js';
import { bakeHpa } from './bake.js';
import { buildHpa } from './build.js';
import { checkAbstraction, hpaSections, loadAbstraction } from './section.js';

type HpaConfig = Complete<typeof HPA> & Partial<Pick<HpaBuildOptions, 'cluster'>>;

const baked = ({ storePaths: paths, ...options }: HpaConfig): Partial<HpaBuildOptions> => ({ ...options, paths });

export const hpa = artifact<HpaConfig>({
  about: 'clusters and their paths (HPA*)',
  options: HPA,
  section: KIND.hpaInfo,
  recorded: ({ paths, ...options }) => ({ ...options, storePaths: paths }),
  bake: (grid, options, context) => bakeHpa(grid, { ...context, ...baked(options) }),
  memory: (cells) => THREAD_BYTES + 130 * cells,
  inspect({ blob }, grid) {
    checkAbstraction(blob, seenBy(blob, grid));
    return [];
  },
  verify: verifyHpa,
  benches: {
    hpa: benchedWith(
      'HPA*',
      {
        cluster: number('side of a cluster', 4, 64, 16),
        levels: number('levels of the abstraction', 1, 8, 1),
        'no-paths': flag('paths of edges not stored', false),
      },
      (grid, { cluster, levels, 'no-paths': noPaths }) => [bakeHpa(grid, { cluster, levels, paths: !noPaths })],
      { isNear: true, terrain: 'any' },
    ),
  },
});

/** The grid that the bake has seen: for a tile of a world with the cells around it. */
function seenBy(blob: Blob, grid: Grid): Grid {
  if (!blob.has(KIND.tileInfo)) return grid;
  const [x, y, width, height, tile] = blob.section(KIND.tileInfo, Uint32Array, 5);
  const inside = x * tile + grid.width <= width && y * tile + grid.height <= height;
  ensure(inside && grid.width <= tile && grid.height <= tile, 'tile', `${x}, ${y}`, 'one of its world');
  return apronOf(blob, grid);
}

/** The abstraction is built once more and compared; that takes about as long as loading it. */
async function verifyHpa({ blob }: BlobPart, grid: Grid): Promise<Findings> {
  const abstraction = loadAbstraction(blob, grid);
  const stored = hpaSections(abstraction);
  const expected = hpaSections(buildHpa(seenBy(blob, grid), abstraction.options));
  const faults: string[] = [];
  for (const { kind, values } of expected) {
    const same = stored.find((section) => section.kind === kind)?.values;
    if (!same || Buffer.compare(bytesOf(same), bytesOf(values)) !== 0)
      faults.push(`section ${kind} is not what the map gives`);
  }
  if (stored.length !== expected.length) faults.push(`${stored.length} sections, expected ${expected.length}`);
  return { checked: `all ${expected.length} sections`, faults };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
