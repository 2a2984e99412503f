/** The public entries: number of their values, and that the documents use each; bakes of `gridprep` report progress and can be cancelled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import * as gridprep from './index.js';
import * as runtime from './runtime.js';

const { bakeBounds, bakeCh, bakeHpa, bakeJps, bakeTable, bakeWorld, createGrid, generateMap, inspectMap, readMap } =
  gridprep;

const documents = ['README.md', ...readdirSync('docs/guide').map((name) => join('docs/guide', name))]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('gridprep', () => {
  it.each([
    ['gridprep', gridprep],
    ['gridprep/runtime', runtime],
  ])('%s has at most 48 values, each of which README or guide names', (_, entry) => {
    const values = Object.keys(entry);
    expect(values.length).toBeLessThanOrEqual(48);
    expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(documents))).toEqual([]);
  });

  it('makes grids of cells that are open, blocked or cost, for units of any size', () => {
    const grid = createGrid(4, 2, (x, y) => (x === 3 ? 0 : y === 1 ? 5 : true), { size: 2, diagonals: 'never' });
    expect([0, 1, 2].map((x) => grid.isOpen(x, 0))).toEqual([true, true, false]);
    expect([grid.size, grid.moveRule, grid.costs?.[grid.cell(0, 0)]]).toEqual([2, 'never', 5]);
    expect([0, 1, 2, 9].map((x) => grid.costAt(x, 0))).toEqual([5, 5, Infinity, Infinity]);
    expect(createGrid(2, 1, () => 1).costAt(0, 0)).toBe(1);
    for (const cost of [256, 1.5, -1, Number.NaN])
      expect(() => createGrid(2, 1, (x) => x === 0 || cost)).toThrow(
        `cell 1, 0 costs ${cost}; allowed is a whole number from 1 to 255`,
      );
  });

  it('tells how far each bake is, in one form, and gives what the command gives', async () => {
    const grid = generateMap('caves', { width: 48, height: 40, seed: 3 });
    const hpa = await bakeHpa(grid, { cluster: 8, codec: 'none' });
    for (const [step, bake] of [
      ['jps', bakeJps],
      ['bounds', bakeBounds],
      ['ch', bakeCh],
      ['hpa', bakeHpa],
      ['table', (_: typeof grid, options: gridprep.BakeOptions) => bakeTable(hpa, options)],
    ] as const) {
      const reports: gridprep.Progress[] = [];
      const onProgress = (progress: gridprep.Progress) => reports.push(progress);
      const blob = await bake(grid, { name: 'cave', codec: 'none', threads: 1, onProgress });
      expect(reports[0]).toEqual({ step, done: 0, total: undefined });
      expect(new Set(reports.map((progress) => progress.step))).toEqual(new Set([step]));
      expect(gridprep.inspectBlob(blob).metadata).toMatchObject([{ artifact: step, map: 'cave' }]);
    }
  });

  it('ends a bake by its signal, before it and while it runs', async () => {
    const grid = generateMap('noise', { width: 256, height: 256 });
    const reason = new Error('enough');
    for (const bake of [bakeJps, bakeBounds, bakeCh, bakeHpa])
      await expect(bake(grid, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    for (const bake of [bakeBounds, bakeCh]) {
      const stop = new AbortController();
      const onProgress = ({ total }: gridprep.Progress) => (total === undefined ? undefined : stop.abort(reason));
      await expect(bake(grid, { threads: 1, signal: stop.signal, onProgress })).rejects.toBe(reason);
    }
    const stop = new AbortController();
    const folder = join(temporaryFolder(), 'a.world');
    const options = { tile: 64, cluster: 8, threads: 1, signal: stop.signal, onProgress: () => stop.abort(reason) };
    await expect(bakeWorld(grid, folder, options)).rejects.toBe(reason);
  });

  it('keeps doors and markers of a map in its blobs, and counts what is in it', async () => {
    const map = await readMap('fixtures/inputs/village.tmj');
    expect(map.markers.map(({ name }) => name)).toEqual(['start', 'shop']);
    expect(inspectMap(map)).toMatchObject({ width: map.grid.width, components: expect.any(Number) });
    const { metadata } = gridprep.inspectBlob(await bakeHpa(map, { codec: 'none' }));
    expect(metadata).toMatchObject([{ places: { doors: map.doors } }]);
    expect(Buffer.from(await gridprep.writeMap(map, { format: 'json' })).toString()).toContain('"gridprep":"map"');
    await expect(gridprep.writeMap(map, { format: 'gif' as 'png' })).rejects.toThrow(
      'format is "gif", allowed are movingai, costs, csv, json, png',
    );
  });
});
