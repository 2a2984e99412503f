/** Statistics of a map as text. */
import type { MapReport } from '../../src/maps/inspect.js';
import { count } from './options.js';

/** Lines for people. */
export function linesOf(report: MapReport): string[] {
  const { width, height, openCells, components, largestComponent, costs, cellSize, origin, doors, markers, beside } =
    report;
  const share = (100 * openCells) / (width * height);
  const apart = components === 1 ? '1' : `${components}, the largest of ${count(largestComponent, 'cell')}`;
  const place = ({ name, cells }: MapReport['doors'][number]) =>
    `${name} at ${cells[0]},${cells[1]}${cells.length > 2 ? ` (${cells.length / 2} cells)` : ''}`;
  const lines = [
    `map            ${width} x ${height}, ${count(openCells, 'open cell')} (${share.toFixed(1)} %)`,
    `components     ${apart}`,
    `costs          ${Object.entries(costs)
      .map(([cost, cells]) => `${cost}: ${count(cells, 'cell')}`)
      .join(', ')}`,
  ];
  if (cellSize) lines.push(`cell           ${cellSize[0]} x ${cellSize[1]} pixels`);
  if (origin) lines.push(`origin         cell 0,0 is ${origin[0]},${origin[1]} in the file`);
  lines.push(
    ...doors.map((door) => `door           ${place(door)}`),
    ...markers.map((marker) => `marker         ${place(marker)}`),
  );
  if (beside.length > 0) lines.push(`read as well   ${beside.join(', ')}`);
  return lines;
}
