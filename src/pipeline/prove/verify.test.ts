import { describe, expect, it } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { packAgents } from '../../core/blob/agents.js';
import { BlobError } from '../../core/errors.js';
import { anchorsOf, withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { mapJson, movingAiText } from '../../maps/map-text.js';
import { parseMap } from '../../maps/movingai.js';
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

describe('a map with walls between cells', () => {
  const walled = createGrid(12, 9, (x, y) => (3 * x + 5 * y) % 7 > 0, {
    walls: [
      [1, 0, 'east'],
      [4, 3, 'south'],
      [5, 3, 'south'],
      [8, 8, 'west'],
    ],
  });
  const json = { file: 'a.json', bytes: Buffer.from(mapJson(walled, { doors: [], markers: [] })), options: {} };

  it('is right by every exact engine, and by its file', async () => {
    const blobs = [await bakeJps(walled), await bakeBounds(walled), await bakeHierarchy(walled)];
    const { faults, engines, checks } = await verify(blobs, { against: json });
    expect(faults).toEqual([]);
    expect(checks).toContain('map a.json');
    expect(engines.map(({ engine, solved }) => [engine, solved > 10])).toEqual(
      ['jps+bounds', 'ch', 'jps'].map((engine) => [engine, true]),
    );
  });

  it('is another one with other walls', async () => {
    const other = walled.copy();
    if (other.walls) other.walls[other.cell(1, 0)] ^= 1;
    const { faults } = await verify([await bakeJps(other)], { against: json });
    expect(faults).toEqual(['a.json is another map: 0 of 3 walls are gone and 1 are new; give --walls as to the bake']);
  });
});

describe('a verification', () => {
  it('says what was checked, and asks the engines as many queries as are wanted', async () => {
    const { checks, engines, faults, files } = await verify([jps, hpa], { against: against(movingAiText(grid)) });
    expect(files).toEqual(['0.prep', '1.prep']);
    expect(checks).toEqual([
      'structure, checksums and fingerprint',
      'map a.map',
      expect.stringMatching(/^jps: \d+ jump points$/),
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
      `the scenario from ${x},5 to ${x + 1},5 states 5, the shortest path has 1: it is of another map`,
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
    await expect(verify([])).rejects.toThrow(new BlobError('there are no blobs; name those of one map', 'missing'));
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
    expect(faults([1, 1])).toEqual(['a square of 2 has room at 1,1, unlike in the blob']);
    expect(faults([2, 0], [1, 1])).toEqual(['a square of 2 has no room at 2,0, unlike in the blob']);
    expect(faults([4, 2])).toEqual(['a square of 2 has no room at 4,2, unlike in the blob']);
  });

  it('of costs of letters takes them from the blob, each of which has one', async () => {
    const text = 'type octile\nheight 3\nwidth 6\nmap\n..SSS.\n.S.GG.\n..SSS.\n';
    const weighted = parseMap(Buffer.from(text), { costs: { S: 5, '.': 2 } });
    const faults = async (of: Grid, options = {}) =>
      (await verify([await bakeHpa(of, { cluster: 4 })], { against: against(text, options) })).faults;
    expect(await faults(weighted)).toEqual([]);
    const uneven = weighted.copy();
    (uneven.costs as Uint8Array)[uneven.cell(3, 0)] = 6;
    expect(await faults(uneven)).toEqual([
      'a.map is another map: cells of one letter have different costs in the blob',
    ]);
    expect(await faults(anchorsOf(weighted, 2))).toEqual([]);
    // Costs that are given are compared cell by cell.
    expect(await faults(weighted, { costs: { S: 5, '.': 2 } })).toEqual([]);
    expect(await faults(weighted, { costs: { S: 4, '.': 2 } })).toEqual([
      'a.map is another map: 7 cells have other costs, between 1,0 and 4,2',
    ]);
    expect(await faults(weighted, { costs: { G: 4, '.': 2, S: 5 } })).toEqual([
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
