/** A query as it is looked at: what the search did step by step, and for HPA* how its path gets finer. */

import type { PathBuffer } from '../../search/path.js';
import { coarsePath } from '../coarse.js';
import { plansCoarsely } from '../engines.js';
import type { Focus } from '../layer.js';
import { type Recording, recordSearch } from '../record.js';
import type { Scene } from '../scene.js';
import type { Engines } from './measure.js';
import type { Cell } from './state.js';

/** Steps of a query: the expansions, then what is made of them. */
export interface Query {
  recording: Recording;
  steps: number;
  /** What is drawn at a step. */
  focusAt(step: number): Pick<Focus, 'search' | 'shown' | 'path' | 'raw' | 'coarse'>;
  nameOf(step: number): string;
}

export function runQuery(scene: Scene, engines: Engines, name: string, start: Cell, goal: Cell): Query {
  const engine = engines.get(name);
  const recording = recordSearch(engine, ...start, ...goal);
  const { points, costs, path } = recording;
  const later: { name: string; focus: Pick<Focus, 'path' | 'raw' | 'coarse'> }[] = [];
  if (path && plansCoarsely(name, engine)) {
    const coarse = coarsePath(scene, engine, ...start, ...goal);
    for (const { level, nodes } of coarse?.stages ?? []) later.push({ name: `coarse path, level ${level}`, focus: { coarse: nodes } });
    const nodes = coarse?.stages.at(-1)?.nodes;
    let joined: number[] = [];
    coarse?.pieces.forEach((piece, i) => {
      joined = i > 0 ? [...joined, ...piece.slice(2)] : piece;
      later.push({ name: `refined, piece ${i + 1} of ${coarse.pieces.length}`, focus: { coarse: nodes, raw: joined } });
    });
    const plain = { search: (...query: [number, number, number, number, PathBuffer]) => engine.search(...query, false) };
    const raw = recordSearch(plain, ...start, ...goal).path;
    if (raw) later.push({ name: `before smoothing, cost ${raw.cost.toFixed(4)}`, focus: { raw: raw.cells } });
    later.push({ name: `smoothed, cost ${path.cost.toFixed(4)}`, focus: { raw: raw?.cells, path: path.cells } });
  } else if (path) later.push({ name: `path, cost ${path.cost.toFixed(4)}`, focus: { path: path.cells } });
  return {
    recording,
    steps: points.length + later.length,
    focusAt(step) {
      const shown = Math.min(step, points.length);
      return { search: recording, shown, ...later[step - points.length - 1]?.focus };
    },
    nameOf(step) {
      if (step === 0) return 'before the search';
      if (step > points.length) return later[step - points.length - 1].name;
      const point = points[step - 1];
      return `expands ${point & 0xffff}, ${point >> 16} at cost ${costs[step - 1].toFixed(3)}`;
    },
  };
}
