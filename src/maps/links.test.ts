import { describe, expect, it } from 'vitest';
import { MapError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { reportOf } from './inspect.js';
import { parseLinks } from './links.js';
import { mapJson } from './map-text.js';
import { type ReadMapOptions, readMap } from './read-map.js';

/** Links in short: name, ends, cost, direction. */
const short = ({ links = [] }: Grid) =>
  links.map(
    ({ name, from, to, cost, oneWay }) => `${name} ${from} ${oneWay ? '->' : '--'} ${to} ${Number(cost.toFixed(3))}`,
  );

/** A Tiled map of 8 x 5 cells of 10 pixels with a wall in column 3 and two objects' layers. */
function tiled(objects: object[]): Buffer {
  const data = Array.from({ length: 40 }, (_, i) => (i % 8 === 3 ? 2 : 1));
  const tiles = [{ id: 1, properties: [{ name: 'solid', value: true }] }];
  const tile = { tilewidth: 10, tileheight: 10 };
  return Buffer.from(
    JSON.stringify({
      ...{ type: 'map', orientation: 'orthogonal', width: 8, height: 5, ...tile },
      tilesets: [{ firstgid: 1, name: 't', tilecount: 2, columns: 2, ...tile, tiles }],
      layers: [
        { type: 'tilelayer', name: 'ground', width: 8, height: 5, data },
        { type: 'objectgroup', name: 'o', objects: objects.map((one, i) => ({ id: i + 1, x: 0, y: 0, ...one })) },
      ],
    }),
  );
}

const read = async (bytes: Buffer, options: ReadMapOptions = {}) => readMap(bytes, { file: 'm.tmj', ...options });
const line = (x0: number, y0: number, x1: number, y1: number, more: object = {}) => {
  const polyline = [[0, 0] as const, [x1 - x0, y1 - y0] as const].map(([x, y]) => ({ x, y }));
  return { type: 'link', x: x0, y: y0, polyline, ...more };
};
const properties = (values: object) => ({
  properties: Object.entries(values).map(([name, value]) => ({ name, value })),
});

describe('links in Tiled maps', () => {
  it('are lines, or points that name the other end', async () => {
    const { grid, warnings } = await read(
      tiled([
        line(15, 5, 65, 45, { name: 'stairs', ...properties({ cost: 3, oneWay: true }) }),
        { type: 'link', name: 'portal', point: true, x: 5, y: 5, ...properties({ to: 3 }) },
        { type: 'marker', name: 'far', point: true, x: 75, y: 5 },
      ]),
    );
    expect(short(grid)).toEqual(['stairs 1,0 -> 6,4 3', 'portal 0,0 -- 7,0 7']);
    expect(warnings).toEqual([]);
  });

  it('lead to markers by name, which join components', async () => {
    const marker = { type: 'marker', name: 'spawn', point: true, x: 75, y: 5 };
    const portal = (to: string) => ({ type: 'link', name: 'portal', point: true, x: 5, y: 5, ...properties({ to }) });
    const map = await read(tiled([portal('spawn'), marker]));
    expect(short(map.grid)).toEqual(['portal 0,0 -- 7,0 7']);
    await expect(read(tiled([portal('nowhere'), marker]))).rejects.toThrow(
      'object "portal": this link is no line, and its property "to" is "nowhere"; draw a line, or let "to" be an object ' +
        'or the name of a marker of this map',
    );
    const links = [{ from: [0, 0], to: [2, 0], oneWay: true }] as const;
    const apart = await readMap(Buffer.from('.#.#.\n'), { file: 'a.txt', links });
    expect(reportOf(apart)).toMatchObject({ components: 2, largestComponent: 2 });
  });

  it('are ledges across walls, only down', async () => {
    const { grid } = await read(
      tiled([
        { type: 'ledge', name: 'cliff', x: 30, y: 10, width: 10, height: 20, ...properties({ down: 'east', cost: 2 }) },
        line(35, 35, 35, 45, { type: 'ledge', ...properties({ down: 'west' }) }),
      ]),
    );
    expect(short(grid)).toEqual(['cliff 2,1 -> 4,1 2', 'cliff 2,2 -> 4,2 2', ' 4,3 -> 2,3 2', ' 4,4 -> 2,4 2']);
  });

  it('are refused with their place', async () => {
    const refused = async (object: object, message: string) =>
      expect(read(tiled([object]))).rejects.toThrow(new MapError(`m.tmj: layer "o": ${message}`));
    await refused(line(15, 5, 35, 5, { name: 'a' }), 'object "a" (a): to is 3, 0, which is blocked; open that cell');
    await refused(line(15, 5, 17, 5), 'object 1: both ends are 1, 0; a link joins two cells');
    await refused(line(15, 5, 95, 5), 'object 1: to is 9, 0, which is not on the map of 8 x 5 cells');
    await refused(
      line(15, 5, 45, 5, properties({ cost: 0 })),
      'object 1: cost is 0, allowed is a number above 0, up to 100000 steps',
    );
    await refused(
      { type: 'link', point: true, ...properties({ to: 7 }) },
      'object 1: this link is no line, and its property "to" is 7; draw a line, or let "to" be an object or the name of a marker of this map',
    );
    await refused(
      { type: 'ledge', width: 10, height: 10, ...properties({ down: 'up' }) },
      'object 1: this ledge has "down" "up", expected north, east, south or west',
    );
  });

  it('are one-way by a truth, and not by a text', async () => {
    const link = (value: unknown) => tiled([line(15, 5, 65, 45, { name: 'a', ...properties({ oneWay: value }) })]);
    expect(short((await read(link(false))).grid)).toEqual(['a 1,0 -- 6,4 6.657']);
    await expect(read(link('true'))).rejects.toThrow(
      'm.tmj: layer "o": object "a": property "oneWay" is "true", expected true or false',
    );
  });

  it('are for some agents only, and left out for one that does not fit', async () => {
    const map = tiled([line(15, 5, 65, 45, { name: 'crawl', ...properties({ agents: 'rat, cat' }) })]);
    expect(short((await read(map, { agent: 'cat' })).grid)).toHaveLength(1);
    expect(short((await read(map, { agent: 'ox' })).grid)).toEqual([]);
    await expect(read(map, { agent: 'rat', agents: ['rat', 'ox'] })).rejects.toThrow(
      'm.tmj: layer "o": object "crawl": agent "cat" is not known, known are rat, ox',
    );
    const { grid, warnings } = await read(map, { agent: 'rat', size: 2 });
    expect([short(grid), warnings]).toEqual([
      [],
      ['m.tmj: layer "o": object "crawl" (crawl): its end 6, 4 is blocked for agent rat, which has no such link'],
    ]);
  });
});

describe('links in LDtk levels', () => {
  const project = (to: unknown, more: object = {}) => {
    const entity = (iid: string, x: number, fields: object) => ({
      ...{ __identifier: 'Link', iid, px: [x, 0], width: 8, height: 8 },
      fieldInstances: Object.entries(fields).map(([name, value]) => ({ __identifier: name, __value: value })),
    });
    const sides = { __cWid: 5, __cHei: 1, __gridSize: 8 };
    const grid = { __identifier: 'G', __type: 'IntGrid', ...sides, intGridCsv: [0, 0, 1, 0, 0] };
    const lift = entity('a', 8, { name: 'lift', to, cost: 2.5, oneWay: true, ...more });
    const entityInstances = [lift, entity('b', 24, { to: null })];
    const entities = { __identifier: 'E', __type: 'Entities', entityInstances };
    const levels = [{ identifier: 'A', layerInstances: [entities, grid] }];
    return Buffer.from(JSON.stringify({ __header__: { app: 'LDtk' }, defs: { layers: [] }, levels }));
  };

  it('are entities that refer to others', async () => {
    const { grid } = await readMap(project({ entityIid: 'b', levelIid: 'x' }), { file: 'w.ldtk' });
    expect(short(grid)).toEqual(['lift 1,0 -> 3,0 2.5']);
    await expect(readMap(project({ entityIid: 'z' }), { file: 'w.ldtk' })).rejects.toThrow(
      'w.ldtk: level "A": layer "E": entity "lift": its field "to" is {"entityIid":"z"}, expected a reference to an entity of this level',
    );
    const wrong = (more: object) => readMap(project({ entityIid: 'b' }, more), { file: 'w.ldtk' });
    await expect(wrong({ cost: 'much' })).rejects.toThrow('entity "lift": field "cost" is "much", expected steps, a n');
    await expect(wrong({ oneWay: 'no' })).rejects.toThrow('field "oneWay" is "no", expected true or false');
  });
});

describe('links in JSON', () => {
  const map = (links: unknown) =>
    Buffer.from(JSON.stringify({ gridprep: 'map', width: 4, height: 1, cells: [[1, 1, 0, 1]], links }));

  it('are part of a map, and written again', async () => {
    const { grid, ...places } = await readMap(map([{ from: [1, 0], to: [3, 0], name: 'gap', cost: 1.5 }]));
    expect(short(grid)).toEqual(['gap 1,0 -- 3,0 1.5']);
    const again = await readMap(Buffer.from(mapJson(grid, places)));
    expect(again.grid.links).toEqual(grid.links);
  });

  it.each([
    [[{ from: [1, 0] }], 'a.json: links[0]: to is missing, expected x and y of a cell'],
    [
      [{ from: [1, 0], to: [3, 0], price: 3 }],
      'a.json: links[0]: it has a key "price", known are name, from, to, cost, oneWay, agents',
    ],
    [[{ from: [1, 0], to: [3, 0], oneWay: 1 }], 'a.json: links[0]: oneWay is 1, expected true or false'],
    [[{ from: [1, 0], to: [2, 0] }], 'a.json: links[0]: to is 2, 0, which is blocked; open that cell'],
    ['here', 'a.json: links is "here", expected a list'],
  ])('is refused: %j', async (links, message) => {
    await expect(readMap(map(links), { file: 'a.json' })).rejects.toThrow(new MapError(message));
  });

  it('works with maps of other formats', async () => {
    const links = parseLinks(Buffer.from('[{"from":[0,0],"to":[2,0]}]'), 'l.json');
    const { grid } = await readMap(Buffer.from('type octile\nheight 1\nwidth 3\nmap\n.@.\n'), { file: 'm.map', links });
    expect(short(grid)).toEqual([' 0,0 -- 2,0 2']);
    const wrong = parseLinks(Buffer.from('[{"from":[0,0],"to":[2,0]}]'), 'l.json');
    for (const [given, file] of [
      [[{ from: [0, 0], to: [2, 0] }], 'm.csv'],
      [wrong, 'l.json'],
    ] as const)
      await expect(readMap(Buffer.from('..@\n'), { file: 'm.csv', links: given })).rejects.toThrow(
        `${file}: links[0]: to is 2, 0, which is blocked; open that cell`,
      );
    expect(() => parseLinks(Buffer.from('{}'), 'l.json')).toThrow(
      'l.json: expected a JSON list of links, for example [{"from":[2,3],"to":[8,3],"cost":4}]',
    );
  });
});
