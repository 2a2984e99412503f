import { expect, it } from 'vitest';
import { figureMap, tally } from '../../test/figures.js';
import { withSection } from '../../test/forge.js';
import { random } from '../../test/grids.js';
import { IS_LONG } from '../../test/samples.js';
import { type BakedWorld, open, withWorld } from '../../test/worlds.js';
import { crc32 } from '../core/blob/crc32.js';
import { decompressor } from '../core/blob/decompress.js';
import { apronOf, gridOf } from '../core/blob/grid.js';
import { readBlob } from '../core/blob/read.js';
import { sampleOpen } from '../core/grid/sample.js';
import { describeWorld } from './describe.js';
import type { WorldOptions } from './options.js';
import { openTile, readIndex } from './section.js';
import { tileOf } from './tile.js';
import { loadWorld, type World } from './world.js';

/** Answers of a world between some cells, as numbers, or the message of its error. */
async function answers(world: World, queries: [number, number][][], add: (values: ArrayLike<number>) => void) {
  let found = 0;
  for (const [from, to] of queries) {
    const walk = await world.walk(...from, ...to);
    const path = await world.findPath(...from, ...to);
    add([Number(await world.isReachable(...from, ...to)), walk?.cost ?? -1, ...(walk?.tiles.flat() ?? [])]);
    if (!walk || !path) continue;
    found++;
    for await (const piece of walk) add([piece.length, ...piece]);
    for (const part of [[path.cost], path.waypoints, path.cells]) add(part);
  }
  return found;
}

/** Checksums of all files, what bake and index say, paths, tiles in memory and how many were loaded. */
async function figuresOf(map: string, width: number, options: Partial<WorldOptions>): Promise<string> {
  const grid = figureMap(map, width);
  return withWorld(grid, options, async (baked) => {
    const { layout, fingerprint: _, ...report } = baked.report;
    const files = tally();
    for (let y = 0; y < layout.rows; y++)
      for (let x = 0; x < layout.columns; x++)
        if (readIndex(baked.index, decompressor).has(x, y)) files.add([crc32(baked.tile(x, y))]);
    const { metadata: __, fingerprint: ___, ...said } = describeWorld(baked.index);
    const cells = sampleOpen(grid, 16, random(grid.width));
    const queries = cells.flatMap((from, i) => (i % 2 === 0 ? [[from, cells[i + 1]]] : []));
    // Near each other, in one cluster often.
    for (const [x, y] of cells) {
      const near: [number, number][] = [
        [x + 2, y + 1],
        [x - 1, y + 2],
        [x - 3, y],
      ];
      for (const to of near) if (grid.isOpen(...to)) queries.push([[x, y], to]);
    }
    const results = [Infinity, 1].map(async (maxBytes) => {
      let loads = 0;
      const loadTile = async (x: number, y: number) => {
        loads++;
        return baked.tile(x, y);
      };
      const world = open(baked, { maxBytes, loadTile });
      const sum = tally();
      const found = await answers(world, [...queries, [cells[0], cells[0]]], sum.add);
      return `${found} ${sum.text()} ${world.loaded} ${world.bytes} ${loads}`;
    });
    const [all, few] = await Promise.all(results);
    const numbers = [...Object.values(report), ...Object.values(said)].join(' ');
    return `${crc32(baked.index).toString(16)} ${files.text()} ${numbers}: ${all}: ${few}`;
  });
}

/** Errors of an index, or of a tile, in which one number is changed, with every checksum right. */
async function refusalsOf(baked: BakedWorld, bytes: Uint8Array, read: (forged: Uint8Array) => Promise<unknown>) {
  const texts: string[] = [];
  let count = 0;
  for (const { kind } of readBlob(bytes, decompressor).entries.filter(({ kind }) => kind > 4)) {
    for (let place = 0; place < 9; place++) {
      for (const by of [-1, 1, 2 ** 15]) {
        const forged = withSection(bytes, kind, (values) => {
          const at = place < 6 ? place : values.length - place + 5;
          if (at >= 0 && at < values.length) values[at] += by;
          return values;
        });
        count++;
        await read(forged).catch((error: Error) => texts.push(error.message));
      }
    }
    for (const longer of [-1, 1]) {
      count++;
      const forged = withSection(bytes, kind, (values) => {
        const other = new (values.constructor as Uint8ArrayConstructor)(values.length + longer);
        other.set(values.subarray(0, other.length));
        return other;
      });
      await read(forged).catch((error: Error) => texts.push(error.message));
    }
  }
  const sum = texts.reduce((before, text) => crc32(new TextEncoder().encode(text), before), 0).toString(16);
  const names = new Set(texts.map((text) => text.replace(/^(tile \d, \d: )?unusable blob: | (is|are) .*$/g, '')));
  return `${texts.length} of ${count}: ${[...names].sort().join(', ')}: ${sum} ${baked.report.gates}`;
}

const small = { cluster: 4, tiles: 12 };

/** Wide ones have far queries: over cells in small tiles, over clusters in large ones. */
it.each([
  [
    'caves',
    36,
    small,
    '469adaae 8dbc6b00 690 9 0 0 9 18 5243 763 36 28 12 4 3 3 9 18 64 690 no-corners 1 : 46 846d5c3b 9 3612131 9: 46 846d5c3b 1 401735 267',
  ],
  [
    'rooms one-corner',
    36,
    { cluster: 5, tiles: 10, paths: false },
    '225d988c 5bfc3ad4 751 12 0 0 11 22 6219 851 36 28 10 5 4 3 12 22 79 751 one-corner 1 : 44 85239586 12 4809836 12: 44 85239586 1 400684 594',
  ],
  [
    'noise never patches',
    300,
    small,
    'cce366d2 9782b638 6695 75 0 0 75 247 67196 8092 300 28 12 4 25 3 75 247 1520 6695 never 1 : 42 c37d928e 75 30166244 75: 42 c37d928e 1 402622 2556',
  ],
  [
    'noise random',
    36,
    { cluster: 6, tiles: 18, entranceWidth: 3 },
    '82f3737e c7602386 781 4 0 0 4 8 6803 571 36 28 18 6 2 2 4 8 26 781 no-corners 1 : 45 24fd749f 4 1619101 4: 45 24fd749f 1 406381 377',
  ],
  [
    'caves',
    400,
    { cluster: 12, tiles: 132 },
    '1bf66b39 cfea7030 8635 4 0 0 3 4 7908 452 400 28 132 12 4 1 4 4 5 8635 no-corners 1 : 54 47e58903 3 1251010 3: 54 47e58903 1 416261 49',
  ],
] as const)(
  'of %s, %d wide in tiles, %o, has the same bytes as ever, and the same paths',
  async (map, width, options, figures) => {
    expect(await figuresOf(map, width, options)).toBe(figures);
  },
);

it.runIf(IS_LONG)(
  'is refused in the same words, or answers, if a number of its index or of a tile changes',
  async () => {
    const grid = figureMap('noise random', 300, 20);
    const openAt = (x: number, y: number): [number, number] => (grid.isOpen(x, y) ? [x, y] : openAt(x + 1, y));
    const queries = [
      [openAt(1, 1), openAt(290, 17)],
      [openAt(3, 18), openAt(280, 2)],
    ];
    await withWorld(grid, { cluster: 4, tiles: 136 }, async (baked) => {
      const sum = tally();
      const ofIndex = await refusalsOf(baked, baked.index, async (forged) => {
        describeWorld(forged);
        const world = loadWorld(forged, { loadTile: async (x, y) => baked.tile(x, y) });
        await answers(world, queries, sum.add);
      });
      expect(`${ofIndex} ${sum.text()}`).toBe(
        '116 of 203: bake, cluster, gate, gates of a border, number of gates, number of pairs, section 112, section 113, section 114, section 115, section 116, section 117, section 118, tile, tiles, weight, world: 80eb1f21 5 bd178df4',
      );
      const { layout } = readIndex(baked.index, decompressor);
      const ofTile = await refusalsOf(baked, baked.tile(1, 0), async (forged) => {
        const blob = openTile(forged, decompressor, layout, 1, 0);
        const tile = tileOf(blob, layout, 1, 0);
        for (let n = 1; n < tile.graph.count; n++) {
          const c = tile.homes[n];
          const first = tile.graph.clusterFirst[c];
          if (first < n) sum.add([tile.walk(tile.pairFirst[c] + n - first - 1, first, n)]);
        }
        const apron = apronOf(blob, gridOf(blob));
        sum.add(apron.open);
        sum.add(apron.costs ?? []);
      });
      expect(`${ofTile} ${sum.text()}`).toBe(
        '174 of 232: abstraction, apron, node, number of nodes, path, section 128, section 129, section 130, section 48, section 49, section 50, section 51, section 52, section 54, tile, world: 39d24a10 5 233cbc54',
      );
    });
  },
);
