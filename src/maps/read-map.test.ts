import { truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anyGrid } from '../../test/grids.js';
import { mostPrices, type Table, WRITERS, zstdWriter } from '../../test/map-writers.js';
import { temporaryFolder } from '../../test/prep.js';
import { fingerprint } from '../core/blob/fingerprint.js';
import { countOpen } from '../core/grid/grid.js';
import { cellRows } from './cells.js';
import { csvText, drawMap, mapJson, movingAiText } from './map-text.js';
import { mapLevels, readMap } from './read-map.js';

/** Damages files of each format; faults are found soon. */
const RUNS = 3;

let zstd: (bytes: Uint8Array) => Uint8Array;
beforeAll(async () => {
  zstd = await zstdWriter();
});

/** Prices of random maps: of few kinds, as maps have, with at least one open cell. */
const anyTable: fc.Arbitrary<Table> = fc
  .tuple(anyGrid(17), fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 12 }), fc.nat(1000))
  .map(([grid, costs, salt]) => {
    const open = cellRows(grid).flat();
    const prices = open.map((one, i): number => one * costs[((i >> 1) * 31 + salt) % costs.length]);
    if (!prices.some((price) => price > 0)) prices[0] = costs[0];
    return { width: grid.width, height: grid.height, prices };
  });

/** The same map with costs up to a limit. */
function coarse({ prices, ...sides }: Table, most: number): Table {
  const list = [...new Set(prices)].sort((a, b) => a - b);
  const kept = new Map(list.map((price, i) => [price, list[Math.min(i, most - 1)]]));
  return { ...sides, prices: prices.map((price) => kept.get(price) ?? price) };
}

/** The map in the oldest format: letters, and separate costs of cells. */
async function expected({ width, height, prices }: Table): Promise<string> {
  const rows = Array.from({ length: height }, (_, y) => prices.slice(y * width, (y + 1) * width));
  const map = `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.map((row) => row.map((price) => (price ? '.' : '@')).join('')).join('\n')}\n`;
  const { grid, format } = await readMap(Buffer.from(map), { costs: rows });
  expect(format).toBe('movingai');
  return Buffer.from(fingerprint(grid)).toString('hex');
}

describe('readMap', () => {
  it.each(Object.entries(WRITERS))('reads the same map from %s', async (name, write) => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (any) => {
        const table = coarse(any, mostPrices(name));
        const { bytes, options } = write(table, zstd);
        const { grid } = await readMap(bytes, options);
        expect(Buffer.from(fingerprint(grid)).toString('hex')).toBe(await expected(table));
      }),
      { numRuns: RUNS },
    );
  });

  it('reads what prep map writes', async () => {
    const { bytes } = WRITERS.csv({ width: 3, height: 2, prices: [1, 0, 9, 255, 2, 1] }, zstd);
    const { grid } = await readMap(bytes);
    const places = {
      cellSize: [16, 16] as [number, number],
      doors: [{ name: 'gate', cells: [0, 1, 1, 1] }],
      markers: [{ name: 'p', cells: [2, 0] }],
    };
    const again = await readMap(Buffer.from(mapJson(grid, places)));
    expect(again).toMatchObject({ format: 'json', level: '', ...places, beside: {} });
    // Files from before 1.0 call them points.
    const older = mapJson(grid, places).replace('"markers"', '"points"');
    expect((await readMap(Buffer.from(older))).markers).toEqual(places.markers);
    for (const text of [mapJson(grid, places), csvText(grid)]) {
      expect(fingerprint((await readMap(Buffer.from(text))).grid)).toEqual(fingerprint(grid));
    }
    const letters = await readMap(Buffer.from(movingAiText(grid)), { costs: cellRows(grid) });
    expect(fingerprint(letters.grid)).toEqual(fingerprint(grid));
    expect(drawMap(grid, places, 2)).toMatchObject({ width: 6, height: 4 });
  });

  it('reads a map without an open cell, with a warning', async () => {
    const { grid, warnings } = await readMap(Buffer.from('0,0'), { file: 'a.txt', open: true });
    expect(countOpen(grid)).toBe(0);
    expect(warnings).toEqual([
      'a.txt: no cell is open, so there are no paths; a 0, "#" or "@" is blocked unless csv.legend (--csv.legend) ' +
        'says otherwise',
    ]);
  });

  it('says what is wrong with options and with files that are no maps', async () => {
    const fails = async (content: string | Uint8Array, message: string, options: object = {}) =>
      expect(
        readMap(typeof content === 'string' ? Buffer.from(content) : content, { file: 'a.txt', ...options }),
      ).rejects.toThrow(message);
    const known =
      'expected MovingAI maps, rows in JSON or code, Tiled (.tmj, .tmx), LDtk (.ldtk), PNG, CSV or ASCII, the JSON of prep map, floors in JSON, RPG Maker MV and MZ, occupancy grids of ROS, and Universal VTT and scenes of Foundry';
    await fails('', `a.txt: the file is empty; ${known}`);
    await fails('a\0b', `a.txt: this is not a text file, nor a PNG; ${known}`);
    for (const file of ['a.png', 'b.TMJ', 'c.tmx', 'd.ldtk'])
      await fails(
        '<html>\nnot found',
        `${file}: the name ends in ${file.slice(1)}, but the content is other text, which begins with ` +
          '"<html> not found"; save the map again, or add --format csv',
        { file },
      );
    await expect(readMap(Buffer.from('#.'), { file: 'a.png', format: 'csv' })).resolves.toBeDefined();
    await fails(
      '{"a": 1}',
      `a.txt: found JSON that begins with "{\\"a\\": 1}", which is not a supported map format; ${known}`,
    );
    for (const [content, place] of [
      ['{"a":1', '1:7'],
      ['{\n "b":2\n', '3:1'],
      ['{"type":"map",\n "width":3,\n "height": ]}', '3:12'],
      ['{"wide": one, "high": 2, "cells": []}', '1:10'],
      ['{"high": 2, "cells": [], "wide": one }', '1:34'],
    ])
      await fails(content, `a.txt:${place}: this is not JSON: `);
    await fails(
      '{"type":"tileset","tilewidth":16}',
      'a.txt: this is a Tiled tileset, not a map; name the map that uses it',
    );
    // Tilesets of old versions have no type.
    await fails(
      '{"name":"t", "tilecount":6, "tilewidth":16, "tiles":{}}',
      'a.txt: this is a Tiled tileset, not a map; name the map that uses it',
    );
    await fails('{"panels":[{"orientation":"horizontal"}]}', 'which is not a supported map format');
    await fails(Buffer.from('89505245500d0a1a', 'hex'), 'a.txt: this is a blob of prep, not a map');
    await fails('1,0', 'a.txt:1:2: this is not JSON: ', { format: 'tiled' });
    await fails('1,0', 'format is "gif", known are "movingai", "rows", "tiled", "ldtk", "png", "csv", "json"', {
      format: 'gif',
    });
    await fails('1,0', 'a.txt: level "x" is named, but the file is one level', { level: 'x' });
    await fails('1,0', 'a.txt: costs: 2 rows, expected 1', {
      costs: [
        [1, 1],
        [1, 1],
      ],
    });
    await fails('1,0', 'a.txt: costs: row 0 is 1 cells long, expected 2 numbers', { costs: [[1]] });
    await fails('1,#', 'a.txt: costs: cell 0, 0 is 256, allowed is a whole number from 0 to 255', {
      costs: [[256, 1]],
    });
    await fails('1,#', 'a.txt: costs: cell 0, 0 is open, but its cost is 0', { costs: [[0, 1]] });
    await expect(readMap('/nowhere/a.map')).rejects.toMatchObject({ code: 'ENOENT', path: '/nowhere/a.map' });
  });

  it('refuses files that are larger than a map can be, before they are read', async () => {
    const file = join(temporaryFolder(), 'a.json');
    writeFileSync(file, '{');

    truncateSync(file, 2 ** 30);
    const before = process.memoryUsage().rss;
    await expect(readMap(file)).rejects.toThrow(`${file}: the file has 1073741824 bytes, allowed are 134217728`);
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
  });

  it('refuses a file that changes its length while it is read', async () => {
    const file = join(temporaryFolder(), 'a.csv');
    // Small files are read in one call.
    writeFileSync(file, `${'1,'.repeat(99)}1\n`.repeat(400));
    const handle = await open(file);
    const stat = vi
      .spyOn(Object.getPrototypeOf(handle), 'stat')
      .mockResolvedValue({ size: 90_000, isFile: () => true });
    await expect(readMap(file)).rejects.toThrow(
      `${file}: the file had 90000 bytes and then 80000 while it was read; read it again`,
    );
    stat.mockRestore();
    await handle.close();
    expect((await readMap(file)).grid.width).toBe(100);
  });

  it('knows no levels of files that are one', async () => {
    expect(await mapLevels(Buffer.from('1,0'))).toEqual([]);
  });
});
