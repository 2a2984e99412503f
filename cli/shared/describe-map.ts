/** What is in a map, for people and for programs. */
import { componentSizes } from '../../src/grid/components.js';
import { countOpen } from '../../src/grid/grid.js';
import type { GameMap } from '../../src/maps/read-map.js';

export interface MapReport {
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
  cellSize?: [number, number];
  origin?: [number, number];
  doors: GameMap['doors'];
  points: GameMap['points'];
  /** Files that were read beside the map. */
  beside: string[];
}

export function reportOf({ format, level, grid, cellSize, origin, doors, points, beside }: GameMap): MapReport {
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
    ...(cellSize && { cellSize }),
    ...(origin && { origin }),
    doors,
    points,
    beside: Object.keys(beside),
  };
}

/** Lines for people. */
export function linesOf(report: MapReport): string[] {
  const { width, height, openCells, components, largestComponent, costs, cellSize, origin, doors, points, beside } = report;
  const share = (100 * openCells) / (width * height);
  const apart = components === 1 ? '1' : `${components}, the largest of ${largestComponent} cells`;
  const place = ({ name, cells }: MapReport['doors'][number]) =>
    `${name} at ${cells[0]},${cells[1]}${cells.length > 2 ? ` (${cells.length / 2} cells)` : ''}`;
  const lines = [
    `map            ${width} x ${height}, ${openCells} open cells (${share.toFixed(1)} %)`,
    `components     ${apart}`,
    `costs          ${Object.entries(costs)
      .map(([cost, cells]) => `${cost}: ${cells} cells`)
      .join(', ')}`,
  ];
  if (cellSize) lines.push(`cell           ${cellSize[0]} x ${cellSize[1]} pixels`);
  if (origin) lines.push(`origin         cell 0,0 is ${origin[0]},${origin[1]} in the file`);
  lines.push(...doors.map((door) => `door           ${place(door)}`), ...points.map((point) => `point          ${place(point)}`));
  if (beside.length > 0) lines.push(`read as well   ${beside.join(', ')}`);
  return lines;
}
