/**
 * Every artifact that the pipeline can bake. A new one is one entry here: config, JSON schema, build, estimate, verify and diff know it then.
 *
 * In order: an artifact comes after those it needs.
 */
import { bakeBounds } from '../bounds/bake.js';
import { estimateBounds } from '../bounds/estimate.js';
import type { BoundsAt } from '../bounds/plan.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { bakeHpa } from '../hpa/bake.js';
import { HPA_BUILD_DEFAULTS, HPA_RANGES } from '../hpa/build.js';
import { bakeJps } from '../jps/bake.js';
import { buildJumpDistances, type JumpWidth } from '../jps/build.js';
import type { JumpStore } from '../jps/section.js';
import { bakeTable, TABLE_DEFAULTS } from '../table/bake.js';
import { MOST_NODES, tableMemory } from '../table/fit.js';
import { type Artifact, artifact } from './artifact.js';
import { estimateBoundsBytes, estimateByBaking, estimateCompression } from './estimates.js';
import { verifyBounds } from './verify-bounds.js';
import { verifyHpa } from './verify-hpa.js';
import { verifyJumpDistances } from './verify-jps.js';
import { verifyTable } from './verify-table.js';

/** Bytes that compiled code and small things take; on small maps most of what is measured. */
const THREAD = 16e6;

const jps = artifact<{ width: JumpWidth; store: JumpStore }>({
  about: 'jump distances (JPS+)',
  defaults: { width: 16, store: 'grid' },
  schema: (z) =>
    z.strictObject({
      width: z.literal([8, 16]).optional().describe('Bits per jump distance in the bake; the runtime keeps none'),
      store: z.enum(['grid', 'planes']).optional().describe('Store the grid alone and find the jump points at load, or store them too'),
    }),
  bake: (grid, options, context) => bakeJps(grid, { ...context, ...options }),
  memory: (cells) => THREAD + 40 * cells,
  estimate: (grid, options, context) => estimateByBaking(grid, (part) => bakeJps(part, { ...context, ...options })),
  verify: verifyJumpDistances,
});

const bounds = artifact<{ at: BoundsAt; exact: boolean }>({
  about: 'goal bounds',
  defaults: { at: 'jump-points', exact: true },
  schema: (z) =>
    z.strictObject({
      at: z
        .enum(['jump-points', 'cells'])
        .optional()
        .describe('Where boxes are kept: JPS+ wants them at jump points only, A* in every cell'),
      exact: z.boolean().optional().describe('The smallest boxes, or larger ones in less time; paths are optimal with both'),
    }),
  bake: (grid, options, context) => bakeBounds(grid, { ...context, ...options }),
  memory: (cells, { at }) => THREAD + (at === 'cells' ? 450 : 220) * cells,
  async estimate(grid, options, context) {
    const { seconds, rows } = estimateBounds(grid, buildJumpDistances(grid), { ...options, jobs: context.jobs });
    return { seconds: seconds + estimateCompression(rows, context), bytes: estimateBoundsBytes(grid, rows, options, context) };
  },
  verify: verifyBounds,
});

const hpa = artifact<HpaBuildOptions>({
  about: 'clusters and their paths (HPA*)',
  defaults: HPA_BUILD_DEFAULTS,
  schema(z) {
    const range = Object.fromEntries(HPA_RANGES.map(([name, least, most]) => [name, z.int().min(least).max(most).optional()]));
    return z.strictObject({
      cluster: range.cluster.describe('Side of a cluster, in cells'),
      levels: range.levels.describe('Levels of abstraction'),
      merge: range.merge.describe('N x N clusters of a level make one of the next'),
      entranceWidth: range.entranceWidth.describe('Entrances as wide as this have a transition at each end, others one in the middle'),
      paths: z.boolean().optional().describe('Store the path of each edge; without, the file is smaller and queries slower'),
      shortcuts: z.boolean().optional().describe('Edges of their own for lines between neighbouring clusters'),
    });
  },
  bake: (grid, options, context) => bakeHpa(grid, { ...context, ...options }),
  memory: (cells) => THREAD + 130 * cells,
  estimate: (grid, options, context) => estimateByBaking(grid, (part) => bakeHpa(part, { ...context, ...options })),
  verify: verifyHpa,
});

const table = artifact<{ level: number; maxNodes: number }>({
  about: 'all pairs of nodes of HPA*',
  defaults: { level: TABLE_DEFAULTS.level, maxNodes: TABLE_DEFAULTS.maxNodes },
  schema: (z) =>
    z.strictObject({
      level: z.int().min(0).max(8).optional().describe('Level of the abstraction; 0 for the lowest that fits'),
      maxNodes: z.int().min(1).max(MOST_NODES).optional().describe('Most nodes that a level may have'),
    }),
  needs: ['hpa'],
  bake: (_, options, { made, ...context }) => bakeTable(made.hpa, { ...context, ...options }),
  memory: (cells, { maxNodes }) => THREAD + 130 * cells + tableMemory(Math.min(maxNodes, cells)).bake,
  async estimate(grid, options, context) {
    const hpa = await bakeHpa(grid, context);
    const start = performance.now();
    const { length } = await bakeTable(hpa, { ...context, ...options });
    return { seconds: (performance.now() - start) / 1000, bytes: length };
  },
  verify: verifyTable,
});

/** Every artifact by name, in the order of baking: one comes after those that it needs. */
export const ARTIFACTS: Readonly<Record<string, Artifact>> = { jps, bounds, hpa, table };

/** Names, in the order of baking. */
export const ARTIFACT_NAMES: readonly string[] = Object.keys(ARTIFACTS);
