/** Lines that are drawn along borders of cells, as the walls between these cells. Lengths are in cells. */
import type { WallInput } from '../core/grid/walls.js';

export type Point = readonly [x: number, y: number];

/** How far from a corner of cells a point of a line may be. */
const NEAR = 0.25;

/** Whether both ends lie next to the same line between columns or rows, a straight one. */
export const liesOnBorder = (from: Point, to: Point): boolean =>
  [0, 1].some((axis) => {
    const border = Math.round(from[axis]);
    return Math.abs(from[axis] - border) <= NEAR && Math.abs(to[axis] - border) <= NEAR;
  });

/**
 * Snaps a line to borders of cells; oblique parts become steps.
 * @returns walls inside the map, and a text if the line has a fault
 */
export function bordersAlong(
  line: readonly Point[],
  { width, height }: { width: number; height: number },
): { walls: WallInput[]; trouble?: string } {
  const walls: WallInput[] = [];
  const corners = line.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  let isOff = line.some(([x, y], i) => Math.max(Math.abs(x - corners[i][0]), Math.abs(y - corners[i][1])) > NEAR);
  for (let i = 1; i < corners.length; i++) {
    let [x, y] = corners[i - 1];
    const [dx, dy] = [corners[i][0] - x, corners[i][1] - y];
    const [across, down] = [Math.abs(dx), Math.abs(dy)];
    isOff ||= across > 0 && down > 0;
    for (let steps = [0, 0]; steps[0] < across || steps[1] < down; ) {
      const isAcross = (steps[0] + 0.5) * down <= (steps[1] + 0.5) * across;
      const [column, row] = isAcross
        ? [Math.min(x, x + Math.sign(dx)), y - 1]
        : [x - 1, Math.min(y, y + Math.sign(dy))];
      const isInside = column >= 0 && row >= 0 && column + Number(!isAcross) < width && row + Number(isAcross) < height;
      if (isInside) walls.push([column, row, isAcross ? 'south' : 'east']);
      if (isAcross) x += Math.sign(dx);
      else y += Math.sign(dy);
      steps = isAcross ? [steps[0] + 1, steps[1]] : [steps[0], steps[1] + 1];
    }
  }
  if (walls.length === 0) return { walls, trouble: 'lies along no border between two cells, and is left out' };
  return { walls, ...(isOff && { trouble: 'does not lie on borders of cells; it is moved to the nearest' }) };
}
