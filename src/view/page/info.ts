/** What is known of a cell: values under the pointer. */

import { spanOf } from '../cluster-layers.js';
import { levelsOfHierarchy } from '../hierarchy-layers.js';
import { boxesAt, DIRECTION_NAMES, hasJumps } from '../jump-layers.js';
import { jumpDistances } from '../jumps.js';
import type { LayerName } from '../layers.js';
import type { Scene } from '../scene.js';
import type { Cell } from './state.js';

/** Names and values, for a list. @param layers what is shown: what takes long is told only where it is there already */
export function valuesAt(scene: Scene, [x, y]: Cell, layers: ReadonlySet<LayerName>): [string, string][] {
  const { grid } = scene;
  const c = grid.cell(x, y);
  const values: [string, string][] = [['cell', `${x}, ${y}`]];
  if (!grid.isOpen(x, y)) values.push(['terrain', 'blocked']);
  else {
    values.push(['terrain', `open, cost ${grid.costs?.[c] ?? 1}`], ['component', String(scene.components()[c])]);
    values.push(['clearance', String(scene.clearance()[c])]);
    if (hasJumps(scene)) {
      const jumps = jumpDistances(grid, scene.lines(), x, y);
      values.push(['jump distances', jumps.map((steps, d) => `${SHORT[d]} ${steps}`).join('  ')]);
    }
    const boxes = layers.has('boxes') ? boxesAt(scene, x, y) : [];
    for (const { d, x0, y0, x1, y1 } of boxes) values.push([`box ${DIRECTION_NAMES[d]}`, `${x0}, ${y0} to ${x1}, ${y1}`]);
    if (layers.has('subgoals') || layers.has('climb')) values.push(...subgoalAt(scene, c));
  }
  if (CLUSTERS.some((name) => layers.has(name))) values.push(...clustersAt(scene, x, y));
  for (const kind of ['doors', 'points'] as const) {
    const names = scene[kind].filter(({ cells }) => cells.some((value, i) => i % 2 === 0 && value === x && cells[i + 1] === y));
    if (names.length > 0) values.push([kind, names.map(({ name }) => name).join(', ')]);
  }
  return values;
}

const SHORT = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const CLUSTERS: LayerName[] = ['clusters', 'entrances', 'transitions', 'intra', 'upper', 'inter', 'ways', 'hops'];

function clustersAt(scene: Scene, x: number, y: number): [string, string][] {
  const found = scene.clusters();
  return found.graph.levels.map((_, level) => {
    const span = spanOf(found, level);
    return [`cluster, level ${level + 1}`, `${Math.floor(x / span)}, ${Math.floor(y / span)} of ${span} x ${span} cells`];
  });
}

function subgoalAt(scene: Scene, cell: number): [string, string][] {
  const found = scene.hierarchy();
  if (!found || (found.map.marks[cell] & 1) === 0) return [];
  const rank = found.hierarchy.ranks[found.map.numbers[cell]];
  const { levels, highest } = levelsOfHierarchy(found.hierarchy);
  return [['subgoal', `rank ${rank} of ${levels.length}, level ${levels[rank]} of ${highest}`]];
}
