/** Small writers of map files, for tests of the readers: each writes the same table of prices in another format. */
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { ZstdCodec } from 'zstd-codec';
import type { ReadMapOptions } from '../src/maps/read-map.js';

/** Costs row by row; 0 means blocked. */
export interface Table {
  width: number;
  height: number;
  prices: number[];
}

export interface Written {
  bytes: Uint8Array;
  options: ReadMapOptions;
}

export type Writer = (table: Table, zstd: (bytes: Uint8Array) => Uint8Array) => Written;

/** What compresses with zstd, when it is ready. */
export function zstdWriter(): Promise<(bytes: Uint8Array) => Uint8Array> {
  return new Promise((done) => {
    ZstdCodec.run(({ Simple }) => {
      const simple = new Simple();
      done((bytes) => simple.compress(bytes, 3) as Uint8Array);
    });
  });
}

const text = (value: string): Uint8Array => Buffer.from(value);
const json = (value: unknown): Uint8Array => text(JSON.stringify(value));

/** Tile 1 is solid, tile n + 1 costs n; the highest bits say how a tile is turned, which is all the same. */
const tile = (price: number, i: number) => ((price + 1) | ((i % 16) << 28)) >>> 0;
const TILESET = {
  firstgid: 1,
  name: 'prices',
  tilewidth: 8,
  tileheight: 8,
  tiles: Array.from({ length: 256 }, (_, price) => ({
    id: price,
    properties: [
      price === 0 ? { name: 'solid', type: 'bool', value: true } : { name: 'cost', type: 'int', value: price },
    ],
  })),
};
const TMX_TILESET = `<tileset firstgid="1" name="prices" tilewidth="8" tileheight="8">${TILESET.tiles
  .map(
    ({ id, properties: [{ name, type, value }] }) =>
      `<tile id="${id}"><properties><property name="${name}" type="${type}" value="${value}"/></properties></tile>`,
  )
  .join('')}</tileset>`;

function tileBytes(tiles: number[]): Buffer {
  const bytes = Buffer.alloc(4 * tiles.length);
  tiles.forEach((number, i) => {
    bytes.writeUInt32LE(number, 4 * i);
  });
  return bytes;
}

function tmj(encode: (tiles: number[]) => object): (table: Table) => Written {
  return ({ width, height, prices }) => ({
    bytes: json({
      type: 'map',
      orientation: 'orthogonal',
      width,
      height,
      tilewidth: 8,
      tileheight: 8,
      infinite: false,
      tilesets: [TILESET],
      layers: [{ type: 'tilelayer', name: 'ground', width, height, x: 0, y: 0, ...encode(prices.map(tile)) }],
    }),
    options: {},
  });
}

function tmx(data: (tiles: number[], width: number) => string): (table: Table) => Written {
  return ({ width, height, prices }) => ({
    bytes: text(
      `<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="orthogonal" width="${width}" height="${height}" tilewidth="8" tileheight="8" infinite="0">
 ${TMX_TILESET}<layer id="1" name="ground" width="${width}" height="${height}">${data(prices.map(tile), width)}</layer>\n</map>\n`,
    ),
    options: {},
  });
}

/** Chunks of 5 x 3 cells, the first of which begins at -5, -3; the last ones have cells without a tile. */
function chunked({
  width,
  height,
  prices,
}: Table): { x: number; y: number; width: number; height: number; data: number[] }[] {
  const chunks = [];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 5) {
      const [w, h] = [Math.min(5, width - x), Math.min(3, height - y)];
      const data = Array.from({ length: w * h }, (_, i) =>
        tile(prices[(y + Math.floor(i / w)) * width + x + (i % w)], i),
      );
      chunks.push({ x: x - 5, y: y - 3, width: w, height: h, data });
    }
  }
  return chunks;
}

const legend = (prices: Iterable<number>) =>
  Object.fromEntries([...new Set(prices)].map((price) => [price, price === 0 ? 'blocked' : price] as const));

function ldtk({ width, height, prices }: Table): Written {
  const layer = {
    __identifier: 'Cost',
    __type: 'IntGrid',
    __cWid: width,
    __cHei: height,
    __gridSize: 16,
    intGridCsv: prices,
  };
  const level = { identifier: 'Level_0', worldX: 0, worldY: 0, layerInstances: [layer] };
  const values = legend(prices);
  return {
    bytes: json({ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs: { layers: [] }, levels: [level] }),
    options: { ldtk: { legend: values } },
  };
}

/** A gray or palette picture whose samples are the places of the prices in a list; eight bits and more have them as they are. */
function png(type: number, depth: number): (table: Table) => Written {
  return ({ width, height, prices }) => {
    const list = [...new Set(prices)];
    const levels = 2 ** depth - 1;
    const known = type === 3 || depth < 8;
    const sample = (i: number): number[] => {
      const price = prices[i];
      const value = known ? list.indexOf(price) : depth === 16 ? price * 257 : price;
      if (type === 0 || type === 3) return [value];
      if (type === 4) return [value, levels];
      return type === 2 ? [value, 0, levels] : [value, 0, levels, levels];
    };
    const color = (price: number) => {
      const value =
        type === 3
          ? (list.indexOf(price) * 37) % 256
          : depth < 8
            ? Math.round((list.indexOf(price) * 255) / levels)
            : price;
      const bytes = type === 2 || type === 6 ? [value, 0, 255] : [value, value, value];
      return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    };
    const palette = Object.fromEntries(list.map((price) => [color(price), price === 0 ? 'blocked' : price] as const));
    const plte = Buffer.from(list.flatMap((_, i) => Array(3).fill((i * 37) % 256)));
    return {
      bytes: writePng({ width, height, type, depth, palette: type === 3 ? plte : undefined, sample }),
      options: { png: { legend: palette } },
    };
  };
}

interface PngSource {
  width: number;
  height: number;
  type: number;
  depth: number;
  palette?: Buffer | undefined;
  transparency?: Buffer | undefined;
  /** Values of the channels of a pixel. */
  sample: (i: number) => number[];
}

/** A PNG of any color type and depth, each row filtered another way, to its left or not at all. */
export function writePng({ width, height, type, depth, palette, transparency, sample }: PngSource): Uint8Array {
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) {
    const bits: number[] = [];
    for (let x = 0; x < width; x++)
      for (const value of sample(y * width + x)) for (let b = depth - 1; b >= 0; b--) bits.push((value >> b) & 1);
    const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
      Array.from({ length: 8 }, (_, b) => bits[8 * i + b] ?? 0).reduce((sum, bit) => 2 * sum + bit, 0),
    );
    const step = Math.max(1, (sample(0).length * depth) >> 3);
    const filter = y % 2;
    rows.push(
      Buffer.from([filter, ...bytes.map((byte, i) => (byte - (filter && i >= step ? bytes[i - step] : 0)) & 255)]),
    );
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([depth, type], 8);
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const named = Buffer.concat([Buffer.from(name), content]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const rowsOf = ({ width, height, prices }: Table) =>
  Array.from({ length: height }, (_, y) => prices.slice(y * width, (y + 1) * width));

/** By name; pictures of few bits take tables of few prices, see {@link mostPrices}. */
export const WRITERS: Record<string, Writer> = {
  'tmj, list': tmj((data) => ({ data })),
  'tmj, base64': tmj((data) => ({ encoding: 'base64', data: tileBytes(data).toString('base64') })),
  'tmj, zlib': tmj((data) => ({
    encoding: 'base64',
    compression: 'zlib',
    data: deflateSync(tileBytes(data)).toString('base64'),
  })),
  'tmj, gzip': tmj((data) => ({
    encoding: 'base64',
    compression: 'gzip',
    data: gzipSync(tileBytes(data)).toString('base64'),
  })),
  'tmj, zstd': (table, zstd) =>
    tmj((data) => ({
      encoding: 'base64',
      compression: 'zstd',
      data: Buffer.from(zstd(tileBytes(data))).toString('base64'),
    }))(table),
  'tmj, chunks': (table) => ({
    bytes: json({
      type: 'map',
      infinite: true,
      tilewidth: 8,
      tileheight: 8,
      tilesets: [TILESET],
      layers: [{ type: 'tilelayer', name: 'ground', chunks: chunked(table) }],
    }),
    options: {},
  }),
  'tmx, csv': tmx(
    (tiles, width) =>
      `<data encoding="csv">\n${tiles.map((n, i) => ((i + 1) % width ? n : `${n}\n`)).join(',')}</data>`,
  ),
  'tmx, elements': tmx((tiles) => `<data>${tiles.map((n) => `<tile gid="${n}"/>`).join('')}</data>`),
  'tmx, base64': tmx(
    (tiles) =>
      `<data encoding="base64" compression="zlib">\n   ${deflateSync(tileBytes(tiles)).toString('base64')}\n  </data>`,
  ),
  'tmx, chunks': (table) => ({
    bytes: text(
      `<map orientation="orthogonal" infinite="1" tilewidth="8" tileheight="8">${TMX_TILESET}<layer name="a &lt;b&gt;" width="9" height="9"><data encoding="csv">${chunked(
        table,
      )
        .map(
          ({ data, ...at }) =>
            `<chunk ${Object.entries(at)
              .map(([name, value]) => `${name}="${value}"`)
              .join(' ')}>\n${data.join(',')}\n</chunk>`,
        )
        .join('')}</data></layer></map>`,
    ),
    options: {},
  }),
  ldtk,
  csv: (table) => ({
    bytes: text(
      rowsOf(table)
        .map((row) => `${row.join(',')},`)
        .join('\r\n'),
    ),
    options: {},
  }),
  tsv: (table) => ({
    bytes: text(
      `\ufeff${rowsOf(table)
        .map((row) => `${row.join('\t')}\t`)
        .join('\n')}\n`,
    ),
    options: { format: 'csv', csv: { legend: { ' ': 'open' } } },
  }),
  ascii: (table) => {
    const list = [...new Set(table.prices)];
    const letter = (price: number) => String.fromCodePoint(0x4e00 + list.indexOf(price));
    return {
      bytes: text(
        rowsOf(table)
          .map((row) => row.map(letter).join(''))
          .join('\n'),
      ),
      options: {
        csv: { legend: Object.fromEntries(list.map((price) => [letter(price), price === 0 ? 'blocked' : price])) },
      },
    };
  },
  json: (table) => ({
    bytes: json({ gridprep: 'map', width: table.width, height: table.height, cells: rowsOf(table) }),
    options: {},
  }),
  ...Object.fromEntries(
    '0/1 0/2 0/4 0/8 0/16 2/8 2/16 3/1 3/2 3/4 3/8 4/8 4/16 6/8 6/16'.split(' ').map((name) => {
      const [type, depth] = name.split('/').map(Number);
      return [`png, type ${type}, ${depth} bits`, png(type, depth)] as const;
    }),
  ),
};

/** How many different prices a format can tell apart. */
export function mostPrices(name: string): number {
  const bits = /, ([124]) bits/.exec(name);
  return bits ? 2 ** Number(bits[1]) : 256;
}
