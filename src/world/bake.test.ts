import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { sampleOf } from '../../test/samples.js';
import { withWorld } from '../../test/worlds.js';
import { HpaError, MapError, MapTooLargeError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { gridFrom, setCosts } from '../core/grid/grid.js';
import { movingAiText } from '../maps/map-text.js';
import { readMap } from '../maps/read-map.js';
import { bakeWorld, bakeWorldBy } from './bake.js';
import type { WorldOptions } from './options.js';
import { fromGrid, openWorld, type WorldSource } from './source.js';
import type { Strips } from './strips.js';
import { doTileTask, type TileTask } from './tasks.js';

const root = makeTemporaryFolder();
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

const here = async (task: TileTask) => doTileTask(task);
const bake = (source: WorldSource, folder: string, options: Partial<WorldOptions> = {}) =>
  bakeWorldBy(here, source, folder, { cluster: 4, tiles: 8, codec: 'none', ...options });

function newFolder(): string {
  return join(root, `${++folders}`);
}

/** All files of a folder, as text that can be compared. */
function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

/** Writes a grid as a MovingAI map. */
function write(grid: ReturnType<typeof gridFrom>, name: string, ends = '\n'): string {
  mkdirSync(root, { recursive: true });
  const file = join(root, name);
  writeFileSync(file, movingAiText(grid).replaceAll('\n', ends));
  return file;
}

/** Writes a grid as a folder of maps. */
function writeParts(grid: ReturnType<typeof gridFrom>, name: string, side: number): string {
  const folder = join(newFolder(), name);
  mkdirSync(folder, { recursive: true });
  for (let y = 0; y < grid.height; y += side) {
    for (let x = 0; x < grid.width; x += side) {
      const part = gridFrom(Math.min(side, grid.width - x), Math.min(side, grid.height - y), (a, b) =>
        grid.isOpen(x + a, y + b),
      );
      writeFileSync(join(folder, `part_${x / side}_${y / side}.map`), movingAiText(part));
    }
  }
  return folder;
}

describe('bakeWorld', () => {
  const grid = makeGrid('noise', 37, 29, 0.3, 4);

  it('makes the same files of a map in memory, of a file read in strips, and of folders of parts of any side', async () => {
    const baked: Record<string, string>[] = [];
    for (const path of [
      write(grid, 'same.map'),
      write(grid, 'same2.map', '\r\n'),
      writeParts(grid, 'parts8', 8),
      writeParts(grid, 'parts11', 11),
      writeParts(grid, 'parts64', 64),
    ]) {
      const folder = newFolder();
      await bake({ ...(await openWorld(path)), map: 'a' }, folder);
      baked.push(filesIn(folder));
    }
    const folder = newFolder();
    // Letters say which are open; a program's grid has none.
    await bake(fromGrid(Object.assign(grid.copy(), { terrain: '.GS' }), 'a'), folder);
    for (const files of baked) expect(files).toEqual(filesIn(folder));
    expect(Object.keys(baked[0])).toHaveLength(5 * 4 + 1);
  });

  it('prices cells by letter as the whole would be weighted', async () => {
    const weighted = grid.copy();
    const file = join(root, 'priced.map');
    writeFileSync(file, movingAiText(grid).replaceAll(/\.(?=\.)/g, 'S'));
    const text = readFileSync(file, 'utf8').split('\n').slice(4);
    setCosts(weighted, (x, y) => (text[y][x] === 'S' ? 7 : 1));
    const [a, b] = [newFolder(), newFolder()];
    await bake({ ...(await openWorld(file, { costs: { S: 7 } })), map: 'a' }, a);
    await bake(fromGrid(Object.assign(weighted, { terrain: '.GS' }), 'a'), b);
    expect(filesIn(a)).toEqual(filesIn(b));
  });

  it('makes of a walker of several cells what the whole map makes of it, in strips and in folders of parts', async () => {
    const open = makeGrid('noise', 37, 29, 0.06, 4);
    const text = movingAiText(open).replaceAll(/\.(?=\.)/g, 'S');
    const file = join(root, 'sized.map');
    writeFileSync(file, text);
    const parts = writeParts(open, 'sized', 11);
    for (const size of sampleOf([3, 2])) {
      for (const costs of [undefined, { S: 7 }]) {
        const [a, b] = [newFolder(), newFolder()];
        await bake({ ...(await openWorld(file, { size, costs })), map: 'a' }, a);
        const whole = (await readMap(file, { size, costs })).grid;
        await bake(fromGrid(whole, 'a'), b);
        expect(filesIn(a)).toEqual(filesIn(b));
        if (costs) continue;
        const c = newFolder();
        await bake({ ...(await openWorld(parts, { size })), map: 'a' }, c);
        expect(filesIn(c)).toEqual(filesIn(b));
      }
    }
    const huge = async () => bake({ ...(await openWorld(file, { size: 16 })), map: 'a' }, newFolder());
    await expect(huge()).rejects.toThrow(
      new MapError('a: a square of 16 x 16 cells fits nowhere; letters read as open are ".GS", see --terrain'),
    );
    await expect(openWorld(file, { size: 17 })).rejects.toThrow(
      new RangeError('size is 17, allowed is a whole number of cells from 1 to 16'),
    );
  });

  it('keeps valid tiles, and bakes a changed tile and its neighbors again, as a new bake would', async () => {
    const folder = newFolder();
    const first = await bake(fromGrid(grid), folder);
    expect([first.kept, first.tiles]).toEqual([0, 20]);
    const before = statSync(join(folder, 'world.prep')).mtimeMs;
    const again = await bake(fromGrid(grid), folder);
    expect([again.kept, again.searched, statSync(join(folder, 'world.prep')).mtimeMs]).toEqual([20, 0, before]);
    // In the middle of a tile, and at the corner of four.
    for (const [x, y, baked] of [
      [12, 12, 1],
      [15, 15, 4],
    ]) {
      const changed = grid.copy();
      changed.open[changed.cell(x, y)] ^= 1;
      const report = await bake(fromGrid(changed), folder);
      expect(report.tiles - report.kept).toBe(baked);
      const fresh = newFolder();
      await bake(fromGrid(changed), fresh);
      expect(filesIn(folder)).toEqual(filesIn(fresh));
      await bake(fromGrid(grid), folder);
    }
    // A damaged file, one of another bake, one that is too many.
    const names = filesIn(folder);
    writeFileSync(join(folder, '1_1.prep'), Buffer.from(names['1_1.prep'], 'latin1').fill(0, 300, 310));
    writeFileSync(join(folder, '2_1.prep'), names['1_1.prep'], 'latin1');
    writeFileSync(join(folder, '9_9.prep'), 'old');
    expect((await bake(fromGrid(grid), folder)).kept).toBe(18);
    expect(filesIn(folder)).toEqual(names);
  });

  it('is no world while it is not whole: the index goes first and comes last', async () => {
    const folder = newFolder();
    await bake(fromGrid(grid), folder);
    const changed = grid.copy();
    for (let x = 0; x < 37; x++) changed.open[changed.cell(x, 20)] = 1;
    let tasks = 0;
    const dying = async (task: TileTask) => {
      if (++tasks > 13) throw new Error('killed');
      return doTileTask(task);
    };
    let calls = 0;
    // Of one tile at a time, so that those after the failure are not begun.
    const options = { cluster: 4, tiles: 8, codec: 'none', maxMemory: '130MB', onProgress: () => calls++ } as const;
    await expect(bakeWorldBy(dying, fromGrid(changed), folder, options)).rejects.toThrow('killed');
    expect(calls).toBe(13);
    expect(readdirSync(folder)).not.toContain('world.prep');
    const report = await bake(fromGrid(changed), folder);
    expect(report.kept).toBeGreaterThan(0);
    const fresh = newFolder();
    await bake(fromGrid(changed), fresh);
    expect(filesIn(folder)).toEqual(filesIn(fresh));

    // In an empty folder all that is kept was written before the end came.
    const half = newFolder();
    tasks = 0;
    await expect(bakeWorldBy(dying, fromGrid(changed), half, options)).rejects.toThrow('killed');
    const written = readdirSync(half).length;
    expect(written).toBeGreaterThan(3);
    expect((await bake(fromGrid(changed), half)).kept).toBe(written);
    expect(filesIn(half)).toEqual(filesIn(fresh));
  });

  it('has no files for tiles of walls, and refuses a map of nothing else', async () => {
    const half = gridFrom(32, 16, (x) => x < 12);
    const folder = newFolder();
    const report = await bake(fromGrid(half), folder);
    expect([report.tiles, report.openCells]).toEqual([4, 192]);
    expect(readdirSync(folder).sort()).toEqual(['0_0.prep', '0_1.prep', '1_0.prep', '1_1.prep', 'world.prep']);
    const dark = gridFrom(9, 9, () => false);
    await expect(bake(fromGrid(dark, 'dark.map'), newFolder())).rejects.toThrow(
      new MapError('dark.map: no cell is open; letters read as open are "", see --terrain'),
    );
  });

  it('says what is wrong with a map, and where', async () => {
    const good = readFileSync(write(grid, 'good.map'), 'utf8');
    const says = async (text: string, message: string) => {
      const file = join(root, 'bad.map');
      writeFileSync(file, text);
      const run = async () => bake(await openWorld(file), newFolder());
      await expect(run()).rejects.toThrow(new MapError(`${file}${message}`));
    };
    const equal = 'all rows must be of that length, with the same line ends';
    await says(`${good}x`, `: the file has 1138 bytes, but 29 rows of 37 cells take 1137; ${equal}`);
    const wide = good.replace('width 37', 'width 65537');
    await says(wide, ':3:7: width is "65537", allowed is a whole number from 1 to 65536');
    const lines = good.split('\n');
    lines[20] = `${lines[20].slice(0, 30)}x${lines[20].slice(31)}`;
    await says(lines.join('\n'), ':21:31: unknown terrain letter "x"; known are .GSTWO@');
    const shifted = good.split('\n');
    shifted[10] += '.';
    shifted[11] = shifted[11].slice(1);
    const rows = 'all rows must have 37 cells, as the header says';
    await says(shifted.join('\n'), `:12:1: found the end of a line; ${rows}`);
    await says(good.replace(/\n$/, '.'), `:33:38: the line does not end here; ${rows}`);
  });

  it('says what is wrong with a folder of maps', async () => {
    const folder = writeParts(grid, 'holes', 16);
    rmSync(join(folder, 'part_1_1.map'));
    await expect(openWorld(folder)).rejects.toThrow(
      new MapError(`${folder}: there are 5 files, 3 x 2 are needed; the first that is missing is 1_1`),
    );
    const far = newFolder();
    mkdirSync(far);
    writeFileSync(join(far, '100000_100000.map'), '');
    await expect(openWorld(far)).rejects.toThrow(
      /1 files, 100001 x 100001 are needed; the first that is missing is 0_0$/,
    );
    writeFileSync(join(folder, 'part_1_1.map'), movingAiText(makeGrid('noise', 9, 13, 0.2, 1)));
    const run = async () => bake(await openWorld(folder), newFolder());
    const sizes = 'the map is 9 x 13 cells; at its place in the folder it has to be 16 x 13';
    await expect(run()).rejects.toThrow(new MapError(`${join(folder, 'part_1_1.map')}: ${sizes}`));
    writeFileSync(join(folder, 'other_1_1.map'), '');
    await expect(openWorld(folder)).rejects.toThrow('are both column 1, row 1');
    const empty = newFolder();
    mkdirSync(empty);
    await expect(openWorld(empty)).rejects.toThrow(
      new MapError(`${empty}: no file is named by its column and row, as 0_0.map or land_3_12.png`),
    );
  });

  it('refuses what worlds are not made of', async () => {
    await expect(bake(fromGrid(withMoves(grid, 'always')), newFolder())).rejects.toThrow(
      new HpaError(
        'worlds know the move rules no-corners, never, one-corner, not always, under which tiles meet at their corners',
      ),
    );
    await expect(bake(fromGrid(grid), newFolder(), { maxMemory: '100MB' })).rejects.toThrow(MapTooLargeError);
    const huge = { ...fromGrid(grid), width: 65536, height: 65536 };
    await expect(bake(huge, newFolder(), { tiles: 128 })).rejects.toThrow(
      new HpaError('tiles of 128 cells make 512 x 512 tiles of this map, more than the 65536 that a world has at most'),
    );
  });

  it('refuses a map whose gates make more pairs than an index may have', async () => {
    const side = Uint16Array.from({ length: 2048 }, (_, place) => 2 * place);
    const sides = Array(4).fill({ places: side, labels: side, weights: new Uint8Array(2048).fill(1) });
    const made = { blob: undefined, openCells: 1, bytes: 1, check: 1, fingerprint: new Uint8Array(32), sides, key: '' };
    const row = { ...fromGrid(grid), width: 9 * 4096, height: 4096, from: {} as Strips };
    await expect(
      bakeWorldBy(async () => made, row, newFolder(), { cluster: 4, tiles: 4096, maxMemory: '99GB' }),
    ).rejects.toThrow(
      new HpaError(
        'the gates between the tiles make 62898176 pairs, allowed are 33554432; bake larger tiles or split the map',
      ),
    );
  });

  it('gives the same files on any number of threads', async () => {
    await withWorld(grid, { cluster: 4, tiles: 16 }, async ({ folder }) => {
      for (const threads of [1, 2]) {
        const other = newFolder();
        await bakeWorld(fromGrid(grid, 'test'), other, { cluster: 4, tiles: 16, codec: 'none', threads });
        expect(filesIn(other)).toEqual(filesIn(folder));
      }
    });
  });
});
