import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { loadJps as load } from '../../../test/loaders.js';
import { connectedPairs } from '../../../test/queries.js';
import { inspectBlob } from '../artifacts/inspect.js';
import { decompressor } from '../blob/decompress.js';
import { KIND } from '../blob/layout.js';
import { readBlob } from '../blob/read.js';
import { writeBlob } from '../blob/write.js';
import { bakeJps } from './bake.js';
import { buildJumpDistances } from './build.js';
import { checkJumpDistances, jumpSections, loadJumpDistances } from './section.js';

const kinds = ['noise', 'maze', 'comb', 'rooms'] as const;
const grids = Array.from({ length: 24 }, (_, i) => makeGrid(kinds[i % 4], 1 + 7 * i, 160 - 6 * i, (i % 5) / 6, i + 1));

describe('jump distances in a blob', () => {
  it('load to the planes that were built, from both storage forms and in both widths', async () => {
    for (const grid of grids) {
      for (const width of [8, 16] as const) {
        const built = buildJumpDistances(grid, width);
        for (const store of ['grid', 'planes'] as const) {
          const blob = await bakeJps(grid, { width, store, codec: 'none' });
          const reader = readBlob(blob, decompressor);
          deepStrictEqual(loadJumpDistances(reader, grid), built);
          checkJumpDistances(reader, grid);
        }
      }
    }
  });

  it('with other jump points than the grid has, every checksum right, are refused by tools; games make theirs from the grid', async () => {
    const next = random(5);
    for (let i = 0; i < 60; i++) {
      const grid = makeGrid(kinds[i % 4], 40, 30, 0.3, i + 1);
      const { stops } = buildJumpDistances(grid);
      const forged = stops.map(
        (stop, c) => (grid.open[c] && next() < 0.1 ? Math.floor(next() * 256) : stop) & 0b01010101,
      );
      const sections = jumpSections(grid, buildJumpDistances(grid, 16, forged), 'planes');
      const blob = await writeBlob(grid, sections, { artifact: 'jps', map: '' }, { codec: 'none' });
      expect(() => inspectBlob(blob)).toThrow(/^unusable blob: checksum of jump points is \d+, expected \d+; /);
      // Those of the grid in the checksum, others in the section.
      const mixed = [jumpSections(grid, buildJumpDistances(grid), 'grid')[0], sections[1]];
      const other = await writeBlob(grid, mixed, { artifact: 'jps', map: '' }, { codec: 'none' });
      expect(() => inspectBlob(other)).toThrow(/^unusable blob: checksum of jump points is \d+, expected \d+; /);
      const nav = load(await bakeJps(grid));
      for (const query of connectedPairs(grid, 3))
        for (const forgery of [blob, other]) expect(load(forgery).findPath(...query)).toEqual(nav.findPath(...query));
    }
  });

  it('are refused by tools with jump points in walls, or of diagonals', async () => {
    const grid = grids[7];
    const [info, residuals] = jumpSections(grid, buildJumpDistances(grid), 'planes');
    const wall = Array.from({ length: grid.width }, (_, x) => x).findIndex((x) => !grid.isOpen(x, 0));
    for (const [at, bit] of [
      [wall, 1],
      [grid.width + wall, 2],
    ]) {
      const values = Uint8Array.from(residuals.values);
      values[at] |= bit;
      const blob = await writeBlob(
        grid,
        [info, { ...residuals, values }],
        { artifact: 'jps', map: '' },
        { codec: 'none' },
      );
      expect(() => inspectBlob(blob)).toThrow(
        /^unusable blob: jump point is blocked or diagonal, expected open and straight; /,
      );
    }
  });

  it('are refused when they are not the ones that were baked', async () => {
    const grid = grids[7];
    const jumps = buildJumpDistances(grid);
    const [info, residuals] = jumpSections(grid, jumps, 'planes');
    const read = async (...sections: (typeof info)[]) =>
      readBlob(await writeBlob(grid, sections, { artifact: 'test', map: '' }, { codec: 'none' }), decompressor);

    const otherStops = { kind: KIND.jpsInfo, values: Uint32Array.from(info.values).fill(1, 1, 2) };
    const read0 = await read(otherStops);
    expect(() => loadJumpDistances(read0, grid)).toThrow(
      /^unusable blob: checksum of jump points is \d+, expected \d+; /,
    );

    const otherResiduals = { kind: KIND.jpsStops, values: Uint8Array.from(residuals.values).fill(0) };
    const read1 = await read(info, otherResiduals);
    expect(() => loadJumpDistances(read1, grid)).toThrow(
      /^unusable blob: checksum of jump points is \d+, expected \d+; /,
    );

    const otherPlanes = { kind: KIND.jpsInfo, values: Uint32Array.from(info.values).fill(1, 2, 3) };
    const read2 = await read(otherPlanes);
    expect(loadJumpDistances(read2, grid)).toEqual(jumps);
    expect(() => checkJumpDistances(read2, grid)).toThrow(
      /^unusable blob: checksum of jump distances is \d+, expected 1; /,
    );
    const blob = await writeBlob(grid, [otherPlanes], { artifact: 'test', map: '' });
    expect(() => inspectBlob(blob)).toThrow(/checksum of jump distances/);
  });
});
