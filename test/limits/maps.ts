/** Maps and their files that cross each limit. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../src/core/blob/crc32.js';
import { createGrid } from '../../src/core/grid/create.js';
import * as LIMIT from '../../src/core/limits.js';
import { bakeJps } from '../../src/engines/jps/bake.js';
import { MapFiles } from '../../src/maps/files.js';
import { readMap } from '../../src/maps/read-map.js';
import { tableNames } from '../../src/maps/rows.js';
import { temporaryFolder } from '../prep.js';

/** Input with a count, the message of its refusal, and whether the limit itself is too large for a test. */
export interface Row {
  give: (count: number) => unknown;
  says: string;
  class: string;
  isLarge?: true;
}

export const map = (text: string | Uint8Array, file: string) =>
  readMap(Buffer.from(text as string), { file, open: true });
const letters = (width: number, height: number) =>
  `type octile\nheight ${height}\nwidth ${width}\nmap\n${`${'.'.repeat(width)}\n`.repeat(height)}`;
const tiled = (layers: object[], more = {}) => {
  const all = { type: 'map', orientation: 'orthogonal', width: 2, height: 2, tilewidth: 16, tileheight: 16 };
  return map(JSON.stringify({ ...all, tilesets: [], layers, ...more }), 'a.tmj');
};
const tiles = { type: 'tilelayer', name: 'l', width: 2, height: 2, data: [0, 0, 0, 0] };
const nested = (depth: number): object =>
  depth === 0 ? tiles : { type: 'group', name: 'g', layers: [nested(depth - 1)] };
const xml = (inside: string) => map(`<map width="1" height="1" tilewidth="9" tileheight="9">${inside}</map>`, 'a.tmx');
const LAYER = '<layer name="l" width="1" height="1"><data encoding="csv">0</data></layer>';
export const open = () => true;
export const names = (count: number, letter = 'n') => Array.from({ length: count }, (_, i) => `${letter}${i}`);
const places = (markers: { name: string; cells: number[] }[]) => createGrid(64, 64, open, { markers });
const link = (more: object) => createGrid(9, 9, open, { links: [{ from: [0, 0], to: [5, 5], ...more }] });
const walled = (width: number, cost: number) =>
  bakeJps(
    createGrid(width, 1, () => cost, { walls: [[0, 0, 'east']], diagonals: 'never' }),
    { codec: 'none' },
  );
const png = (pieces: number) => {
  const chunk = (type: string, content: Uint8Array) => {
    const bytes = Buffer.alloc(12 + content.length);
    bytes.writeUInt32BE(content.length, 0);
    bytes.write(type, 4, 'latin1');
    bytes.set(content, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  // Stored, so that it has as many bytes as pieces are wanted.
  const data = deflateSync(
    Buffer.alloc(9 * 8192, 255).map((v, i) => (i % 9 ? v : 0)),
    { level: 0 },
  );
  const each = Array.from({ length: pieces }, (_, i) =>
    chunk('IDAT', data.subarray(i, i + 1 === pieces ? undefined : i + 1)),
  );
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 32, 0, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return map(Buffer.concat([signature, chunk('IHDR', header), ...each, chunk('IEND', Buffer.alloc(0))]), 'a.png');
};
export const sparse = (bytes: number, name: string) => {
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), bytes);
  return folder;
};
export const MAPS = {
  MAX_SIDE: { give: (n) => map(letters(n, 1), 'a.map'), says: '8193', class: 'MapError' },
  MAX_COST: { give: (n) => createGrid(2, 2, () => n), says: '256', class: 'RangeError' },
  MAX_SIZE: { give: (n) => createGrid(20, 20, open, { size: n }), says: 'size is 17', class: 'RangeError' },
  MAX_TILESETS: {
    give: (n) => tiled([tiles], { tilesets: Array.from({ length: n }, (_, i) => ({ firstgid: i + 1, name: '' })) }),
    says: '65537 tilesets',
    class: 'MapError',
    isLarge: true,
  },
  MOST_WALLED_COST: { give: (n) => walled(4, n), says: 'a cell costs 129', class: 'MapError' },
  MOST_WALLED_SIDE: { give: (n) => walled(n, 1), says: 'map is 4097 x 1', class: 'MapError' },
  MOST_WALL_COSTS: {
    give: (n) => createGrid(9, 9, open, { wallCosts: Array(n).fill(1) }),
    says: 'allowed are 1 to 8',
    class: 'RangeError',
  },
  MAX_LINKS: {
    give: (n) =>
      createGrid(9, 9, open, { links: Array.from({ length: n }, () => ({ from: [0, 0], to: [5, 5] }) as never) }),
    says: '65537',
    class: 'RangeError',
  },
  MAX_LINK_COST: { give: (cost) => link({ cost }), says: '100001', class: 'RangeError' },
  MAX_LINK_NAME: { give: (n) => link({ name: 'n'.repeat(n) }), says: 'its name has 256 letters', class: 'RangeError' },
  MAX_PLACES: {
    give: (n) => places(names(n).map((name) => ({ name, cells: [1, 1] }))),
    says: '4097',
    class: 'MapError',
  },
  MAX_PLACE_CELLS: {
    give: (n) => places([{ name: 'a', cells: Array(2 * n).fill(1) }]),
    says: '65537',
    class: 'MapError',
  },
  MAX_NAME: {
    give: (n) => places([{ name: 'n'.repeat(n), cells: [1, 1] }]),
    says: 'a name of 129 letters',
    class: 'MapError',
  },
  MAX_NAMES: {
    give: (n) =>
      places(
        Array.from({ length: Math.ceil(n / 128) }, (_, i) => ({
          name: 'n'.repeat(Math.min(128, n - 128 * i)),
          cells: [1, 1],
        })),
      ),
    says: 'have 65537 letters',
    class: 'MapError',
  },
  MAX_FLOORS: {
    give: (n) =>
      map(
        JSON.stringify({ gridprep: 'floors', floors: Object.fromEntries(names(n).map((name) => [name, 'x.map'])) }),
        'a.json',
      ),
    says: '257 floors',
    class: 'MapError',
    isLarge: true,
  },
  MAX_FILE_BYTES: {
    give: (n) => map(new Uint8Array(n), 'a.map'),
    says: '134217729 bytes',
    class: 'MapError',
    isLarge: true,
  },
  MAX_FILES_BYTES: {
    give: async (n) => {
      const folder = sparse(LIMIT.MAX_FILE_BYTES, 'a');
      for (const [name, bytes] of Object.entries({ b: Math.floor(n / 2), c: 1 })) {
        writeFileSync(join(folder, name), '');
        truncateSync(join(folder, name), bytes);
      }
      const files = new MapFiles(join(folder, 'm.tmx'), folder);
      for (const name of 'abc') await files.read(name, join(folder, 'm.tmx'), 'tileset');
    },
    says: 'more than 268435456 bytes together',
    class: 'MapError',
    isLarge: true,
  },
  MOST_PNG_PIECES: { give: png, says: 'more than 65536 pieces', class: 'MapError', isLarge: true },
  MOST_JSON_LISTS: {
    give: (n) => map(`{"type":"map","tilewidth":1,"x":[${'[],'.repeat(n)}0]}`, 'a.tmj'),
    says: 'objects and lists',
    class: 'MapError',
    isLarge: true,
  },
  MOST_JSON_TEXT: {
    give: (n) => map(`{"type":"map","tilewidth":1,"x":"${','.repeat(n)}"}`, 'a.tmj'),
    says: 'a text of 16777217 bytes',
    class: 'MapError',
    isLarge: true,
  },
  MOST_JSON_DEPTH: {
    give: (n) => tiled([tiles], { x: JSON.parse(`${'['.repeat(n - 1)}${']'.repeat(n - 1)}`) }),
    says: 'deep',
    class: 'MapError',
  },
  MOST_CODE: {
    give: (n) => map(`export const a = [[1]];${' '.repeat(n - 23)}`, 'a.ts'),
    says: 'allowed are 16777216',
    class: 'MapError',
  },
  MOST_CODE_DEPTH: {
    give: (n) => map(`export const b = ${'['.repeat(n + 1)}${']'.repeat(n + 1)}`, 'a.ts'),
    says: 'b is code',
    class: 'MapError',
    isLarge: true,
  },
  MOST_TABLES: {
    give: (n) =>
      tableNames({
        file: 'a.ts',
        bytes: Buffer.from(
          names(n)
            .map((name) => `export const ${name} = [[1]];`)
            .join('\n'),
        ),
      }),
    says: 'more than 256 tables',
    class: 'MapError',
  },
  MOST_XML_ELEMENTS: {
    give: (n) => xml(LAYER + '<a/>'.repeat(n - 3)),
    says: 'more than 500000 elements',
    class: 'MapError',
    isLarge: true,
  },
  MOST_XML_ATTRIBUTES: {
    give: (n) =>
      xml(
        `${LAYER}<a ${names(n)
          .map((name) => `${name}="1"`)
          .join(' ')}/>`,
      ),
    says: 'more than 100 attributes',
    class: 'MapError',
  },
  MOST_XML_DEPTH: {
    give: (n) => xml(LAYER + '<a>'.repeat(n - 1) + '</a>'.repeat(n - 1)),
    says: 'deep',
    class: 'MapError',
  },
  MOST_XML_VALUE: {
    give: (n) => xml(`${LAYER}<!--${'c'.repeat(1.1 * n)}-->`),
    says: 'Max buffer length',
    class: 'MapError',
    isLarge: true,
  },
  MOST_GROUPS: { give: (n) => tiled([nested(n)]), says: 'groups lie more than 32 deep', class: 'MapError' },
  BASE_WORK: {
    give: (n) =>
      tiled([
        tiles,
        {
          type: 'objectgroup',
          name: 'o',
          objects: [{ id: 1, x: 0, y: 0, class: 'wall', polyline: [0, 16 * n].map((x) => ({ x, y: 0 })) }],
        },
      ]),
    says: 'take more work than any map',
    class: 'MapError',
    isLarge: true,
  },
  MOST_TILES: {
    give: () =>
      tiled([...Array(4).fill({ ...tiles, width: 8192, height: 8192 }), tiles], { width: 8192, height: 8192 }),
    says: 'allowed are 268435456',
    class: 'MapError',
    isLarge: true,
  },
} satisfies Partial<Record<keyof typeof LIMIT, Row>>;
