import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { repaired } from '../../test/forge.js';
import { makeGrid } from '../../test/grids.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { decompressor } from '../core/blob/decompress.js';
import * as KIND from '../core/blob/kinds.js';
import { readBlob } from '../core/blob/read.js';
import { assemble, rawEntry } from '../core/blob/write.js';
import { setCosts } from '../core/grid/grid.js';
import { bakeWorldBy } from './bake.js';
import { WorldSearch } from './query.js';
import { checkOf } from './section.js';
import { fromGrid } from './source.js';
import { doTileTask } from './tasks.js';
import { verifyWorld } from './verify.js';

const folder = makeTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const grid = makeGrid('noise', 44, 40, 0.25, 6);
setCosts(grid, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 3));
const files = new Map<string, Buffer>();

beforeAll(async () => {
  const options = { cluster: 4, tiles: 16, codec: 'none' } as const;
  await bakeWorldBy(async (task) => doTileTask(task), fromGrid(grid, 'map'), folder, options);
  for (const name of ['world.prep', '1_1.prep', '0_1.prep']) files.set(name, readFileSync(join(folder, name)));
});

/** Verifies the world with one file changed. */
async function withFile(name: string, bytes: Uint8Array | undefined) {
  try {
    if (bytes) writeFileSync(join(folder, name), bytes);
    else rmSync(join(folder, name));
    return await verifyWorld(folder, { random: 4, threads: 1 });
  } finally {
    writeFileSync(join(folder, name), files.get(name) as Buffer);
  }
}

/** A file with a section replaced, its checksums right. */
function replaced(name: string, kind: number, change: (values: Uint8Array | Uint32Array) => void): Uint8Array {
  const bytes = files.get(name) as Buffer;
  const { entries } = readBlob(bytes, decompressor);
  return assemble(
    bytes.subarray(0, 80),
    entries.map((entry) => {
      if (entry.kind !== kind) return entry;
      const values = new entry.type(Uint8Array.from(entry.parts[0]).buffer) as Uint8Array;
      change(values);
      return rawEntry(kind, values);
    }),
  );
}

describe('verifyWorld', () => {
  it('finds a world sound, and tells what it has checked', async () => {
    const options = { random: 24, against: fromGrid(grid, 'map'), threads: 1, within: 1 };
    const { checks, faults, quality } = await verifyWorld(folder, options);
    expect(faults).toEqual([]);
    expect(checks).toEqual([
      '9 tiles, each baked once more from its cells',
      'map map',
      'borders of neighboring tiles',
      '30 gates, costs between those of 8 tiles',
      '23 paths walked cell by cell, 1 pairs that are not connected',
    ]);
    expect(Object.values(quality).join(' ')).toBe('11 0 0 0');
  });

  describe('of a search that errs', () => {
    afterEach(() => vi.restoreAllMocks());
    /** Faults that are found if the costs of a route and of its pieces are changed. */
    const faultsOf = async (said: (cost: number) => number, made: (cost: number) => number, within = 0.2) => {
      vi.restoreAllMocks();
      const { route } = WorldSearch.prototype;
      vi.spyOn(WorldSearch.prototype, 'route').mockImplementation(async function (this: WorldSearch, ...query) {
        const found = await route.apply(this, query);
        if (!found) return null;
        const next = async () => {
          const piece = await found.next();
          return piece && { ...piece, cost: made(piece.cost) };
        };
        return { ...found, cost: said(found.cost), next };
      });
      return (await verifyWorld(folder, { random: 2, seed: 5, threads: 1, within })).faults;
    };

    it('finds costs that are not those of its cells, or more than was said', async () => {
      const costs = (cost: number) => cost;
      expect(await faultsOf(costs, (cost) => cost - 27720)).toEqual([
        'path from 17,16 to 43,39: costs 70.45584415584416, the world said 69.45584415584416',
        'path from 3,7 to 9,25: costs 42.93502886002886, the world said 41.93502886002886',
      ]);
      expect(await faultsOf(() => 1, costs)).toEqual([
        'path from 17,16 to 43,39: costs 70.45584415584416, more than the 1 that was said',
        'path from 3,7 to 9,25: costs 42.93502886002886, more than the 1 that was said',
      ]);
      expect(await faultsOf(costs, costs, -1)).toEqual([
        'path from 17,16 to 43,39: 0.0 % longer than a way near it, allowed are -100 %',
      ]);
    });

    it('finds cells without a path although they are connected', async () => {
      vi.spyOn(WorldSearch.prototype, 'route').mockResolvedValue(null);
      expect((await verifyWorld(folder, { random: 2, seed: 5, threads: 1 })).faults).toEqual([
        'path from 17,16 to 43,39: none, though the cells are connected',
        'path from 3,7 to 9,25: none, though the cells are connected',
      ]);
    });
  });

  it.each([
    [45, 40],
    [44, 41],
  ])('finds a map of another size immediately: %d x %d', async (width, height) => {
    const other = fromGrid(makeGrid('noise', width, height, 0.25, 6), 'map');
    expect(await verifyWorld(folder, { against: other, threads: 1 })).toMatchObject({
      faults: [`map: the map is ${width} x ${height} cells, the world 44 x 40`],
      checks: [],
    });
  });

  it('finds a tile whose sections or fingerprint are not what its cells give, although the index is of that tile', async () => {
    const found = async (bytes: Uint8Array) => {
      const index = replaced('world.prep', KIND.worldChecks, (checks) => checks.set([checkOf(bytes)], 4));
      try {
        writeFileSync(join(folder, '1_1.prep'), bytes);
        return (await withFile('world.prep', index)).faults;
      } finally {
        writeFileSync(join(folder, '1_1.prep'), files.get('1_1.prep') as Buffer);
      }
    };
    const places = replaced('1_1.prep', KIND.hpaPairs, (pairs) => pairs.reverse());
    expect(await found(places)).toEqual([`tile 1, 1: section ${KIND.hpaPairs} is not what its cells give`]);
    const print = Uint8Array.from(files.get('1_1.prep') as Buffer);
    print[40] ^= 1;
    expect(await found(repaired(print))).toEqual(['tile 1, 1: fingerprint is not that of its cells']);
  });

  it('finds a map that has changed, in a tile and in the apron of its neighbor', async () => {
    const changed = grid.copy();
    changed.open[changed.cell(15, 20)] ^= 1;
    setCosts(changed, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 3));
    const { faults } = await verifyWorld(folder, { against: fromGrid(changed, 'map'), threads: 1 });
    expect(faults).toEqual([
      'tile 0, 1: its cells are not those of the map',
      'tile 1, 1: its cells are not those of the map',
    ]);
  });

  it('finds a tile that is missing, damaged, of another bake, or whose sections are not what its cells give', async () => {
    const found = async (bytes?: Uint8Array) => (await withFile('1_1.prep', bytes)).faults;
    expect(await found()).toEqual([`tile 1, 1: ${join(folder, '1_1.prep')} is missing`]);
    const own = files.get('1_1.prep') as Buffer;
    expect((await found(own.subarray(0, 500)))[0]).toMatch(/^tile 1, 1: unusable blob: length is 500/);
    expect(await found(files.get('0_1.prep'))).toEqual([
      'tile 1, 1: unusable blob: tile is 0, 1, expected 1, 1; use the file of that tile, COLUMN_ROW.prep',
    ]);
    const other = replaced('1_1.prep', KIND.tileApron, (bits) => bits.set([bits[0] ^ 255]));
    expect((await found(other))[0]).toMatch(/^tile 1, 1: unusable blob: bake is \d+, expected \d+/);
  });

  it('finds an index whose gates or costs are not what the tiles give', async () => {
    const found = async (kind: number, at: number) => {
      const bytes = replaced('world.prep', kind, (values) => values.set([values[at] + 1], at));
      return (await withFile('world.prep', bytes)).faults;
    };
    expect((await found(KIND.worldCosts, 3))[0]).toBe(
      'tile 0, 0: costs between its gates are not what its clusters give',
    );
    expect(await found(KIND.worldWeights, 0)).toContain('world.prep: weights of gates are not what the tiles give');
    expect(await found(KIND.worldFingerprint, 5)).toEqual(['world.prep: fingerprint is not that of its tiles']);
  });
});
