/** The plots of the report. */
import * as Plot from '@observablehq/plot';
import type { EngineResult, MapResult } from '../run.js';

const WIDTH = 1040;
const TIME = { type: 'log', label: 'query time, µs', grid: true } as const;
/** Storage of nothing has no logarithm: it is drawn here. */
const NO_STORAGE = 100;

/** A colour for each engine, golden angle by golden angle, so that neighbours differ. */
export function colours({ engines }: MapResult): Map<string, string> {
  return new Map(engines.map(({ engine }, i) => [engine, `hsl(${(i * 137.5) % 360} 65% ${i % 2 === 0 ? 42 : 55}%)`]));
}

export function costPlot(map: MapResult, shown: ReadonlySet<string>): Element {
  const colour = colours(map);
  const engines = map.engines.filter(({ engine }) => shown.has(engine));
  const dots = engines.flatMap(({ engine, micros }) => micros.map((us, i) => ({ engine, us, cost: map.optima[i] })));
  const options = { x: 'cost', y: 'us', stroke: 'engine' };
  return Plot.plot({
    width: WIDTH,
    height: 460,
    marginLeft: 60,
    x: { label: 'cost of a shortest path, steps', grid: true },
    y: TIME,
    color: {
      domain: engines.map(({ engine }) => engine),
      range: engines.map(({ engine }) => colour.get(engine) ?? ''),
    },
    marks: [
      Plot.dot(dots, { ...options, r: 1.5, strokeOpacity: 0.45 }),
      Plot.lineY(dots, Plot.binX<Plot.LineYOptions>({ y: 'median' }, { ...options, thresholds: 20, strokeWidth: 2 })),
      Plot.tip(dots, Plot.pointer({ ...options, channels: { engine: 'engine' } })),
    ],
  });
}

export function distributionPlot(map: MapResult): Element {
  const colour = colours(map);
  const dots = map.engines.flatMap(({ engine, micros }) => micros.map((us) => ({ engine, us })));
  const order = [...map.engines]
    .sort((a, b) => a.measures.medianMicros - b.measures.medianMicros)
    .map(({ engine }) => engine);
  return Plot.plot({
    width: WIDTH,
    marginLeft: 130,
    x: TIME,
    y: { domain: order, label: null },
    color: { domain: order, range: order.map((name) => colour.get(name) ?? '') },
    marks: [Plot.boxX(dots, { x: 'us', y: 'engine', fill: 'engine', r: 1, fillOpacity: 0.55 })],
  });
}

export function paretoPlot(engines: EngineResult[]): Element {
  const points = engines.map(({ engine, front, measures }) => ({
    engine,
    front,
    us: measures.meanMicros,
    storage: Math.max(NO_STORAGE, measures.storageBytes),
    excess: 100 * measures.meanSuboptimality,
  }));
  const options = { x: 'storage', y: 'us' };
  const labelled = withoutOverlap(points);
  return Plot.plot({
    width: WIDTH,
    height: 460,
    marginLeft: 60,
    marginRight: 120,
    x: {
      type: 'log',
      label: 'storage, bytes',
      grid: true,
      tickFormat: (bytes: number) => (bytes <= NO_STORAGE ? 'none' : bytes.toLocaleString('en')),
    },
    y: { ...TIME, label: 'mean query time, µs', nice: true },
    color: { type: 'linear', scheme: 'YlOrRd', domain: [-2, 20], clamp: true, label: 'mean suboptimality, %' },
    marks: [
      Plot.dot(
        points.filter((p) => !p.front),
        { ...options, r: 4, stroke: '#6d747e', fill: 'white' },
      ),
      Plot.dot(
        points.filter((p) => p.front),
        { ...options, r: 6, stroke: '#1b1e23', fill: 'excess' },
      ),
      ...[true, false].map((front) =>
        Plot.text(
          labelled.filter((p) => p.front === front),
          { ...options, text: 'engine', dx: 10, textAnchor: 'start', fontWeight: front ? 600 : 400 },
        ),
      ),
      Plot.tip(points, Plot.pointer({ ...options, channels: { engine: 'engine', 'mean suboptimality, %': 'excess' } })),
    ],
  });
}

interface Point {
  front: boolean;
  us: number;
  storage: number;
}

/** Points whose labels do not run into each other, those on the front first; a pointer tells the names of the others. */
function withoutOverlap<T extends Point>(points: T[]): T[] {
  const kept: T[] = [];
  const near = (a: number, b: number, factor: number) => Math.max(a, b) / Math.min(a, b) < factor;
  for (const p of [...points].sort((a, b) => Number(b.front) - Number(a.front))) {
    if (!kept.some((q) => near(p.storage, q.storage, 6) && near(p.us, q.us, 1.25))) kept.push(p);
  }
  return kept;
}
