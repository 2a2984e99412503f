/** The report in the browser: plots (Observable Plot) and tables of the chosen map, from the data in the page. */
import * as Plot from '@observablehq/plot';
import { type Measures, textOf } from '../measures.js';
import type { Bench } from '../output.js';
import type { EngineResult, MapResult } from '../run.js';

/** Engines whose dots are shown at first: more would hide each other. */
const SHOWN = ['astar', 'jps-online', 'jps-bit', 'jps-prune-pre', 'jps', 'jps+bounds', 'hpa'];
const MOST_SHOWN = 8;
/** Width of the plots, and a query time on a logarithmic scale, with ticks as `0.4` or `2,000`. */
const SIZE = { width: 1040, height: 460, marginLeft: 60 };
const TIME = {
  type: 'log',
  label: 'query time, µs',
  grid: true,
  ticks: 6,
  tickFormat: (us: number) => us.toLocaleString('en', { maximumSignificantDigits: 2 }),
} as const;
/** Place of no storage, which has no logarithm. */
const NO_STORAGE = 100;
const EXCESS = 'mean suboptimality, %';
/** Bins of path costs; queries that a bin needs for a median to be drawn, and for a line through it. */
const BINS = 20;
const [POINT_QUERIES, LINE_QUERIES] = [3, 6];

/** Measures by what they are about, few enough in each table to fit the page. */
const TABLES: Record<string, (keyof Measures)[]> = {
  'Overview: time of a query, answers, space': [
    ...(['meanMicros', 'p95Micros', 'meanSuboptimality', 'solved', 'expanded'] as const),
    ...(['storageBytes', 'precomputeMinutes'] as const),
  ],
  'Time, of all queries and of single ones': [
    ...(['totalSeconds', 'typicalMicros', 'medianMicros', 'p99Micros', 'longestMicros'] as const),
    ...(['deviationMicros', 'first20Micros', 'maxSegmentMicros', 'passes'] as const),
  ],
  'Answers, and memory': [
    ...(['meanLength', 'suboptimal', 'invalid', 'unsolved'] as const),
    ...(['memoryBefore', 'memoryAfter', 'loadMillis'] as const),
  ],
  'Search, a query': ['generated', 'lookedAt', 'heapOperations', 'meanLargestOpen', 'largestOpen'],
};

/** An element with properties and content, none of which is ever parsed as HTML. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

const section = (title: string, text: string, ...content: Element[]) =>
  element('section', {}, element('h2', {}, title), element('p', {}, text), ...content);

/**
 * Colors that color-blind readers can tell apart (Okabe & Ito 2008), black and yellow replaced by what is readable on
 * white and on black; and shapes. Their numbers have no common divisor, so that 56 engines differ in one or the other.
 */
const COLORS = ['#0072b2', '#d98200', '#009e73', '#d55e00', '#c0649c', '#3f9fdc', '#8f7f00', '#808080'];
const SHAPES = ['circle', 'triangle', 'square', 'diamond', 'star', 'wye', 'cross'];

function scales({ engines }: MapResult, domain: string[]) {
  const place = (name: string) => engines.findIndex(({ engine }) => engine === name);
  return {
    color: { domain, range: domain.map((name) => COLORS[place(name) % COLORS.length]) },
    symbol: { domain, range: domain.map((name) => SHAPES[place(name) % SHAPES.length]) },
  };
}

function costSection(map: MapResult): HTMLElement {
  const names = map.engines.map(({ engine }) => engine);
  const first = new Set([...SHOWN.filter((name) => names.includes(name)), ...names]);
  const shown = new Set([...first].slice(0, MOST_SHOWN));
  const plot = element('figure', {});
  const draw = () => plot.replaceChildren(costPlot(map, shown));
  const { range } = scales(map, names).color;
  const boxes = names.map((name, i) => {
    const onchange = () => {
      if (!shown.delete(name)) shown.add(name);
      draw();
    };
    const swatch = element('span', { className: 'swatch' });
    swatch.style.background = range[i];
    const box = element('input', { type: 'checkbox', checked: shown.has(name), onchange });
    return element('label', {}, box, swatch, name);
  });
  draw();
  return section(
    'Query time against path cost',
    'A small mark is a query, its best time; a large one the median of three queries or more of similar cost.',
    element('fieldset', {}, ...boxes),
    plot,
  );
}

const LABEL = { fontWeight: 600, stroke: 'var(--back)', fill: 'engine' };
/** Queries whose median time places the label of an engine; least ratio of the times of two labels. */
const LABELLED = 9;
const APART = 1.22;

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1];

/** A label for each engine right of its most expensive queries, moved up where it would touch another. */
function seriesLabels(engines: EngineResult[], optima: readonly number[]) {
  const longest = optima.map((_, i) => i).sort((a, b) => optima[b] - optima[a]);
  const cost = optima[longest[0]] ?? 0;
  const labels = engines.map(({ engine, micros }) => {
    return { engine, cost, us: median(longest.slice(0, LABELLED).map((i) => micros[i])) };
  });
  labels.sort((a, b) => a.us - b.us);
  labels.forEach((label, i) => {
    if (i > 0) label.us = Math.max(label.us, labels[i - 1].us * APART);
  });
  return labels;
}

function costPlot(map: MapResult, shown: ReadonlySet<string>): Element {
  const engines = map.engines.filter(({ engine }) => shown.has(engine));
  const dots = engines.flatMap(({ engine, micros }) => micros.map((us, i) => ({ engine, us, cost: map.optima[i] })));
  const options = { x: 'cost', y: 'us', stroke: 'engine' };
  /** Median times of queries of similar cost; without one where a bin has too few, so that a line ends. */
  const medians = (least: number, more: object) => {
    const y = (times: number[]) => (times.length < least ? Number.NaN : median(times));
    return Plot.binX({ y, filter: null }, { ...options, thresholds: BINS, ...more });
  };
  const domain = engines.map(({ engine }) => engine);
  const names = seriesLabels(engines, map.optima);
  return Plot.plot({
    ...SIZE,
    x: { label: 'cost of a shortest path, steps', grid: true, nice: true },
    y: TIME,
    marginRight: 120,
    ...scales(map, domain),
    marks: [
      Plot.dot(dots, { ...options, symbol: 'engine', r: 2.2, strokeOpacity: 0.6 }),
      Plot.lineY(dots, medians(LINE_QUERIES, { strokeWidth: 2 })),
      Plot.dot(dots, medians(POINT_QUERIES, { fill: 'engine', symbol: 'engine', r: 4.5 })),
      Plot.text(names, { ...options, text: 'engine', textAnchor: 'start', dx: 8, ...LABEL }),
      Plot.tip(dots, Plot.pointer({ ...options, channels: { engine: 'engine' } })),
    ],
  });
}

function distributionPlot(map: MapResult): Element {
  const dots = map.engines.flatMap(({ engine, micros }) => micros.map((us) => ({ engine, us })));
  const sorted = map.engines.toSorted((a, b) => a.measures.medianMicros - b.measures.medianMicros);
  const domain = sorted.map(({ engine }) => engine);
  return Plot.plot({
    width: SIZE.width,
    marginLeft: 130,
    x: { ...TIME, ticks: 8 },
    y: { domain, label: null },
    color: scales(map, domain).color,
    marks: [Plot.boxX(dots, { x: 'us', y: 'engine', fill: 'engine', r: 1, fillOpacity: 0.55 })],
  });
}

function paretoPlot(engines: EngineResult[]): Element {
  const points = engines.map(({ engine, front, measures }) => ({
    engine,
    front,
    us: measures.meanMicros,
    storage: Math.max(NO_STORAGE, measures.storageBytes),
    excess: 100 * measures.meanSuboptimality,
  }));
  type Point = (typeof points)[number];
  const options = { x: 'storage', y: 'us' };
  const most = Math.max(...points.map(({ storage }) => storage), 10 * NO_STORAGE);
  // Labels do not touch, and those on the front come first; the pointer shows the names of the others.
  const isNear = (a: number, b: number, factor: number) => Math.max(a, b) / Math.min(a, b) < factor;
  const labels: Point[] = [];
  for (const p of points.toSorted((a, b) => Number(b.front) - Number(a.front)))
    if (!labels.some((q) => isNear(p.storage, q.storage, 6) && isNear(p.us, q.us, 1.25))) labels.push(p);
  // Labels of the right half end at their points, so that none leaves the plot.
  const label = (point: Point) =>
    Plot.text([point], {
      ...options,
      text: 'engine',
      ...(point.storage ** 2 > NO_STORAGE * most ? { dx: -10, textAnchor: 'end' } : { dx: 10, textAnchor: 'start' }),
      fontWeight: point.front ? 600 : 400,
      fill: 'currentColor',
      stroke: 'var(--back)',
    });
  const kilobytes = (bytes: number) => (bytes <= NO_STORAGE ? 'none' : (bytes / 1000).toLocaleString('en'));
  return Plot.plot({
    ...SIZE,
    x: { type: 'log', label: 'storage, kB', grid: true, domain: [NO_STORAGE, 1.2 * most], tickFormat: kilobytes },
    y: { ...TIME, label: 'mean query time, µs', nice: true },
    color: { type: 'linear', scheme: 'YlOrRd', domain: [-2, 20], clamp: true, label: EXCESS, legend: true },
    marks: [
      Plot.dot(points, { ...options, filter: ({ front }) => !front, r: 4, stroke: 'currentColor', strokeOpacity: 0.6 }),
      Plot.dot(points, { ...options, filter: 'front', r: 6, stroke: 'currentColor', fill: 'excess' }),
      ...labels.map(label),
      Plot.tip(points, Plot.pointer({ ...options, channels: { engine: 'engine', [EXCESS]: 'excess' } })),
    ],
  });
}

/** A table that a click on a heading sorts, a second one the other way round. */
function table({ engines, queries }: MapResult, caption: string, measures: (keyof Measures)[]): HTMLElement {
  const row = ({ engine, exact, front, measures: values }: EngineResult) => {
    const isFault = values.solved < queries.length || (exact && values.suboptimal > 0);
    const cells = measures.map((measure) => element('td', {}, textOf(measure)[1](values)));
    const className = isFault ? 'fault' : front ? 'front' : 'dominated';
    return element('tr', { className }, element('th', { scope: 'row' }, engine), ...cells);
  };
  const body = element('tbody', {}, ...engines.map(row));
  let by: keyof Measures | undefined;
  const head = (measure?: keyof Measures) => {
    const onclick = () => {
      const turn = by === measure ? -1 : 1;
      by = turn < 0 ? undefined : measure;
      const value = ({ measures: values }: EngineResult) => (measure && values[measure]) ?? Infinity;
      const sorted = measure ? engines.toSorted((a, b) => turn * (value(a) - value(b))) : engines;
      body.replaceChildren(...sorted.map(row));
    };
    return element('th', { scope: 'col' }, element('button', { onclick }, measure ? textOf(measure)[0] : 'engine'));
  };
  const heads = [undefined, ...measures].map((measure) => head(measure));
  return element('table', {}, element('caption', {}, caption), element('thead', {}, element('tr', {}, ...heads)), body);
}

function sections(map: MapResult): HTMLElement[] {
  const complete = map.engines.filter((e) => e.measures.solved === map.queries.length);
  const size = `${map.width} x ${map.height}, ${map.openCells} open cells, ${map.queries.length} queries`;
  return [
    element('p', { className: 'setting' }, `${map.map}: ${size}`),
    costSection(map),
    section(
      'Distribution of query times',
      'Box: the middle half; line: the median; whiskers: 1.5 boxes; dots: beyond.',
      element('figure', {}, distributionPlot(map)),
    ),
    section(
      'Time, storage, suboptimality',
      'Filled: on the Pareto front. Hollow: another engine is as good in all three and better in one. ' +
        'Engines with unsolved queries are left out.',
      element('figure', {}, paretoPlot(complete)),
    ),
    section(
      'All measures',
      'A click on a heading sorts. Bold: on the front. Red: answers wrong or missing.',
      ...Object.entries(TABLES).map(([caption, measures]) => table(map, caption, measures)),
    ),
  ];
}

const bench: Bench = JSON.parse(document.getElementById('data')?.textContent ?? '');
const { machine, node, gridprep, date, options } = bench.setting;
const setting = `${machine} · Node ${node} · gridprep ${gridprep} · ${date} · ${options}`;
const body = element('div', {});
const show = (map: MapResult) => body.replaceChildren(...sections(map));
const select = element('select', {}, ...bench.maps.map(({ map }) => element('option', {}, map)));
select.onchange = () => show(bench.maps[select.selectedIndex]);
const head = [element('h1', {}, 'gridprep benchmark'), element('p', { className: 'setting' }, setting)];
document.querySelector('main')?.append(...head, ...(bench.maps.length > 1 ? [select] : []), body);
show(bench.maps[0]);
