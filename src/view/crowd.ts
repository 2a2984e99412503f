/** A crowd's queries: random pairs of cells that are connected. */
import { random } from '../grid/sample.js';
import type { Scene } from './scene.js';

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
