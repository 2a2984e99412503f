/** Walls between cells from maps, the command line and a config to grids, and back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, firstObject, good, prepIn, temporaryFolder } from '../../test/prep.js';

const MAP = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';
const WALLS = [
  [0, 0, 'east'],
  [2, 0, 'south'],
];

function project(walls: unknown = WALLS) {
  const folder = temporaryFolder();
  const [map, file] = ['a.map', 'walls.json'].map((name) => join(folder, name));
  writeFileSync(map, MAP);
  writeFileSync(file, JSON.stringify(walls));
  return { folder, map, file };
}

describe('--walls', () => {
  it('adds walls to a map, which prep map writes as JSON, or next to a MovingAI map', async () => {
    const { folder, map, file } = project();
    const [json, other] = ['b.json', 'c.map'].map((name) => join(folder, name));
    await good(`map ${map} --walls ${file} -o ${json}`);
    expect(JSON.parse(readFileSync(json, 'utf8')).walls).toEqual(WALLS);
    expect(await good(`inspect ${json}`)).toContain('walls          2 walls between cells');
    await good(`map ${json} -o ${other}`);
    expect(JSON.parse(readFileSync(join(folder, 'c.walls.json'), 'utf8'))).toEqual(WALLS);
    writeFileSync(file, '{"east":[".#.","..."]}');
    expect(firstObject(await good(`inspect ${json} --walls ${file} --json`)).wallsBetweenCells).toBe(3);
  });

  it.each([
    [{}, 'walls is {}, expected a list of [x, y, side], or { east, south }, rows of "#" and "."'],
    [null, 'walls is null, expected a list of [x, y, side], or { east, south }, rows of "#" and "."'],
    [[[0, 0, 'up']], 'walls[0] is [0,0,"up"], expected [x, y, "east" or "south" or "west" or "north"]'],
    [[[3, 0, 'east']], 'walls[0] is at 3, 0, which is not on the map of 3 x 2 cells'],
    [{ east: ['...'] }, 'walls east: 1 rows, expected 2'],
  ])('is refused with its place where it is wrong: %j', async (walls, message) => {
    const { map, file } = project(walls);
    await bad(`inspect ${map} --walls ${file}`, `${map}: ${message}`);
  });

  it('are also parts of doors in JSON', async () => {
    const { folder, map } = project();
    const gate = (walls: unknown) =>
      writeFileSync(
        map,
        JSON.stringify({
          ...{ gridprep: 'map', width: 3, height: 1, cells: [[1, 1, 1]], walls: { east: ['##.'] } },
          doors: [{ name: 'gate', cells: [], walls }],
        }),
      );
    gate([[0, 0, 'east']]);
    await good(`map ${map} -o ${join(folder, 'b.json')}`);
    expect(await good(`inspect ${join(folder, 'b.json')}`)).toContain('door           gate at 0,0 (1 wall)');
    expect(JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8')).doors).toEqual([
      { name: 'gate', cells: [], walls: [[0, 0, 'east']] },
    ]);
    gate([[0, 0]]);
    await bad(
      `inspect ${map}`,
      `${map}: doors[0]: walls[0] is [0,0], expected [x, y, "east" or "south" or "west" or "north"]`,
    );
    gate([]);
    await bad(`inspect ${map}`, `${map}: doors[0]: cells is [], expected x and y of cells of the map, in turn`);
  });

  it('are also parts of floors and of a config', async () => {
    const { folder } = project();
    const floor = {
      gridprep: 'map',
      width: 2,
      height: 2,
      cells: [
        [1, 1],
        [1, 1],
      ],
      walls: [[0, 1, 'east']],
    };
    const gate = { name: 'gate', cells: [], walls: [[0, 0, 'south']] };
    writeFileSync(join(folder, 'low.json'), JSON.stringify(floor));
    writeFileSync(join(folder, 'high.json'), JSON.stringify({ ...floor, doors: [gate] }));
    const floors = { low: 'low.json', high: 'high.json' };
    writeFileSync(join(folder, 'all.json'), JSON.stringify({ gridprep: 'floors', floors }));
    await good(`map ${join(folder, 'all.json')} -o ${join(folder, 'b.json')}`);
    const written = JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8'));
    expect(written.walls).toEqual([
      [0, 1, 'east'],
      [0, 4, 'east'],
    ]);
    expect(written.doors).toEqual([{ ...gate, walls: [[0, 3, 'south']] }]);
    writeFileSync(
      join(folder, 'prep.config.json'),
      JSON.stringify({ inputs: [{ maps: 'a.map', artifacts: { ch: {} }, walls: WALLS }] }),
    );
    expect(await prepIn(folder, 'build')).toMatchObject({ code: 0, stderr: '' });
    const query = ['query', 'out/a.ch.prep', '--from', '0,0', '--to', '1,0', '--json'];
    expect(firstObject((await prepIn(folder, query)).stdout).cost).toBe(3);
  });

  it('is refused for hexagons and large units', async () => {
    const { map, file } = project();
    await bad(
      `inspect ${map} --walls ${file} --diagonals hex-odd-r`,
      `${map}: cells are hexagons (hex-odd-r), which have no walls between cells`,
    );
  });
});
