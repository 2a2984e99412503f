/** Layers of contraction hierarchies: subgoals by level, and their edges upwards. */
import * as KIND from '../core/blob/kinds.js';
import { type Layer, NOTHING } from './layer.js';
import type { Scene } from './scene.js';
import { sees } from './surface.js';
import { between, faded } from './theme.js';

/** Most edges in a picture, those of the highest subgoals first. */
const MOST_EDGES = 30_000;

const has = ({ blobs, grid }: Scene) => !grid.walls && blobs.some((blob) => blob.has(KIND.chInfo));

const subgoals: Layer = {
  title: 'Subgoals',
  group: 'Hierarchy',
  about: 'subgoals by their level in the contraction hierarchy',
  needs: 'prep ch',
  has,
  cells(scene, { ranks: [low, high] }) {
    const baked = scene.hierarchy();
    if (!baked) return NOTHING;
    const { map, hierarchy, levels, highest } = baked;
    return (c) =>
      (map.marks[c] & 1) > 0 ? between(low, high, levels[hierarchy.ranks[map.numbers[c]]] / Math.max(1, highest)) : 0;
  },
  legend(scene, { ranks: [low, high] }) {
    return [{ fill: low, to: high, text: `subgoal, level 0 to ${scene.hierarchy()?.highest}` }];
  },
};

const climb: Layer = {
  title: 'Edges upwards',
  group: 'Hierarchy',
  about: 'edges of the hierarchy: those above the subgoal nearest to the chosen cell, or all',
  needs: 'prep ch',
  has,
  draw(scene, surface, { ranks: [low, high] }, { cell }) {
    const baked = scene.hierarchy();
    if (!baked || baked.hierarchy.points.length === 0) return;
    const { points, first, targets } = baked.hierarchy;
    const { levels, highest } = baked;
    const at = (r: number): [number, number] => [(points[r] & 0xffff) + 0.5, (points[r] >> 16) + 0.5];
    const reached = new Uint8Array(points.length);
    if (cell) {
      let best = Infinity;
      let nearest = 0;
      for (let r = 0; r < points.length; r++) {
        const [x, y] = at(r);
        const distance = (x - cell[0] - 0.5) ** 2 + (y - cell[1] - 0.5) ** 2;
        if (distance < best) [best, nearest] = [distance, r];
      }
      reached[nearest] = 1;
      for (let r = nearest; r < points.length; r++) {
        if (reached[r] > 0) for (let e = first[r]; e < first[r + 1]; e++) reached[targets[e]] = 1;
      }
    } else reached.fill(1);
    let left = MOST_EDGES;
    for (let r = points.length - 1; r >= 0 && left > 0; r--) {
      if (reached[r] === 0) continue;
      const [x, y] = at(r);
      for (let e = first[r]; e < first[r + 1] && left > 0; e++) {
        const [toX, toY] = at(targets[e]);
        if (!sees(surface, Math.min(x, toX), Math.min(y, toY), Math.max(x, toX) + 0.1, Math.max(y, toY) + 0.1))
          continue;
        surface.line(
          [x, y, toX, toY],
          faded(between(low, high, levels[r] / Math.max(1, highest)), cell ? 200 : 90),
          cell ? 0.12 : 0.06,
        );
        left--;
      }
    }
  },
  legend: (_, { ranks: [low, high] }) => [{ fill: low, to: high, text: 'edge upwards, from a low to a high subgoal' }],
};

export const HIERARCHY_LAYERS = { subgoals, climb };
