import { readFileSync } from 'node:fs';
import { expose, wrap } from 'comlink';
import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { faded, over, THEMES } from '../theme.js';
import { grouped } from './open.js';
import { PainterDesk } from './painter.js';
import { SearcherDesk } from './searcher.js';
import { focusAt, stepCount, stepName } from './steps.js';
import { tilePixels } from './tile-pixels.js';
import { WorldView } from './world.js';

const COURTYARD = { name: 'courtyard.map', bytes: new Uint8Array(readFileSync('fixtures/maps/courtyard.map')) };
const nothing = () => Promise.reject(new Error('nothing is next to it'));

function painter() {
  const desk = new PainterDesk(nothing);
  return { desk, opened: desk.open([COURTYARD], undefined) };
}

describe('files that are opened', () => {
  it('hide no others where one is broken, and say what is wrong with it', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.2, 3);
    const good = { name: 'a.jps.prep', bytes: await bakeJps(grid, { map: 'a.map' }) };
    const beside = { name: 'a.hpa.prep', bytes: await bakeHpa(grid, { map: 'a.map' }) };
    const broken = { name: 'b.jps.prep', bytes: good.bytes.slice(0, 90) };
    const prose = { name: 'notes.txt', bytes: new TextEncoder().encode('Dear diary,\ntoday was a day.\n') };
    const { groups, faults } = grouped([good, broken, prose, beside, COURTYARD]);
    expect(groups).toEqual([['a.jps.prep', 'a.hpa.prep'], ['courtyard.map']]);
    expect(faults).toEqual([
      expect.stringMatching(/^b\.jps\.prep: unusable blob: /),
      'notes.txt: this is not a blob, and not a MovingAI map or JSON of prep map; other maps open with prep view notes.txt',
    ]);
  });
});

describe('the painter', () => {
  it('lists layers by groups, and says what those need that are missing', () => {
    const { opened } = painter();
    expect(opened).toMatchObject({ width: 40, height: 30, engines: ['jps', 'hpa', 'astar'] });
    const missing = opened.layers.filter((layer) => layer.missing).map(({ name, missing: need }) => [name, need]);
    expect(missing).toContainEqual(['boxes', 'prep bounds']);
    expect(missing.map(([name]) => name)).not.toContain('jumps');
  });

  it('colors cells as the theme has it, transparent beyond the map', async () => {
    const { desk } = painter();
    await desk.show({ layers: ['terrain'], theme: 'light', scale: 10 });
    const pixels = new DataView((await desk.tile(0, 0, 0)).buffer);
    expect(pixels.getUint32(0)).toBe(THEMES.light.blocked);
    expect(pixels.getUint32(4 * (2 * 256 + 2))).toBe(THEMES.light.open);
    expect(pixels.getUint32(4 * 40)).toBe(0);
  });

  it('lists the layers that cannot be seen at a scale', () => {
    const { desk } = painter();
    const unseen = (scale: number) => desk.show({ layers: ['terrain', 'inter'], theme: 'light', scale }).unseen;
    expect([unseen(1), unseen(2)]).toEqual([['inter'], []]);
  });

  it('finds the open cell nearest to a wall', async () => {
    const { desk } = painter();
    expect(await desk.nearestOpen([0, 2])).toEqual([1, 2]);
    expect(await desk.nearestOpen([2, 2])).toEqual([2, 2]);
  });

  it('begins with two cells far apart that a path joins', async () => {
    const { desk } = painter();
    const [start, goal] = (await desk.farCells()) ?? [];
    expect([start, goal]).toEqual([
      [1, 1],
      [38, 28],
    ]);
    const alone = painter().desk;
    alone.open(
      [{ name: 'a.map', bytes: new TextEncoder().encode('type octile\nheight 1\nwidth 3\nmap\n@.@\n') }],
      undefined,
    );
    expect(await alone.farCells()).toBeUndefined();
  });

  it('of a stroke takes the cells that are as its first one is, and tints what was edited', async () => {
    const { desk } = painter();
    expect(
      desk.stroke([
        [0, 0],
        [1, 1],
        [2, 0],
      ]),
    ).toEqual([
      [0, 0],
      [2, 0],
    ]);
    expect(
      desk.stroke([
        [1, 1],
        [0, 0],
      ]),
    ).toEqual([[1, 1]]);
    const opened = desk.edit([0, 0, 1, 1]);
    expect([opened.artifacts, opened.isEdited]).toEqual([[], true]);
    await desk.show({ layers: ['terrain'], theme: 'light', scale: 10 });
    const pixels = new DataView((await desk.tile(0, 0, 0)).buffer);
    const { open, blocked, opened: green, closed: red } = THEMES.light;
    const at = (x: number, y: number) => pixels.getUint32(4 * (256 * y + x));
    expect([at(0, 0), at(1, 1)]).toEqual([over(faded(green, 110), open), over(faded(red, 110), blocked)]);
    expect(at(2, 2)).toBe(open);
  });

  it('opens a cell, gives the map with it, and takes it back', () => {
    const { desk } = painter();
    const rows = () => new TextDecoder().decode(desk.save().bytes).split('\n').slice(4);
    const before = rows();
    desk.edit([0, 0]);
    expect([desk.save().name, rows()[0][0], before[0][0]]).toEqual(['courtyard.map', '.', '@']);
    desk.edit([0, 0]);
    expect(rows()).toEqual(before);
  });
});

describe('the searcher', () => {
  it('answers step by step, with all that is drawn of a step', async () => {
    const desk = new SearcherDesk(nothing);
    desk.open([COURTYARD], undefined);
    const answered = await desk.query('jps', [2, 2], [37, 27]);
    const last = stepCount(answered);
    expect(last).toBe(answered.expanded + 1);
    expect(stepName(answered, 0)).toBe('before the search');
    expect(stepName(answered, 1)).toBe('expands 2, 2 at cost 0.000');
    expect(stepName(answered, last)).toBe('path, cost 49.4558');
    expect(focusAt(answered, 3)).toMatchObject({ shown: 3, search: answered });
    expect(focusAt(answered, 3).path).toBeUndefined();
    expect(focusAt(answered, last).path).toBe(answered.path);
    expect((await desk.query('jps', [2, 2], [0, 0])).path).toBeUndefined();
  });
});

it('a tile from afar has the mean color of its cells', () => {
  const colorAt = (x: number) => (x % 2 === 0 ? 0xff0000ff : 0x0000ffff);
  const pixels = tilePixels({ width: 4, height: 2, cellAt: (x, y) => [x >> 0, y >> 0], colorAt }, 1, 0, 0);
  expect([pixels[0], pixels[1], pixels[2]].map((value) => value.toString(16))).toEqual(['ff7f007f', 'ff7f007f', '0']);
});

it('calls of a desk in another thread have faults as sentences', async () => {
  const { port1, port2 } = new MessageChannel();
  expose(new SearcherDesk(nothing), port1 as never);
  const desk = wrap<SearcherDesk>(port2 as never);
  await expect(desk.edit([1, 1])).rejects.toThrow('no map is open');
  const { engines } = await desk.open([COURTYARD], undefined);
  expect(engines).toEqual(['jps', 'hpa', 'astar']);
  port1.close();
  port2.close();
});

it('a path across tiles may have more cells than a call has arguments', async () => {
  const pieces = [{ cells: new Uint16Array(400_000), cost: 1 }];
  const route = async () => ({ tiles: [], cost: 1, next: async () => pieces.pop() });
  const { path } = await WorldView.prototype.path.call({ search: { route } } as never, [0, 0], [1, 1]);
  expect(path).toHaveLength(400_000);
});
