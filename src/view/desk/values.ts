/** Values of the cell under the pointer. */
import { boxesAt, DIRECTION_NAMES, hasJumps, jumpDistances } from '../jump-layers.js';
import type { LayerName } from '../layers.js';
import { LARGE, type Once, type Scene } from '../scene.js';
import type { Cell } from './steps.js';

/** Names and values of a cell, and its jump distances from north clockwise. */
export interface Values {
  entries: [name: string, value: string][];
  jumps?: number[];
}

/** @param layers visible layers: on large maps, slow values appear only if a layer has computed them */
export function valuesAt(scene: Scene, [x, y]: Cell, layers: ReadonlySet<LayerName>): Values {
  const { grid } = scene;
  const c = grid.cell(x, y);
  const entries: Values['entries'] = [['cell', `${x}, ${y}`]];
  const soon = (value: Once<unknown>) => grid.open.length <= LARGE || value.isReady();
  let jumps: number[] | undefined;
  if (!grid.isOpen(x, y)) entries.push(['terrain', 'blocked']);
  else {
    entries.push(['terrain', `open, cost ${grid.costs?.[c] ?? 1}`]);
    if (soon(scene.components)) entries.push(['area', String(scene.components()[c])]);
    if (soon(scene.clearance)) entries.push(['clearance', String(scene.clearance()[c])]);
    if (hasJumps(scene) && soon(scene.lines)) jumps = jumpDistances(grid, scene.lines(), x, y);
    const boxes = layers.has('boxes') ? boxesAt(scene, x, y) : [];
    for (const { d, x0, y0, x1, y1 } of boxes)
      entries.push([`box ${DIRECTION_NAMES[d]}`, `${x0}, ${y0} to ${x1}, ${y1}`]);
    if (layers.has('subgoals')) entries.push(...subgoalAt(scene, c));
  }
  if (CLUSTERS.some((name) => layers.has(name))) entries.push(...clustersAt(scene, x, y));
  for (const kind of ['doors', 'points'] as const) {
    const names = scene[kind].filter(({ cells }) =>
      cells.some((value, i) => i % 2 === 0 && value === x && cells[i + 1] === y),
    );
    if (names.length > 0) entries.push([kind, names.map(({ name }) => name).join(', ')]);
  }
  const here = layers.has('lint') ? scene.findings().filter(({ at }) => at[0] === x && at[1] === y) : [];
  for (const { severity, text } of here) entries.push([severity, text]);
  return { entries, ...(jumps && { jumps }) };
}

const CLUSTERS: LayerName[] = ['clusters', 'entrances', 'transitions', 'intra', 'upper', 'inter'];

function clustersAt(scene: Scene, x: number, y: number): Values['entries'] {
  return scene
    .spans()
    .map((span, level) => [
      `cluster, level ${level + 1}`,
      `${Math.floor(x / span)}, ${Math.floor(y / span)} of ${span} x ${span} cells`,
    ]);
}

function subgoalAt(scene: Scene, cell: number): Values['entries'] {
  const baked = scene.hierarchy();
  if (!baked || (baked.map.marks[cell] & 1) === 0) return [];
  const rank = baked.hierarchy.ranks[baked.map.numbers[cell]];
  const { levels, highest } = baked;
  return [['subgoal', `rank ${rank} of ${levels.length}, level ${levels[rank]} of ${highest}`]];
}
