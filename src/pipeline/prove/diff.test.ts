import { describe, expect, it } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { packAgents } from '../../core/blob/agents.js';
import { packBlobs } from '../../core/blob/pack.js';
import { writeBlob } from '../../core/blob/write.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { bakeJps } from '../../core/jps/bake.js';
import { diffBlobs } from './diff.js';

const grid = drawn(`
  ......
  .##...
  .##...
  ......`);
const bake = (of: Grid, more = {}) => bakeJps(of, { map: 'a.map', codec: 'none', ...more });
const [jps, hpa] = [await bake(grid), await bakeHpa(grid, { map: 'a.map', codec: 'none', cluster: 4 })];

/** A copy with other bytes from a place on. */
function changed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

describe('what differs between two blobs', () => {
  it('is nothing where the bytes are the same', () => expect(diffBlobs(jps, jps.slice())).toEqual([]));

  it('is the versions alone where those differ: nothing else can be read', () => {
    const found = diffBlobs(changed(jps, 8, 3, 2, 7, 1), jps);
    expect(found).toEqual([
      expect.stringMatching(/^format version 515, now \d+$/),
      expect.stringMatching(/^algorithm revision 263, now \d+$/),
    ]);
  });

  it('is the map: its sides, or the cells that were opened and closed, and where', async () => {
    const wider = await bake(gridFrom(7, 4, () => true));
    expect(diffBlobs(jps, wider)).toContain('map: 6 x 4 cells, now 7 x 4');
    expect(diffBlobs(jps, await bake(gridFrom(6, 3, () => true)))).toContain('map: 6 x 4 cells, now 6 x 3');
    const moved = drawn(`
      ......
      .#....
      .##.#.
      ......`);
    expect(diffBlobs(jps, await bake(moved))[0]).toBe('map: 1 cells were opened and 1 closed, between 2,1 and 4,2');
    expect(diffBlobs(await bake(moved), jps)[0]).toBe('map: 1 cells were opened and 1 closed, between 2,1 and 4,2');
  });

  it('is how the map was read: letters, size, diagonals, costs', async () => {
    const open = (x: number, y: number) => grid.isOpen(x, y);
    const letters = Object.assign(grid.copy(), { terrain: '.G' });
    expect(diffBlobs(jps, await bake(letters))).toEqual(['terrain "", now ".G"']);
    expect(diffBlobs(jps, await bake(withMoves(grid, 'never')))).toContain('diagonals no-corners, now never');
    const large = Object.assign(gridFrom(6, 4, open), { size: 2 });
    expect(diffBlobs(hpa, await bakeHpa(large, { map: 'a.map', codec: 'none', cluster: 4 }))).toContain(
      'size 1, now 2',
    );
    const priced = (price: number) => bake(gridFrom(6, 4, open, (x) => (x === 5 ? price : 1)));
    expect(diffBlobs(await priced(3), await priced(4))[0]).toBe('map: other costs of cells');
  });

  it('is the artifacts: which there are, their options, names and sections', async () => {
    expect(diffBlobs(packBlobs([jps, hpa]), jps)).toEqual(['only the first holds hpa']);
    expect(diffBlobs(jps, packBlobs([jps, hpa]))).toEqual(['only the second holds hpa']);
    expect(diffBlobs(jps, await bake(grid, { map: 'b.map' }))).toEqual(['jps: map is called "a.map", now "b.map"']);
    const stored = await bake(grid, { width: 8 });
    expect(diffBlobs(jps, stored)[0]).toBe('jps.width 16, now 8');
    const clusters = await bakeHpa(grid, { map: 'a.map', codec: 'none', cluster: 3 });
    expect(diffBlobs(hpa, clusters)).toContainEqual(expect.stringMatching(/^hpa: section \w+ has \d+ bytes, now \d+$/));
  });

  it('is the order, or how it is stored, where all else is the same', async () => {
    expect(diffBlobs(packBlobs([jps, hpa]), packBlobs([hpa, jps]))).toEqual([
      'packed in another order: jps, hpa, now hpa, jps',
    ]);
    const metadata = { artifact: 'x', map: '', options: {} };
    const [plain, compressed] = await Promise.all(
      (['none', 'zstd'] as const).map((codec) => writeBlob(makeGrid('noise', 64, 64, 0.2, 1), [], metadata, { codec })),
    );
    expect(diffBlobs(plain, compressed)).toEqual(['the same content, stored differently']);
  });

  it('is told of each agent by its name', async () => {
    const never = await bake(withMoves(grid, 'never'));
    const of = (...agents: [string, Uint8Array][]) => packAgents(agents.map(([name, bytes]) => ({ name, bytes })));
    const both = of(['ant', jps], ['bee', never]);
    expect(diffBlobs(both, of(['bee', never], ['ant', jps]))).toEqual(['the same agents in another order']);
    expect(diffBlobs(both, of(['ant', jps]))).toEqual(['only the first has agent bee']);
    expect(diffBlobs(of(['bee', never]), both)).toEqual(['only the second has agent ant']);
    const renamed = await bake(grid, { map: 'b.map' });
    expect(diffBlobs(both, of(['ant', renamed], ['bee', never]))).toEqual([
      'ant: jps: map is called "a.map", now "b.map"',
    ]);
    expect(diffBlobs(jps, of(['ant', jps]))).toEqual(['only the second has agent ant']);
  });
});
