import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { decompressor } from '../../core/blob/decompress.js';
import * as KIND from '../../core/blob/kinds.js';
import { readBlob } from '../../core/blob/read.js';
import { writeBlob } from '../../core/blob/write.js';
import { inspectBlob } from '../inspect.js';
import { bakeJps } from './bake.js';
import { buildJumpDistances } from './build.js';
import { checkJumpDistances, jumpSections, loadJumpDistances } from './section.js';

const kinds = ['noise', 'maze', 'comb', 'rooms'] as const;
const grids = Array.from({ length: 24 }, (_, i) => makeGrid(kinds[i % 4], 1 + 7 * i, 160 - 6 * i, (i % 5) / 6, i + 1));

describe('jump distances in a blob', () => {
  it('load to the planes that were built', async () => {
    for (const grid of grids) {
      const reader = readBlob(await bakeJps(grid, { codec: 'none' }), decompressor);
      deepStrictEqual(loadJumpDistances(reader, grid), buildJumpDistances(grid));
      checkJumpDistances(reader, grid);
    }
  });

  it('are refused when they are not the ones that were baked', async () => {
    const grid = grids[7];
    const jumps = buildJumpDistances(grid);
    const [info] = jumpSections(jumps);
    const read = async (...sections: (typeof info)[]) =>
      readBlob(await writeBlob(grid, sections, { artifact: 'test', map: '' }, { codec: 'none' }), decompressor);

    const otherStops = { kind: KIND.jpsInfo, values: Uint32Array.from(info.values).fill(1, 1, 2) };
    const read0 = await read(otherStops);
    expect(() => loadJumpDistances(read0, grid)).toThrow(
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
