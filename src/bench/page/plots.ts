/** The plots of the report. */
import * as Plot from '@observablehq/plot';
import type { EngineResult, MapResult } from '../run.js';

const WIDTH = 1040;
/** Query time on a logarithmic scale, with ticks as `0.4` or `2,000`. */
const TIME = {
  type: 'log',
  label: 'query time, µs',
  grid: true,
  ticks: 6,
  tickFormat: (us: number) => us.toLocaleString('en', { maximumSignificantDigits: 2 }),
} as const;
/** Place of no storage, which has no logarithm. */
const NO_STORAGE = 100;
const kilobytes = (bytes: number) => (bytes <= NO_STORAGE ? 'none' : (bytes / 1000).toLocaleString('en'));
const EXCESS = 'mean suboptimality, %';
/** Bins of path costs; queries that a bin needs for a median to be drawn, and for a line through it. */
const BINS = 20;
const [POINT_QUERIES, LINE_QUERIES] = [3, 6];

/** A colour for each engine by the golden angle, so that neighbours differ; readable on white and on black. */
export function colours({ engines }: MapResult): Map<string, string> {
  return new Map(engines.map(({ engine }, i) => [engine, `hsl(${(i * 137.5) % 360} 70% ${i % 2 === 0 ? 46 : 58}%)`]));
}

const colourScale = (map: MapResult, domain: string[]) => ({
  domain,
  range: domain.map((name) => colours(map).get(name) ?? ''),
});

export function costPlot(map: MapResult, shown: ReadonlySet<string>): Element {
  const engines = map.engines.filter(({ engine }) => shown.has(engine));
  const dots = engines.flatMap(({ engine, micros }) => micros.map((us, i) => ({ engine, us, cost: map.optima[i] })));
  const options = { x: 'cost', y: 'us', stroke: 'engine' };
  /** Median times of queries of like cost; without one where a bin has too few, so that a line ends. */
  const medians = (least: number, more: object) => {
    const median = (times: number[]) =>
      times.length < least ? Number.NaN : times.sort((a, b) => a - b)[times.length >> 1];
    return Plot.binX({ y: median, filter: null }, { ...options, thresholds: BINS, ...more });
  };
  return Plot.plot({
    width: WIDTH,
    height: 460,
    marginLeft: 60,
    x: { label: 'cost of a shortest path, steps', grid: true, nice: true },
    y: TIME,
    color: colourScale(
      map,
      engines.map(({ engine }) => engine),
    ),
    marks: [
      Plot.dot(dots, { ...options, r: 1.5, strokeOpacity: 0.45 }),
      Plot.lineY(dots, medians(LINE_QUERIES, { strokeWidth: 2 })),
      Plot.dot(dots, medians(POINT_QUERIES, { fill: 'engine', symbol: 'diamond', r: 4 })),
      Plot.tip(dots, Plot.pointer({ ...options, channels: { engine: 'engine' } })),
    ],
  });
}

export function distributionPlot(map: MapResult): Element {
  const dots = map.engines.flatMap(({ engine, micros }) => micros.map((us) => ({ engine, us })));
  const sorted = map.engines.toSorted((a, b) => a.measures.medianMicros - b.measures.medianMicros);
  const order = sorted.map(({ engine }) => engine);
  return Plot.plot({
    width: WIDTH,
    marginLeft: 130,
    x: { ...TIME, ticks: 8 },
    y: { domain: order, label: null },
    color: colourScale(map, order),
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
  const most = Math.max(...points.map(({ storage }) => storage), 10 * NO_STORAGE);
  // Labels of the right half end at their points, so that none leaves the plot.
  const isRight = ({ storage }: Point) => Math.log(storage / NO_STORAGE) > Math.log(most / NO_STORAGE) / 2;
  const labels = withoutOverlap(points);
  return Plot.plot({
    width: WIDTH,
    height: 460,
    marginLeft: 60,
    x: { type: 'log', label: 'storage, kB', grid: true, domain: [NO_STORAGE, 1.2 * most], tickFormat: kilobytes },
    y: { ...TIME, label: 'mean query time, µs', nice: true },
    color: { type: 'linear', scheme: 'YlOrRd', domain: [-2, 20], clamp: true, label: EXCESS, legend: true },
    marks: [
      Plot.dot(points, { ...options, filter: ({ front }) => !front, r: 4, stroke: 'currentColor', strokeOpacity: 0.6 }),
      Plot.dot(points, { ...options, filter: 'front', r: 6, stroke: 'currentColor', fill: 'excess' }),
      ...labels.map((label) =>
        Plot.text([label], {
          ...options,
          text: 'engine',
          ...(isRight(label) ? { dx: -10, textAnchor: 'end' } : { dx: 10, textAnchor: 'start' }),
          fontWeight: label.front ? 600 : 400,
          fill: 'currentColor',
          stroke: 'var(--back)',
        }),
      ),
      Plot.tip(points, Plot.pointer({ ...options, channels: { engine: 'engine', [EXCESS]: 'excess' } })),
    ],
  });
}

type Point = { front: boolean; us: number; storage: number };

/** Points whose labels do not touch, those on the front first; the pointer shows the names of the others. */
function withoutOverlap<T extends Point>(points: T[]): T[] {
  const kept: T[] = [];
  const near = (a: number, b: number, factor: number) => Math.max(a, b) / Math.min(a, b) < factor;
  for (const p of [...points].sort((a, b) => Number(b.front) - Number(a.front)))
    if (!kept.some((q) => near(p.storage, q.storage, 6) && near(p.us, q.us, 1.25))) kept.push(p);
  return kept;
}
