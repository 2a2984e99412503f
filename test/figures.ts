/**
 * Figures of bakes and searches. A file of other bytes with the same meaning, and a search that looks at more than it has to, pass every comparison with
 * Dijkstra. Checksums of bytes and answers are exact, work has a bound. A change on purpose writes down the new ones.
 */
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

/** Name of a map, options of its bake, checksum and statistics of the bake, what queries answer, most nodes expanded, most generated. */
type Row<T> = readonly [map: string, options: T, baked: string, answers: string, expanded: number, generated: number];

/**
 * Tests that a bake has the same bytes as ever, and that queries get the same answers with no more work.
 * @param bake blobs of a map, the last of them the one looked at
 * @param size columns and rows of the maps
 */
export function testBakes<T>(
  bake: (grid: Grid, options: T) => Promise<Uint8Array[]>,
  rows: readonly Row<T>[],
  size: readonly [width: number, height: number] = [36, 28],
): void {
  it.each(rows)(
    'bakes %s with %o to the same bytes as ever, and answers alike',
    async (map, options, baked, ...work) => {
      const grid = figureMap(map, ...size);
      const blobs = await bake(grid, options);
      const { sections, metadata } = inspectBlob(blobs[blobs.length - 1]);
      const sum = tally();
      sum.add(
        sections.flatMap(({ name, crc }) => (/^(grid|costs|meta)$/.test(name) ? [] : [Number.parseInt(crc, 16)])),
      );
      const statistics = metadata.flatMap((one) => Object.values((one as { statistics?: object }).statistics ?? {}));
      expect([sum.text(), ...statistics].join(' ')).toBe(baked);
      expectWork(workOf(grid, loadInJs(blobs).search), ...work);
    },
  );
}

/** Tests what is said of blobs with one number changed: how many of how many are refused, and a checksum of the reasons. */
export function testRefusals<T>(
  bake: (grid: Grid, options: T) => Promise<Uint8Array[]>,
  rows: readonly (readonly [map: string, options: T, refusals: string])[],
): void {
  it.each(rows)('%s with one number changed is refused in the same words, or taken', async (map, options, expected) => {
    expect(await refusalsOf(map, (grid) => bake(grid, options))).toBe(expected);
  });
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

/** Paths found and a checksum of all answers, nodes taken from the open list and put on it. */
export interface Work {
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
  let [found, expanded, generated] = [0, 0, 0];
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
    for (const part of [[cost], waypoints, all]) sum.add(part);
  }
  return { answers: `${found} ${sum.text()}`, expanded, generated };
}

/** The same answers, with no more work. */
export function expectWork(work: Work, answers: string, expanded: number, generated: number): void {
  expect(work.answers).toBe(answers);
  expect(work.expanded, 'nodes expanded').toBeLessThanOrEqual(expanded);
  expect(work.generated, 'nodes generated').toBeLessThanOrEqual(generated);
}

/**
 * The errors of a blob with one changed number, or a longer or shorter section, and correct checksums.
 * @returns how many forgeries are refused of how many, and a checksum of the reasons
 */
async function refusalsOf(name: string, bake: (grid: Grid) => Promise<Uint8Array[]>): Promise<string> {
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
  const sum = texts.reduce((before, text) => crc32(new TextEncoder().encode(text), before), 0).toString(16);
  return `${texts.length} of ${count}: ${sum}`;
}
