/** The engines of the runtime, and engines to compare them with. */
import { loadCosts } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure } from '../../core/errors.js';
import { entering } from '../../core/search/entering.js';
import { loadCellBoxes } from '../../engines/bounds/boxes.js';
import type { EngineMaker } from '../../engines/engine.js';
import { compactMap, ENGINES } from '../../runtime/engines.js';
import { linksPart } from '../../runtime/links.js';
import { loader } from '../../runtime/load.js';
import { mappedPart } from '../../runtime/mapped.js';
import type { Part } from '../../runtime/nav.js';
import { agentsPart, diagonalsPart, wasmPart, zstdPart } from '../../runtime/parts.js';
import { wallsPart } from '../../runtime/walls.js';
import { aStar } from '../baselines/astar.js';

/** A* may turn between the cells of a map with walls. @throws {BlobError} if the map has any */
const ensureUnwalled = (blob: Blob) =>
  ensure(!blob.has(KIND.walls), 'walls', 'between cells', 'none', 'unsupported', 'choose another engine');

const ALL: readonly EngineMaker[] = [
  ...ENGINES,
  {
    name: 'astar+bounds',
    rank: 8,
    needs: [KIND.boundsInfo],
    costs: false,
    make([blob], grid) {
      ensureUnwalled(blob);
      return aStar(grid, { bounds: loadCellBoxes(blob, grid) });
    },
  },
  {
    name: 'astar',
    rank: 9,
    rules: MOVE_RULES,
    needs: [KIND.grid],
    make([blob], grid) {
      ensureUnwalled(blob);
      loadCosts(blob, grid);
      return entering(grid, aStar(grid));
    },
  },
];

/** The same by name; if two have the same name, the costs of the map decide. */
export const TOOL_ENGINES: Record<string, EngineMaker> = Object.fromEntries(
  ALL.map((maker) => {
    const other = ALL.find(({ name, costs }) => name === maker.name && costs !== maker.costs);
    const make: EngineMaker['make'] = (blobs, grid, options) =>
      (other && other.costs === blobs[0].weighted ? other : maker).make(blobs, grid, options);
    return [maker.name, { ...maker, make }];
  }),
);

/** Loads blobs with all engines. */
export const loadForTools = loader(
  { engines: ALL, map: compactMap } as Part,
  mappedPart,
  agentsPart,
  diagonalsPart,
  wasmPart,
  zstdPart,
  linksPart,
  wallsPart,
);
