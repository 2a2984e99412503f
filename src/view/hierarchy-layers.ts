/** Layers of contraction hierarchies: subgoals by level, the edges that climb from them. */
import { CH_INFO } from '../core/blob/layout.js';
import type { Hierarchy } from '../core/ch/replay.js';
import type { Layer } from './layer.js';
import type { Scene } from './scene.js';
import { sees } from './surface.js';
import { between, faded } from './theme.js';

/** Most edges that are drawn at once, those of the highest subgoals first. */
const MOST_EDGES = 30_000;

/** Levels by rank: the longest climb that ends at a subgoal, 0 where none does; and the highest. */
const climbs = new WeakMap<Hierarchy, { levels: Uint16Array; highest: number }>();

export function levelsOfHierarchy(hierarchy: Hierarchy): { levels: Uint16Array; highest: number } {
  const known = climbs.get(hierarchy);
  if (known) return known;
  const { points, first, targets } = hierarchy;
  const levels = new Uint16Array(points.length);
  let highest = 0;
  // Edges lead to higher ranks, so a rank's level is known when its turn comes.
  for (let r = 0; r < points.length; r++) {
    for (let e = first[r]; e < first[r + 1]; e++) levels[targets[e]] = Math.max(levels[targets[e]], levels[r] + 1);
    highest = Math.max(highest, levels[r]);
  }
  const made = { levels, highest };
  climbs.set(hierarchy, made);
  return made;
}

const has = ({ blobs }: Scene) => blobs.some((blob) => blob.has(CH_INFO));

const subgoals: Layer = {
  title: 'Subgoals',
  group: 'Hierarchy',
  about: 'subgoals by their level in the contraction hierarchy',
  needs: 'prep ch',
  has,
  cells(scene, { ranks: [low, high] }) {
    const baked = scene.hierarchy();
    if (!baked) return () => 0;
    const { map, hierarchy } = baked;
    const { levels, highest } = levelsOfHierarchy(hierarchy);
    return (c) =>
      (map.marks[c] & 1) > 0 ? between(low, high, levels[hierarchy.ranks[map.numbers[c]]] / Math.max(1, highest)) : 0;
  },
  legend(scene, { ranks: [low, high] }) {
    const baked = scene.hierarchy();
    const highest = baked ? levelsOfHierarchy(baked.hierarchy).highest : 0;
    return [{ fill: low, to: high, text: `subgoal, level 0 to ${highest}` }];
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
    const { levels, highest } = levelsOfHierarchy(baked.hierarchy);
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
