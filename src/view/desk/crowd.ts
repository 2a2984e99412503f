/** A crowd: random queries of an engine, with a heat map of expansions and times. */
import type { Engine } from '../../search/engine.js';
import { PathBuffer } from '../../search/path.js';
import { randomQueries } from '../crowd.js';
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
