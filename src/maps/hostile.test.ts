/** Map files that are made to take time or memory: each ends soon, in a grid or in one line. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../test/samples.js';
import { readMap } from './read-map.js';

const layer = (width: number, height: number, numbers: Uint32Array) => {
  const data = deflateSync(Buffer.from(numbers.buffer), { level: 1 }).toString('base64');
  return { type: 'tilelayer', name: 'l', width, height, encoding: 'base64', compression: 'zlib', data };
};
const SETS: object[] = [{ firstgid: 1, name: 't' }];
function map(width: number, height: number, layers: object[], tilesets = SETS): Buffer {
  const all = { type: 'map', orientation: 'orthogonal', width, height, tilewidth: 16, tileheight: 16 };
  return Buffer.from(JSON.stringify({ ...all, layers, tilesets }));
}
/** Milliseconds of processor time. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it('tilesets times tiles take no longer than their sum', async () => {
  const side = IS_LONG ? 500 : 250;
  const numbers = Uint32Array.from({ length: side * side }, (_, i) => i + 1);
  const sets = Array.from({ length: side * 100 }, (_, i) => ({ firstgid: i === 0 ? 1 : 2e6 + i, name: `t${i}` }));
  const bytes = map(side, side, [layer(side, side, numbers)], sets);
  expect(await spent(() => readMap(bytes, { open: true }))).toBeLessThan(10 * side);
});

// Some seconds, so only in `npm run test:long`.
it.runIf(IS_LONG)('more distinct tiles than a Map holds are read', async () => {
  const numbers = Uint32Array.from({ length: 4200 * 4200 }, (_, i) => i + 1);
  const { grid } = await readMap(map(4200, 4200, [layer(4200, 4200, numbers)]), { open: true });
  expect([grid.width, grid.height]).toEqual([4200, 4200]);
});

const TOO_MUCH = 'its objects take more work than any map of this size needs';
const refused = (bytes: Buffer, file: string, message: string) =>
  expect(readMap(bytes, { file })).rejects.toThrow(`${file}: ${message}`);

it('objects that cover more cells than any map needs are refused', async () => {
  const wall = { id: 1, x: 0, y: 0, type: 'wall', polyline: [0, 1e9].map((x) => ({ x, y: 0 })) };
  const layers = [layer(2, 2, new Uint32Array(4).fill(1)), { type: 'objectgroup', name: 'o', objects: [wall] }];
  await refused(map(2, 2, layers), 'm.tmj', TOO_MUCH);
});

it.runIf(IS_LONG)('timers run while objects cover the map again and again', async () => {
  const side = 2000;
  const ellipse = { x: 0, y: 0, width: 16 * side, height: 16 * side, ellipse: true, type: 'blocked' };
  const objects = Array.from({ length: 4000 }, (_, id) => ({ id, ...ellipse }));
  const ground = layer(side, side, new Uint32Array(side * side).fill(1));
  const bytes = map(side, side, [ground, { type: 'objectgroup', name: 'o', objects }]);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await refused(bytes, 'm.tmj', TOO_MUCH);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(2);
});

it('commas without numbers are counted before any is read', async () => {
  const count = IS_LONG ? 17_000_000 : 2_000_000;
  const head = '<map width="2" height="2" tilewidth="16" tileheight="16"><layer name="l" width="2" height="2">';
  const xml = Buffer.from(`${head}<data encoding="csv">${','.repeat(count)}</data></layer></map>`);
  await refused(xml, 'm.tmx', `layer "l": ${count + 1} tiles, expected 4`);
  const json = map(2, 2, [{ type: 'tilelayer', name: 'l', data: ','.repeat(17_000_000) }]);
  await refused(json, 'm.tmj', 'a text of 17000000 bytes that is no base64; this is no map');
});

function png(pieces: Buffer[]): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const bytes = Buffer.alloc(12 + content.length);
    bytes.writeUInt32BE(content.length, 0);
    bytes.write(type, 4, 'latin1');
    content.copy(bytes, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
    return bytes;
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = pieces.map((piece) => chunk('IDAT', piece));
  return Buffer.concat([signature, chunk('IHDR', header), ...data, chunk('IEND', Buffer.alloc(0))]);
}

it('a PNG in pieces of nothing is read, one in very many pieces is refused', async () => {
  const pixels = deflateSync(Buffer.from([0, 255, 255]));
  const { grid } = await readMap(png([...Array(70_000).fill(Buffer.alloc(0)), pixels]), { file: 'm.png' });
  expect(grid.width).toBe(2);
  const pieces = png([...Array(65_537).fill(Buffer.alloc(1))]);
  await refused(pieces, 'm.png', 'its pixels are in more than 65536 pieces; save the picture again as PNG');
});

it('JSON with a comma too many says so, and UTF-16 by its name', async () => {
  const bytes = Buffer.from('{"type":"map","tilewidth":8,"layers":[],}');
  await expect(readMap(bytes, { file: 'm.tmj' })).rejects.toThrow('m.tmj:1:40: a comma stands before "}"; remove it');
  for (const mark of ['\ufeff', '\ufffe']) {
    const text = Buffer.from(`${mark}<map/>`, 'utf16le');
    await refused(text, 'm.tmx', 'the text is UTF-16, which is not read; save it as UTF-8');
  }
});

const CASES: [what: string, file: string, text: string, message: string][] = [
  ['a CR in a header', 'a.map', 'type octile\nheight 3\rx\nwidth 3\nmap\n', 'height is "3\\rx"'],
  ['a link of no point', 'a.tmj', tmj({ class: 'link', polyline: [] }), 'this link is a line of 0 points, expected 2'],
  ['down', 'a.tmj', tmj({ class: 'ledge', ...property('down') }), 'this ledge has "down" {"toString":1}, expected'],
];
it.each(CASES)('%s is refused in one line', (_, file, text, message) =>
  expect(readMap(Buffer.from(text), { file })).rejects.toThrow(message),
);

it.each(['solid', 'passage'])('a property %s with its own toString is not read', async (name) => {
  const { warnings } = await readMap(Buffer.from(tmj(property(name))), { file: 'a.tmj', open: true });
  expect(warnings).toEqual([expect.stringContaining(`property "${name}" is {"toString":1}, expected`)]);
});

it('tags and agents of LDtk with their own toString are texts', async () => {
  const field = (name: string, value: object) => ({ __identifier: name, __value: value });
  const fields = [field('to', { entityIid: 'x' }), field('agents', { toString: 1 })];
  const entity = (kind: string, iid: string, x: number) => ({ __identifier: kind, iid, px: [x, 0] });
  const all = [
    { ...entity('Link', 'q', 0), fieldInstances: fields },
    { ...entity('X', 'x', 16), __tags: [{ toString: 1 }] },
  ];
  const sides = { __cWid: 5, __cHei: 5, __gridSize: 16 };
  const layer = { __identifier: 'W', __type: 'IntGrid', ...sides, intGridCsv: Array(25).fill(0), entityInstances: all };
  const level = { identifier: 'A', pxWid: 80, pxHei: 80, layerInstances: [layer] };
  const bytes = Buffer.from(JSON.stringify({ __header__: { app: 'LDtk' }, levels: [level] }));
  const { grid } = await readMap(bytes, { file: 'a.ldtk', open: true });
  expect(grid.links?.length).toBe(1);
});

it('of warnings of a kind ten are shown, and how many more there are', async () => {
  const events = Array.from({ length: 30 }, (_, id) => ({ id, class: 'marker', point: true, x: -99, y: 0 }));
  const bytes = map(2, 2, [
    layer(2, 2, new Uint32Array(4).fill(1)),
    { type: 'objectgroup', name: 'o', objects: events },
  ]);
  const { warnings } = await readMap(bytes, { file: 'm.tmj', open: true });
  expect(warnings.length).toBe(11);
  expect(warnings[10]).toBe(`${warnings[0]} (and 20 more warnings like it)`);
});

function property(name: string): object {
  return { properties: [{ name, value: { toString: 1 } }] };
}

function tmj(object: object): string {
  const objects = [{ id: 1, x: 0, y: 0, width: 16, height: 16, ...object }];
  return map(5, 5, [{ type: 'objectgroup', name: 'o', objects }], []).toString();
}

it('values whose text is anything are refused, or are no number', async () => {
  const odd = { toString: 1 };
  const data = { type: 'tilelayer', name: 'l', width: 2, height: 1, data: [1, odd] };
  await refused(map(2, 1, [data]), 'm.tmj', 'layer "l": tile 1 is {"toString":1}, expected a whole number');
  const tile = { uid: 1, tileGridSize: 16, enumTags: [{ enumValueId: 'Wall', tileIds: [1] }] };
  const size = { __cWid: 2, __cHei: 2, __gridSize: 16, __tilesetDefUid: 1 };
  const tiles = { ...size, __identifier: 'T', __type: 'Tiles', gridTiles: [{ px: [odd, 0], t: 1 }] };
  const level = { identifier: 'A', pxWid: 32, pxHei: 32, layerInstances: [tiles] };
  const ldtk = {
    __header__: { app: 'LDtk' },
    defaultGridSize: 16,
    defs: { layers: [], tilesets: [tile] },
    levels: [level],
  };
  const { grid } = await readMap(Buffer.from(JSON.stringify(ldtk)), { file: 'm.ldtk' });
  expect(grid.isOpen(0, 0)).toBe(true);
});

const FLOOR = 'image: a.pgm\nresolution: 1\n';
/** Texts for which a pattern may look from each place to the end again. */
const LONG_TEXTS: Record<string, [file: string, text: string, says: string]> = {
  'a comment of marks before a carriage return': ['a.yaml', `${FLOOR}x: ${' #'.repeat(32_000)}\r x`, 'a.pgm'],
  'a value after spaces': ['a.yaml', `${FLOOR}x:${' '.repeat(65_000)}x\rx`, 'a.pgm'],
  'spaces in a drawn row': ['a.json', JSON.stringify({ a: `##\n${' '.repeat(300_000)}x\n##` }), '32768 x 3 cells'],
  'quotes in a text without an end': ['a.tmj', `{"type":"map",${'"\\'.repeat(300_000)}`, 'this is not JSON'],
  'escaped quotes in it': ['a.tmj', `{"type":"map"," ${'\\"'.repeat(300_000)}`, 'this is not JSON'],
};

it.each(Object.entries(LONG_TEXTS))('%s takes no longer than its length', async (_, [file, text, says]) => {
  const read = () => expect(readMap(Buffer.from(text), { file })).rejects.toThrow(says);
  expect(await spent(read)).toBeLessThan(1000);
});

it('a comma in a text before a bracket is no mistake of JSON', async () => {
  const read = readMap(Buffer.from('{"type":"map","a":",]","b":[1,],"c":"'), { file: 'a.tmj', format: 'tiled' });
  await expect(read).rejects.toThrow('a.tmj:1:30: a comma stands before "]"; remove it');
});

it.each([
  [
    'a.json',
    '{"gridprep":"map","width":1,"height":1,"cells":[[1]],"cellSize":[1,1e999]}',
    'cellSize of the map is 1, Inf',
  ],
  ['a.json', '{"grid":1,"width":9,"height":9,"padding":1e308,"walls":[],"tokens":[]}', 'origin of the map is Inf'],
])('numbers that no blob can have are refused in %s', (file, text, says) =>
  expect(readMap(Buffer.from(text), { file, open: true })).rejects.toThrow(`${file}: ${says}`),
);

it('tiles whose half is nothing are refused', async () => {
  for (const orientation of ['staggered', 'hexagonal']) {
    const all = {
      type: 'map',
      orientation,
      width: 1,
      height: 1,
      tilewidth: 1,
      tileheight: 8,
      layers: [],
      tilesets: [],
    };
    const read = readMap(Buffer.from(JSON.stringify(all)), { file: 'a.tmj' });
    await expect(read).rejects.toThrow('a.tmj: tilewidth is 1, expected a whole number from 2 to 65536');
  }
});

it('numbers of tiles times ranges of an option take no longer than their sum', async () => {
  const numbers = Uint32Array.from({ length: 90_000 }, (_, i) => 300_000 + i);
  const blockedTiles = Array.from({ length: 50_000 }, (_, i) => `${5000 + 2 * i}`);
  const bytes = map(300, 300, [layer(300, 300, numbers)]);
  const read = () => readMap(bytes, { open: true, tiled: { blockedTiles: [...blockedTiles, '300001-300010', '7'] } });
  expect(await spent(read)).toBeLessThan(3000);
  expect((await read()).walls.used).toEqual(['tiled.blockedTiles (10 cells)']);
});
