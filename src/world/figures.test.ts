import { errorLines, figureMap, named, tally, testFigures } from '../../test/figures.js';
import { withSection } from '../../test/forge.js';
import { random } from '../../test/grids.js';
import { IS_LONG } from '../../test/samples.js';
import { open, withWorld } from '../../test/worlds.js';
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

/** Checksums of all files, what bake and index say; paths, with all tiles in memory and with one. */
async function linesOf(map: string, width: number, options: Partial<WorldOptions>): Promise<string[]> {
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
      const memory = `${world.loaded} tiles in memory, ${world.bytes} bytes, ${loads} loads`;
      return `  ${found} paths, answers ${sum.text()}; ${memory}`;
    });
    return [
      `${map}, ${width} wide, ${named(options)}: index ${crc32(baked.index).toString(16)}, tiles ${files.text()}`,
      `  baked: ${named(report)}`,
      `  stored: ${named(said)}`,
      ...(await Promise.all(results)),
    ];
  });
}

/** Errors of an index, or of a tile, in which one number is changed, with every checksum right. */
async function refusalsOf(bytes: Uint8Array, read: (forged: Uint8Array) => Promise<unknown>) {
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
  return errorLines(texts, count);
}

const small = { cluster: 4, tiles: 12 };

// Wide ones have far queries: over cells in small tiles, over clusters in large ones.
testFigures(
  'world',
  () => linesOf('caves', 36, small),
  () => linesOf('rooms one-corner', 36, { cluster: 5, tiles: 10, paths: false }),
  () => linesOf('noise never patches', 300, small),
  () => linesOf('noise random', 36, { cluster: 6, tiles: 18, entranceWidth: 3 }),
  () => linesOf('caves', 400, { cluster: 12, tiles: 132 }),
);

/** Errors, or answers, if one number of an index or of a tile changes. */
async function refusedLines(): Promise<string[]> {
  const grid = figureMap('noise random', 300, 20);
  const openAt = (x: number, y: number): [number, number] => (grid.isOpen(x, y) ? [x, y] : openAt(x + 1, y));
  const queries = [
    [openAt(1, 1), openAt(290, 17)],
    [openAt(3, 18), openAt(280, 2)],
  ];
  return withWorld(grid, { cluster: 4, tiles: 136 }, async (baked) => {
    const sum = tally();
    const ofIndex = await refusalsOf(baked.index, async (forged) => {
      describeWorld(forged);
      const world = loadWorld(forged, { loadTile: async (x, y) => baked.tile(x, y) });
      await answers(world, queries, sum.add);
    });
    const indexSum = sum.text();
    const { layout } = readIndex(baked.index, decompressor);
    const ofTile = await refusalsOf(baked.tile(1, 0), async (forged) => {
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
    return [`index: answers ${indexSum}`, ...ofIndex, `tile: answers ${sum.text()}`, ...ofTile];
  });
}

if (IS_LONG) testFigures('world-refused', refusedLines);
