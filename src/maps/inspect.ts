/** Statistics of a map. */
import { componentSizes } from '../core/grid/components.js';
import { countOpen } from '../core/grid/grid.js';
import type { Link } from '../core/grid/links.js';
import type { Places } from '../core/grid/places.js';
import { isHex } from '../core/grid/rules.js';
import { layoutOf } from './cells.js';
import type { GameMap } from './read-map.js';
import { countWalls, type WallReport } from './walls.js';

/** Statistics of a map; sizes in cells. */
export interface MapReport extends Places {
  format: string;
  level: string;
  width: number;
  height: number;
  openCells: number;
  /** Parts of the map that no path connects, and the open cells of the largest. */
  components: number;
  largestComponent: number;
  /** Open cells by cost. */
  costs: Record<string, number>;
  /** Cost of a step, if not the average of both cells. */
  stepCosts?: 'entered';
  /** Layout of hexagons. */
  hexagons?: string;
  links?: readonly Link[];
  wallsBetweenCells?: number;
  /** Where walls come from. */
  walls?: WallReport;
  warnings: string[];
  /** Other files that were read. */
  beside: string[];
}

export function reportOf(map: GameMap): MapReport {
  const { format, level, grid, cellSize, axes, origin, doors, markers, floors, beside, walls, warnings } = map;
  const { width, height, open, costs: plane } = grid;
  const sizes = componentSizes(grid);
  const costs: Record<string, number> = {};
  for (let c = 0; c < open.length; c++) if (open[c] > 0) costs[plane?.[c] ?? 1] = (costs[plane?.[c] ?? 1] ?? 0) + 1;
  return {
    format,
    level,
    width,
    height,
    openCells: countOpen(grid),
    components: sizes.length,
    largestComponent: sizes.reduce((a, b) => Math.max(a, b), 0),
    costs,
    ...(grid.stepCosts && { stepCosts: grid.stepCosts }),
    ...(isHex(grid) && { hexagons: layoutOf(grid.moveRule) }),
    ...(cellSize && { cellSize }),
    ...(axes && { axes }),
    ...(origin && { origin }),
    doors,
    markers,
    ...(floors && { floors }),
    ...(grid.links && { links: grid.links }),
    ...(grid.walls && { wallsBetweenCells: countWalls(grid.walls) }),
    walls,
    warnings,
    beside: Object.keys(beside),
  };
}
