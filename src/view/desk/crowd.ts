/** A crowd: random queries of an engine, with a heat map of expansions and times. */

import { random } from '../../core/grid/sample.js';
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Scene } from '../scene.js';
import type { Clock } from './measure.js';

export interface Crowd {
  /** By padded cell, how often it was expanded. */
  heat: Uint32Array<ArrayBuffer>;
  micros: number[];
  expanded: number;
}

/** Milliseconds between two pauses for messages. */
const SLICE_MS = 30;

/** @param count of queries */
export async function runCrowd(
  scene: Scene,
  engine: Engine,
  count: number,
  seed: number,
  clock: Clock,
): Promise<Crowd> {
  const { grid } = scene;
  const heat = new Uint32Array(grid.open.length);
  const micros: number[] = [];
  const path = new PathBuffer();
  let expanded = 0;
  let slice = clock.now();
  for (const query of randomQueries(scene, count, seed)) {
    const start = clock.now();
    // Browser clocks are coarse: repeat short queries.
    let runs = 0;
    do engine.search(...query, path);
    while (++runs < 16 && clock.now() - start < 0.2);
    micros.push((1000 * (clock.now() - start)) / runs);
    engine.trace = (point) => {
      heat[grid.cell(point & 0xffff, point >> 16)]++;
      expanded++;
    };
    engine.search(...query, path);
    engine.trace = undefined;
    if (clock.now() - slice < SLICE_MS) continue;
    if (await clock.pause()) break;
    slice = clock.now();
  }
  return { heat, micros, expanded };
}

/** Tries for each query: on a map of many small parts few pairs are connected. */
const TRIES = 400;

/** Up to `count` pairs, the same for the same seed: x, y of start and goal. */
export function* randomQueries(
  { grid, components }: Scene,
  count: number,
  seed: number,
): Iterable<[number, number, number, number]> {
  const labels = components();
  const next = random(seed);
  const { width, height } = grid;
  const cell = (): [number, number] => [Math.floor(next() * width), Math.floor(next() * height)];
  let queries = 0;
  for (let tries = 0; queries < count && tries < TRIES * count; tries++) {
    const [from, to] = [cell(), cell()];
    const label = labels[grid.cell(...from)];
    if (label === 0 || label !== labels[grid.cell(...to)]) continue;
    queries++;
    yield [...from, ...to];
  }
}
