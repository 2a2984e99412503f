import { describe, expect, it } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { packAgents } from '../../core/blob/agents.js';
import { BlobError, MapError } from '../../core/errors.js';
import { anchorsOf, withMoves } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { bakeJps } from '../../core/jps/bake.js';
import { movingAiText } from '../../core/maps/map-text.js';
import { parseMap } from '../../core/maps/movingai.js';
import { patchBlob, patchedGrid, verifyPatch } from './patch.js';
import { placementFaults, type VerifyOptions, verifyBlobs } from './verify.js';

const grid = makeGrid('rooms', 30, 20, 0.5, 4);
const [jps, hpa] = [await bakeJps(grid), await bakeHpa(grid, { cluster: 8 })];
const verify = (blobs: Uint8Array[], options: Partial<VerifyOptions> = {}) =>
  verifyBlobs(
    blobs.map((bytes, i) => ({ file: `${i}.prep`, bytes })),
    { random: 20, ...options },
  );
const against = (text: string, options = {}) => ({ file: 'a.map', bytes: Buffer.from(text), options });

/** With one open cell of each column closed, or opened. */
function edited(of: Grid, ...cells: [number, number][]): Grid {
  const copy = of.copy();
  for (const [x, y] of cells) copy.open[copy.cell(x, y)] ^= 1;
  return copy;
}

describe('a verification', () => {
  it('says what was checked, and asks the engines as many queries as are wanted', async () => {
    const { checks, engines, faults, files } = await verify([jps, hpa], { against: against(movingAiText(grid)) });
    expect(files).toEqual(['0.prep', '1.prep']);
    expect(checks).toEqual([
      'structure, checksums and fingerprint',
      'map a.map',
      expect.stringMatching(/^jps: \d+ jump distances$/),
      expect.stringMatching(/^hpa: /),
    ]);
    expect(engines.map(({ engine, queries }) => [engine, queries])).toEqual([
      ['jps', 20],
      ['hpa', 20],
    ]);
    expect(faults).toEqual([]);
  });

  it('ends at damage, which it names by its file', async () => {
    const damaged = jps.slice();
    damaged[damaged.length - 3] ^= 1;
    expect(await verify([hpa, damaged])).toEqual({
      ...{ files: ['0.prep', '1.prep'], checks: [], engines: [] },
      faults: [expect.stringMatching(/^1\.prep: unusable blob: checksum /)],
    });
    expect((await verify([jps.slice(0, 30)])).faults).toEqual([expect.stringMatching(/^0\.prep: /)]);
  });

  it('of scenarios names those of another map, unless an agent is verified', async () => {
    const x = [...Array(29).keys()].find((at) => grid.isOpen(at, 5) && grid.isOpen(at + 1, 5)) ?? 0;
    const scenario = { bucket: 0, map: '', width: 30, height: 20, startX: x, startY: 5, goalX: x + 1, goalY: 5 };
    const scenarios = [{ ...scenario, optimal: 5 }];
    const { faults } = await verify([jps], { scenarios });
    expect(faults).toEqual([
      `the scenario from ${x},5 to ${x + 1},5 says 5, the shortest path has 1: it is of another map`,
    ]);
    const blob = packAgents([{ name: 'ant', bytes: jps }]);
    expect((await verify([blob], { scenarios })).faults).toEqual([]);
  });

  it('is of each agent, or of the one that is named', async () => {
    const never = await bakeJps(withMoves(grid, 'never'));
    const blob = packAgents([
      { name: 'ant', bytes: jps },
      { name: 'bee', bytes: never },
    ]);
    const { checks, engines } = await verify([blob]);
    expect(checks.filter((text) => text.endsWith('fingerprint'))).toEqual([
      'ant: structure, checksums and fingerprint',
      'bee: structure, checksums and fingerprint',
    ]);
    expect(engines.map(({ agent, engine }) => [agent, engine])).toEqual([
      ['ant', 'jps'],
      ['bee', 'jps'],
    ]);
    const one = await verify([blob], { agent: 'bee', against: against(movingAiText(edited(grid, [3, 3]))) });
    expect(one.engines.map(({ agent }) => agent)).toEqual(['bee']);
    expect(one.faults).toEqual([expect.stringMatching(/^bee: a\.map is another map: .*between 3,3 and 3,3$/)]);
    await expect(verify([blob], { agent: 'cat' })).rejects.toThrow(
      new BlobError('agent is cat, the blobs have ant, bee', 'missing'),
    );
    await expect(verify([jps], { agent: 'cat' })).rejects.toThrow('agent is cat, the blobs have none');
    const { bytes } = patchBlob(jps, edited(grid, [3, 3]));
    await expect(verify([blob, bytes])).rejects.toMatchObject({
      code: 'mismatch',
      message: 'a patch is of a map without agents; verify it with the blobs of one',
    });
    const damaged = blob.slice();
    damaged[damaged.length - 3] ^= 1;
    expect(await verify([damaged])).toMatchObject({ checks: [], engines: [], faults: [/^0\.prep: /] });
    const within = blob.slice();
    within[within.length >> 1] ^= 1;
    const faults = [expect.stringMatching(/^0\.prep: unusable blob: checksum /)];
    expect(await verify([within])).toMatchObject({ checks: [], engines: [], faults });
  });

  it('of larger squares looks at the single cells below each', async () => {
    const anchors = anchorsOf(grid, 2);
    const text = movingAiText(grid);
    const blob = await bakeJps(anchors);
    const { checks, faults } = await verify([blob], { against: against(text) });
    expect(faults).toEqual([]);
    expect(checks[2]).toBe('2 x 2 cells below every anchor and step');
    expect((await verify([jps], { against: against(text) })).checks).not.toContainEqual(
      expect.stringMatching(/anchor/),
    );
  });

  it('of larger squares names the first that the cells below it do not bear out', () => {
    const raw = drawn(`
      .....
      ...#.
      .....`);
    const anchors = anchorsOf(raw, 2);
    expect(placementFaults(anchors, raw)).toEqual([]);
    const faults = (...cells: [number, number][]) => placementFaults(edited(anchors, ...cells), raw);
    expect(faults([1, 1])).toEqual(['a square of 2 has room at 1,1, the blob says otherwise']);
    expect(faults([2, 0], [1, 1])).toEqual(['a square of 2 has no room at 2,0, the blob says otherwise']);
    expect(faults([4, 2])).toEqual(['a square of 2 has no room at 4,2, the blob says otherwise']);
  });

  it('of costs of letters takes them from the blob, each of which has one', async () => {
    const text = 'type octile\nheight 3\nwidth 6\nmap\n..SSS.\n.S.GG.\n..SSS.\n';
    const priced = parseMap(Buffer.from(text), { costs: { S: 5, '.': 2 } });
    const faults = async (of: Grid, options = {}) =>
      (await verify([await bakeHpa(of, { cluster: 4 })], { against: against(text, options) })).faults;
    expect(await faults(priced)).toEqual([]);
    const uneven = priced.copy();
    (uneven.costs as Uint8Array)[uneven.cell(3, 0)] = 6;
    expect(await faults(uneven)).toEqual([
      'a.map is another map: cells of one letter have different costs in the blob',
    ]);
    expect(await faults(anchorsOf(priced, 2))).toEqual([]);
    // Costs that are given are compared cell by cell.
    expect(await faults(priced, { costs: { S: 5, '.': 2 } })).toEqual([]);
    expect(await faults(priced, { costs: { S: 4, '.': 2 } })).toEqual([
      'a.map is another map: 7 cells have other costs, between 1,0 and 4,2',
    ]);
    expect(await faults(priced, { costs: { G: 4, '.': 2, S: 5 } })).toEqual([
      'a.map is another map: 2 cells have other costs, between 3,1 and 4,1',
    ]);
  });

  it('says what is wrong with the map', async () => {
    expect((await verify([jps], { against: against('no map') })).faults).toEqual([expect.stringMatching(/^a\.map:1/)]);
    const other = movingAiText(makeGrid('rooms', 30, 21, 0.5, 4));
    expect((await verify([jps], { against: against(other) })).faults).toEqual([
      'a.map is another map: 30 x 20 cells, now 30 x 21',
    ]);
  });
});

describe('a patch', () => {
  const [a, b]: [number, number][] = [
    [2, 2],
    [17, 9],
  ];
  const now = edited(grid, a, b);

  it('makes the new map of the blobs, and is proven by what a bake of that gives', async () => {
    const { bytes, cells } = patchBlob(jps, now);
    expect(cells).toBe(2);
    expect(patchedGrid([jps], bytes).open).toEqual(now.open);
    const proven = 'fingerprint of 2 changed cells';
    expect(verifyPatch([jps], bytes, now)).toEqual({ checked: `${proven}, all straight jumps`, faults: [] });
    expect(verifyPatch([hpa], bytes, now)).toEqual({
      checked: expect.stringMatching(/^fingerprint of 2 changed cells, [1-9]\d* nodes of hpa$/),
      faults: [],
    });
    expect(verifyPatch([jps, hpa], bytes, now).checked).toMatch(
      /^fingerprint of 2 changed cells, all straight jumps, [1-9]\d* nodes of hpa$/,
    );
    const { checks, faults, engines } = await verify([jps, bytes, hpa]);
    expect(faults).toEqual([]);
    expect(checks[1]).toMatch(/^patch: fingerprint of 2 changed cells, /);
    expect(engines.map(({ engine }) => engine)).toEqual(['jps', 'hpa']);
    expect((await verify([jps, bytes], { against: against(movingAiText(now)) })).faults).toEqual([]);
  });

  it('that makes another map, or clusters that no bake of it has, is found', () => {
    const { bytes } = patchBlob(jps, now);
    const other = makeGrid('rooms', 30, 20, 0.5, 9);
    const { faults } = verifyPatch([hpa], bytes, other);
    expect(faults).toEqual([
      expect.stringMatching(/^the map that it makes has the fingerprint [0-9a-f]{64}, expected [0-9a-f]{64}$/),
      'the graph of HPA* is not the one of a bake of the new map',
    ]);
  });

  it('that is damaged, of another map, or not alone is refused', async () => {
    const { bytes } = patchBlob(jps, now);
    const spoiled = bytes.slice();
    spoiled[spoiled.length - 1] ^= 1;
    const { faults, engines } = await verify([jps, spoiled]);
    expect([faults.length, faults[0].startsWith('1.prep: '), engines]).toEqual([1, true, []]);
    await expect(verify([bytes])).rejects.toThrow('there are 0 blobs and 1 patches; name blobs of one map, and one');
    await expect(verify([jps, bytes, bytes])).rejects.toThrow(
      new BlobError('there are 1 blobs and 2 patches; name blobs of one map, and one patch of it at most', 'missing'),
    );
  });

  it('has the costs of the new map, but for larger squares, whose ground a blob does not know', async () => {
    const text = 'type octile\nheight 6\nwidth 6\nmap\n......\n..SS..\n..SS..\n......\n......\n......\n';
    const [cheap, dear] = [3, 7].map((S) => parseMap(Buffer.from(text), { costs: { S } }));
    const { bytes, cells } = patchBlob(await bakeJps(cheap), dear);
    expect(cells).toBe(4);
    expect(patchedGrid([await bakeJps(cheap)], bytes).costs).toEqual(dear.costs);
    expect(verifyPatch([await bakeJps(cheap)], bytes, dear)).toEqual({
      checked: 'fingerprint of 4 changed cells',
      faults: [],
    });
    expect(patchBlob(await bakeJps(cheap), edited(cheap, [0, 0])).cells).toBe(1);
    const squares = await bakeJps(anchorsOf(cheap, 2));
    expect(() => patchBlob(squares, dear)).toThrow(
      new MapError('costs differ, and those of walkers of 2 x 2 cells cannot be patched; bake the map'),
    );
    const plain = parseMap(Buffer.from(text));
    const closed = edited(plain, [0, 0]);
    const ground = patchBlob(await bakeJps(anchorsOf(plain, 2)), closed);
    expect(patchedGrid([await bakeJps(anchorsOf(plain, 2))], ground.bytes).open).toEqual(anchorsOf(closed, 2).open);
  });

  it('of a map of other sides is refused', () => {
    const message = (width: number, height: number) =>
      `the new map is ${width} x ${height} cells, the old one 30 x 20; a patch changes cells alone: bake it`;
    for (const [width, height] of [
      [31, 20],
      [30, 19],
    ])
      expect(() => patchBlob(jps, makeGrid('noise', width, height, 0, 1))).toThrow(message(width, height));
  });
});
