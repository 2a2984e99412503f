/** A crowd: many random queries of one engine, as a heat map of what it expands and a histogram of its times. */
import * as Plot from '@observablehq/plot';
import type { Engine } from '../../search/engine.js';
import { PathBuffer } from '../../search/path.js';
import { randomQueries } from '../crowd.js';
import type { Scene } from '../scene.js';
import { breathe } from './measure.js';

export interface Crowd {
  /** By padded cell, how often it was expanded. */
  heat: Uint32Array;
  micros: number[];
  expanded: number;
}

/** Milliseconds between two looks at the page. */
const SLICE_MS = 30;

/** @param count of queries @param stopped looked at between slices */
export async function runCrowd(scene: Scene, engine: Engine, count: number, seed: number, stopped: () => boolean): Promise<Crowd> {
  const { grid } = scene;
  const heat = new Uint32Array(grid.open.length);
  const micros: number[] = [];
  const path = new PathBuffer();
  let expanded = 0;
  let slice = performance.now();
  for (const query of randomQueries(scene, count, seed)) {
    engine.search(...query, path);
    const start = performance.now();
    // Coarse clocks tell little of one query: as many together as take a moment.
    let runs = 0;
    do engine.search(...query, path);
    while (++runs < 16 && performance.now() - start < 0.2);
    micros.push((1000 * (performance.now() - start)) / runs);
    engine.trace = (point) => {
      heat[grid.cell(point & 0xffff, point >> 16)]++;
      expanded++;
    };
    engine.search(...query, path);
    engine.trace = undefined;
    if (performance.now() - slice < SLICE_MS) continue;
    await breathe();
    if (stopped()) break;
    slice = performance.now();
  }
  return { heat, micros, expanded };
}

/** Times of queries, on a logarithmic scale. */
export function histogram(micros: number[], width: number): Element {
  const logs = micros.filter((us) => us > 0).map((us) => Math.log10(us));
  return Plot.plot({
    width,
    height: 170,
    marginLeft: 36,
    style: { background: 'none' },
    x: { label: 'query time, µs', tickFormat: (log: number) => (log % 1 === 0 ? String(10 ** log) : '') },
    y: { label: 'queries', grid: true },
    marks: [
      Plot.rectY(
        logs,
        Plot.binX<Plot.RectYOptions>({ y: 'count' }, { x: (log: number) => log, thresholds: 24, fill: 'currentColor', fillOpacity: 0.6 }),
      ),
      Plot.ruleY([0]),
    ],
  });
}
