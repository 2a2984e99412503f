/**
 * Figures of bakes and searches. Other bytes with the same meaning, and a search that expands too many nodes, pass every
 * comparison with Dijkstra. Each room has its figures in `fixtures/figures/ROOM.txt`; `npx vitest run figures.test -u`
 * writes them again.
 */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { crc32 } from '../src/core/blob/crc32.js';
import { decompressor } from '../src/core/blob/decompress.js';
import type { ElementArray } from '../src/core/blob/layout.js';
import { readBlob } from '../src/core/blob/read.js';
import { type Section, writeBlob } from '../src/core/blob/write.js';
import { withMoves } from '../src/core/grid/clearance.js';
import type { Grid } from '../src/core/grid/grid.js';
import { random, sampleOpen } from '../src/core/grid/sample.js';
import type { Engine } from '../src/core/search/engine.js';
import { PathBuffer } from '../src/core/search/path.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { type CostPattern, drawCosts } from '../src/maps/cost-patterns.js';
import { generateMap, type MapKind } from '../src/maps/generate/generate.js';
import * as engines from '../src/runtime/engines.js';
import { loader } from '../src/runtime/load.js';
import { diagonalsPart, zstdPart } from '../src/runtime/parts.js';

const { boundsEngine, chEngine, weightedEngine, weightedChEngine, tableEngine, hpaEngine } = engines;
/** Every engine, in JavaScript. */
export const loadInJs = loader(
  ...[boundsEngine, chEngine, weightedEngine, weightedChEngine, tableEngine, hpaEngine, diagonalsPart, zstdPart],
);

/** A map by name: kind, move rule if it is another than `no-corners`, pattern of costs if it has some. */
export function figureMap(name: string, width = 36, height = 28): Grid {
  const [kind, ...rest] = name.split(' ');
  const plain = generateMap(kind as MapKind, { width, height, seed: 5, density: kind === 'noise' ? 0.2 : 0.4 });
  const rule = rest.find((word) => /one-corner|always|never/.test(word)) as Grid['moveRule'] | undefined;
  const pattern = rest.find((word) => word !== rule) as CostPattern | undefined;
  const grid = rule ? withMoves(plain, rule) : plain;
  return pattern ? drawCosts(grid, pattern, 3) : grid;
}

/** Tests that a room has the figures of its file. @param parts lines, in their order */
export function testFigures(room: string, ...parts: (() => Promise<string[]>)[]): void {
  it(`has the figures of fixtures/figures/${room}.txt`, async () => {
    const lines: string[] = [];
    for (const part of parts) lines.push(...(await part()));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(resolve(`fixtures/figures/${room}.txt`));
  });
}

/** `nodes 5, edges 8` */
export const named = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

type Bake<T> = (grid: Grid, options: T) => Promise<Uint8Array[]>;
type Row<T> = readonly [map: string, options: T];
const titleOf = (map: string, options: object) => [map, ...(named(options) ? [named(options)] : [])].join(', ');

/** Maps of each kind, and of each move rule. */
export const FIGURE_MAPS: [map: string, options: object][] = [
  'caves',
  'rooms',
  'noise',
  'maze',
  'noise one-corner',
  'rooms always',
  'noise never',
].map((map) => [map, {}]);

/**
 * Two lines for each bake: its bytes and statistics; what queries find and how many nodes they take.
 * @param bake blobs of a map, the last of them the one looked at
 * @param size columns and rows of the maps
 */
export function bakeLines<T extends object>(
  bake: Bake<T>,
  rows: readonly Row<T>[],
  size: readonly [width: number, height: number] = [36, 28],
): () => Promise<string[]> {
  const linesOf = async ([map, options]: Row<T>): Promise<string[]> => {
    const grid = figureMap(map, ...size);
    const blobs = await bake(grid, options);
    const { sections, metadata } = inspectBlob(blobs[blobs.length - 1]);
    const sum = tally();
    sum.add(sections.flatMap(({ name, crc }) => (/^(grid|costs|meta)$/.test(name) ? [] : [Number.parseInt(crc, 16)])));
    const statistics = metadata.map((one) => (one as { statistics?: object }).statistics ?? {});
    return [
      `${titleOf(map, options)}: ${named(Object.assign({}, ...statistics))}, bytes ${sum.text()}`,
      `  ${workText(workOf(grid, loadInJs(blobs).search))}`,
    ];
  };
  return async () => (await Promise.all(rows.map(linesOf))).flat();
}

/** Errors of blobs with one number changed: how many of how many, and each kind of error. */
export function refusalLines<T extends object>(bake: Bake<T>, rows: readonly Row<T>[]): () => Promise<string[]> {
  return async () =>
    (
      await Promise.all(
        rows.map(async ([map, options]) => [
          `${titleOf(map, options)}, one number changed:`,
          ...(await refusalsOf(map, (grid) => bake(grid, options))),
        ]),
      )
    ).flat();
}

/** Kinds of errors with their counts, numbers left out, and a checksum of the whole texts. */
export function errorLines(texts: readonly string[], count: number): string[] {
  const kinds = new Map<string, number>();
  for (const text of texts) {
    const kind = text.replace(/-?\b\d[\d.e+]*\b/g, 'N');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const sum = texts.reduce((before, text) => crc32(new TextEncoder().encode(text), before), 0).toString(16);
  return [
    `  ${texts.length} of ${count} refused, texts ${sum}`,
    ...[...kinds].sort().map(([kind, times]) => `  ${`${times}`.padStart(4)} ${kind}`),
  ];
}

/** Sums up numbers, in their order, to a checksum. */
export function tally(): { add: (values: ArrayLike<number>) => void; text: () => string } {
  let sum = 0;
  return {
    add(values) {
      sum = crc32(new Uint8Array(Float64Array.from(values).buffer), sum);
    },
    text: () => sum.toString(16),
  };
}

/** Paths found, their costs in steps, a checksum of all answers, nodes taken from the open list and put on it. */
export interface Work {
  found: number;
  cost: number;
  answers: string;
  expanded: number;
  generated: number;
}

/**
 * Queries between random open cells, and from a cell to itself.
 * @param walk paths in pieces, where there are some
 */
export function workOf(grid: Grid, engine: Engine, queries = 40, walk = engine.walk): Work {
  const path = new PathBuffer();
  const sum = tally();
  let [found, total, expanded, generated] = [0, 0, 0, 0];
  const cells = sampleOpen(grid, 2 * queries, random(grid.width));
  for (let i = 0; i <= cells.length; i += 2) {
    const [from, to] = i < cells.length ? [cells[i], cells[i + 1]] : [cells[0], cells[0]];
    const isFound = engine.search(...from, ...to, path);
    expanded += engine.expanded;
    generated += engine.generated;
    const pieces = walk?.(...from, ...to);
    if (pieces) for (const part of [[pieces.cost], ...pieces]) sum.add(part);
    if (!isFound) continue;
    found++;
    const { cost, waypoints, cells: all } = path.toPath();
    total += cost;
    for (const part of [[cost], waypoints, all]) sum.add(part);
  }
  return { found, cost: total, answers: sum.text(), expanded, generated };
}

export const workText = ({ found, cost, answers, expanded, generated }: Work): string =>
  `${found} paths of ${cost.toFixed(2)} steps, answers ${answers}; ${expanded} nodes expanded, ${generated} generated`;

/**
 * The errors of a blob with one changed number, or a longer or shorter section, and correct checksums.
 */
async function refusalsOf(name: string, bake: (grid: Grid) => Promise<Uint8Array[]>): Promise<string[]> {
  const grid = figureMap(name, 15, 11);
  const blobs = await bake(grid);
  const { entries } = readBlob(blobs.pop() as Uint8Array, decompressor);
  const own = entries.filter(({ kind }) => kind > 4);
  const sections = own.map(({ kind, type, parts }) => ({ kind, values: new type(parts[0].slice().buffer) }));
  const texts: string[] = [];
  let count = 0;
  const attempt = async (at: number, values: ElementArray) => {
    const forged = sections.map((section, i) => (i === at ? { ...section, values } : section)) as Section[];
    const bytes = await writeBlob(grid, forged, { artifact: 'forged', map: '' }, { codec: 'none' });
    for (const read of [() => inspectBlob(bytes), () => loadInJs([...blobs, bytes])]) {
      count++;
      try {
        read();
      } catch (error) {
        texts.push((error as Error).message);
      }
    }
  };
  for (const [at, { values }] of sections.entries()) {
    const most = values instanceof Int32Array ? 2 ** 31 - 1 : 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
    for (const place of [0, 1, 2, 3, 4, 5, 6, 7, values.length >> 1, values.length - 1]) {
      for (const value of [0, values[place] - 1, values[place] + 1, most]) {
        if (value < 0 || value === values[place] || place >= values.length) continue;
        const other = values.slice();
        other[place] = value;
        await attempt(at, other);
      }
    }
    await attempt(at, values.slice(1));
    await attempt(at, new (values.constructor as Uint8ArrayConstructor)([...values, 0]));
  }
  return errorLines(texts, count);
}
