import { expect, it } from 'vitest';
import { readMap } from '../maps/read-map.js';
import { bakeCh, bakeJps } from './bake.js';
import { linksPart, wasmPart } from './parts.js';
import {
  applyChanges,
  type CreateGridOptions,
  createGrid,
  editable,
  findDoor,
  findLink,
  floorAt,
  load,
  loadGrid,
  readMeta,
  saveChanges,
} from './runtime.js';

it('has all that a loaded map has: links, doors, markers, floors, wall costs, saves, WebAssembly', async () => {
  const cell = (x: number, y: number) => x !== 4 || y === 2;
  const options = {
    links: [{ name: 'stairs', from: [1, 1], to: [7, 7], cost: 3 }],
    doors: [{ name: 'gate', cells: [4, 2] }],
    markers: [{ name: 'spawn', cells: [0, 0] }],
    floors: [{ name: 'ground', x: 0, y: 0, width: 9, height: 4 }],
    cellSize: [16, 16],
  } satisfies CreateGridOptions;
  const baked = editable(load(await bakeJps(createGrid(9, 9, cell, options), { codec: 'none' })));
  const made = editable(loadGrid(createGrid(9, 9, cell, options), { parts: [linksPart, wasmPart] }));
  expect(made.wasm).toBe(true);
  const { doors, markers, floors, cellSize } = readMeta(baked);
  expect(readMeta(made)).toMatchObject({ doors, markers, floors, cellSize });
  expect(floorAt(made, 3, 3)).toEqual({ name: 'ground', x: 3, y: 3 });
  const ask = () => [baked, made].map((nav) => [nav.findPath(0, 0, 8, 8)?.cost, nav.findPath(0, 0, 8, 8)?.links]);
  const steps = [
    () => {},
    (nav: typeof made) => findDoor(nav, 'gate').close(),
    (nav: typeof made) => findLink(nav, 'stairs').close(),
    (nav: typeof made) => nav.reset(),
  ];
  for (const step of steps) {
    for (const nav of [baked, made]) step(nav);
    const [expected, found] = ask();
    expect(found).toEqual(expected);
  }
  findDoor(made, 'gate').close();
  findLink(made, 'stairs').close();
  const other = editable(loadGrid(createGrid(9, 9, cell, options), { parts: [linksPart] }));
  applyChanges(other, saveChanges(made));
  expect([other.isOpen(4, 2), findLink(other, 'stairs').isOpen]).toEqual([false, false]);
});

it('doors that Tiled draws on a wall open and close it, in every engine for walls', async () => {
  const line = (type: string, y: number, length: number) => ({
    ...{ type, x: 32, y, name: type === 'door' ? 'gate' : '' },
    polyline: [0, length].map((y) => ({ x: 0, y })),
  });
  const objects = [line('wall', 0, 48), line('door', 16, 16)].map((one, i) => ({ id: i + 1, ...one }));
  const tiled = {
    ...{ type: 'map', orientation: 'orthogonal', width: 4, height: 3, tilewidth: 16, tileheight: 16 },
    layers: [
      { type: 'tilelayer', name: 'ground', width: 4, height: 3, data: Array(12).fill(1) },
      { type: 'objectgroup', name: 'objects', objects },
    ],
    tilesets: [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16, tilecount: 1, tiles: [] }],
  };
  const map = await readMap(Buffer.from(JSON.stringify(tiled)), { file: 'm.tmj' });
  for (const blob of [await bakeCh(map), await bakeJps(map)]) {
    const nav = editable(load(blob));
    const gate = findDoor(nav, 'gate');
    const cost = () => nav.findPath(0, 0, 3, 0)?.cost;
    expect(cost()).toBeUndefined();
    gate.open();
    expect(cost()).toBeCloseTo(1 + 2 * Math.SQRT2);
    gate.close();
    expect(cost()).toBeUndefined();
  }
});
