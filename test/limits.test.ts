/** Each limit of `src/core/limits.ts` is crossed by one: a line of the right class, in no time. At the limit, it holds. */
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { packAgents } from '../src/core/blob/agents.js';
import { crc32 } from '../src/core/blob/crc32.js';
import { decompressor } from '../src/core/blob/decompress.js';
import * as KIND from '../src/core/blob/kinds.js';
import type { ElementArray } from '../src/core/blob/layout.js';
import { newBudget, unpack } from '../src/core/blob/message-pack.js';
import { unpackMetadata } from '../src/core/blob/meta.js';
import { readBlob } from '../src/core/blob/read.js';
import { writeBlob } from '../src/core/blob/write.js';
import { readRegular } from '../src/core/files/regular.js';
import { createGrid } from '../src/core/grid/create.js';
import * as LIMIT from '../src/core/limits.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { MapFiles } from '../src/maps/files.js';
import { readMap } from '../src/maps/read-map.js';
import { tableNames } from '../src/maps/rows.js';
import { FolderStore } from '../src/pipeline/cache/folder.js';
import { readConfig } from '../src/pipeline/config/read-config.js';
import { packFailure } from '../src/pipeline/fleet/failure.js';
import { parseJob } from '../src/pipeline/fleet/jobs.js';
import { parseTask } from '../src/pipeline/fleet/task.js';
import { readIndex } from '../src/world/section.js';
import { existing } from '../tools/places.mjs';
import { withList, withSection } from './forge.js';
import { type FuzzBlob, fuzzCorpus } from './fuzz-corpus.js';
import { temporaryFolder } from './prep.js';

/** Input with a count, the message of its refusal, and whether the limit itself is too large for a test. */
interface Row {
  give: (count: number) => unknown;
  says: string;
  class: string;
  isLarge?: true;
}

let corpus: FuzzBlob[];
beforeAll(async () => {
  corpus = await fuzzCorpus();
}, 120_000);
const hostOf = (kind: number, fits: (blob: FuzzBlob) => boolean = () => true) =>
  corpus.find(
    (one) => readBlob(one.bytes, decompressor).entries.some((entry) => entry.kind === kind) && fits(one),
  ) as FuzzBlob;
/** Loads a blob whose section has other numbers. */
const loads = (kind: number, change: (values: ElementArray) => ElementArray) => {
  const { bytes, partners, agent } = hostOf(kind, (one) => !one.tiles && !one.agent);
  return loadForTools([withSection(bytes, kind, change), ...partners], { agent });
};
const put = (at: number, value: number) => (values: ElementArray) => values.with(at, value) as ElementArray;
const index = (at: number, value: number) => {
  const { bytes } = hostOf(KIND.worldInfo);
  return readIndex(withSection(bytes, KIND.worldInfo, put(at, value)), decompressor);
};

const manyTiles = async () => {
  const values = Uint32Array.of(2 * 8192, 2 * 9, 2, 2, 0, 0);
  const meta = { artifact: 'world', map: '' };
  const options = { codec: 'none', threads: 1 } as const;
  return readIndex(
    await writeBlob(createGrid(8192, 9, open), [{ kind: KIND.worldInfo, values }], meta, options),
    decompressor,
  );
};
const map = (text: string | Uint8Array, file: string) => readMap(Buffer.from(text as string), { file, open: true });
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
const open = () => true;
const names = (count: number, letter = 'n') => Array.from({ length: count }, (_, i) => `${letter}${i}`);
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
const sha256 = 'a'.repeat(64);
const task = (files: number) => {
  const input = { path: 'a.map', from: 'a.map', sha256, bytes: 1 };
  const made = {
    gridprep: 1,
    tool: 't',
    map: 'a.map',
    reading: { terrain: '.', costs: {} },
    stale: [0],
    format: 'movingai',
  };
  const wanted = { name: 'jps', options: { storeLandmarks: false, landmarks: 0 }, codec: 'none', zstdLevel: 1 };
  const outputs = [{ file: 'a', artifacts: [wanted] }];
  return parseTask(
    Buffer.from(JSON.stringify({ ...made, outputs, size: 1, force: false, inputs: Array(files).fill(input) })),
  );
};
/** A file of zeros that takes no room. @returns its folder */
const sparse = (bytes: number, name: string) => {
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), bytes);
  return folder;
};
const job = { tool: 't', task: sha256, bytes: 1, proof: sha256 };

const ROWS: Record<keyof typeof LIMIT, Row> = {
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
  MAX_SECTIONS: {
    give: (n) => {
      const { bytes } = hostOf(KIND.jpsInfo, (one) => !one.agent && !one.tiles);
      const differ = (i: number) => withSection(bytes, KIND.jpsInfo, put(1, i));
      const { length } = readBlob(bytes, decompressor).entries;
      return packAgents(names(n - length).map((name, i) => ({ name, bytes: differ(i) })));
    },
    says: 'a file holds 255',
    class: 'BlobError',
  },
  MAX_META_BYTES: {
    give: (n) =>
      unpackMetadata(
        readBlob(
          withSection(hostOf(KIND.meta).bytes, KIND.meta, () => new Uint8Array(n)),
          decompressor,
        ),
      ),
    says: '1048576 bytes',
    class: 'BlobError',
    isLarge: true,
  },
  MOST_META_VALUES: {
    give: (n) =>
      unpack(Uint8Array.of(0xdd, 0, 0, 0, 1, 7), {
        left: 9 - Number(n > LIMIT.MOST_META_VALUES) + newBudget().left - LIMIT.MOST_META_VALUES,
      }),
    says: 'short',
    class: 'RangeError',
  },
  MOST_META_DEPTH: {
    give: (n) => unpack(Uint8Array.of(...Array(n).fill(0x91), 7)),
    says: 'too deep',
    class: 'RangeError',
  },
  MOST_LIST: {
    give: (n) =>
      loads(
        KIND.mapViews,
        (raw) =>
          withList(
            new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength),
            '{}'.padEnd(n + (n % 8 && 8 - (n % 8))),
          ) as never,
      ),
    says: 'list of arrays',
    class: 'BlobError',
    isLarge: true,
  },
  MAX_CLUSTER: {
    give: (n) => loads(KIND.hpaInfo, put(0, n)),
    says: 'abstraction is 65',
    class: 'BlobError',
    isLarge: true,
  },
  RUNS_A_CELL: {
    give: async () => {
      const combed = createGrid(64, 64, (x, y) => y % 2 === 0 || x % 16 === 8);
      const bytes = await bakeHpa(combed, { cluster: 16, codec: 'none', threads: 1 });
      return loadForTools(withSection(bytes, KIND.hpaPairs, (pairs) => pairs.fill(256) as never));
    },
    says: `at most ${64 * 4096}`,
    class: 'BlobError',
    isLarge: true,
  },
  MOST_RANKS: { give: (n) => loads(KIND.chInfo, put(2, n)), says: 'extent', class: 'BlobError', isLarge: true },
  MOST_NODES_AT_LOAD: {
    give: (n) => loads(KIND.tableInfo, put(1, n)),
    says: '2001, expected 2000',
    class: 'BlobError',
    isLarge: true,
  },
  MOST_LANDMARKS: {
    give: (n) => loads(KIND.weightedInfo, put(2, n)),
    says: 'landmarks is 17',
    class: 'BlobError',
    isLarge: true,
  },
  MAX_WORLD_SIDE: { give: (n) => index(0, n), says: '65537', class: 'BlobError', isLarge: true },
  MAX_TILE: { give: (n) => index(2, n), says: 'tile is 4097', class: 'BlobError', isLarge: true },
  MAX_TILES: { give: manyTiles, says: '73728, expected at most 65536', class: 'BlobError', isLarge: true },
  MOST_TASK: { give: (bytes) => parseJob({ ...job, bytes }), says: 'bytes', class: 'JobError' },
  MOST_TASK_FILES: { give: task, says: 'inputs', class: 'JobError' },
  MOST_JOB: {
    give: (n) => parseJob({ ...job, tool: 't'.repeat(n) }),
    says: 'allowed are 1024',
    class: 'JobError',
    isLarge: true,
  },
  MOST_FAILURE_TEXT: {
    give: (n) => {
      const { message } = JSON.parse(packFailure(new Error('x'.repeat(n)), '/f'));
      if (message.length < n) throw new Error(`cut at ${message.length}`);
    },
    says: 'cut at 2000',
    class: 'Error',
  },
  MOST_ENTRY: {
    give: (n) => new FolderStore(sparse(n, `ac/aa/${sha256}`)).get('ac', sha256, LIMIT.MOST_ENTRY),
    says: '1048577',
    class: 'StoreError',
  },
  MOST_CONFIG: {
    give: (n) => readConfig(join(sparse(n, 'a.json'), 'a.json')),
    says: 'it has 67108865 bytes, allowed are 67108864',
    class: 'Error',
    isLarge: true,
  },
  MOST_RECORD: {
    give: (n) => readRegular(join(sparse(n, 'r'), 'r'), LIMIT.MOST_RECORD),
    says: 'it has 268435457 bytes',
    class: 'Error',
    isLarge: true,
  },
};

const limits: Readonly<Record<string, number>> = { ...LIMIT };

describe('a limit', () => {
  it.each(Object.keys(ROWS) as (keyof typeof LIMIT)[])('%s holds, and one more is refused', async (name) => {
    const { give, says, class: kind, isLarge } = ROWS[name];
    const limit = limits[name];
    if (!isLarge) await give(limit);
    let error: unknown;
    try {
      await give(limit + 1);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Error);
    const { message, name: of } = error as Error;
    expect([of, message]).toEqual([kind, expect.stringContaining(says)]);
    expect(message).not.toContain('\n');
  });
});

/** Numbers in files of readers that limit no count: ranges of numbers, sums of other limits, and what a program keeps. */
const OTHERS = {
  'src/maps/ldtk-cells.ts': ['MAX_PIXELS', 'MOST_LISTED'],
  'src/maps/png-file.ts': ['MOST_PIXELS'],
  'src/maps/ros.ts': ['MOST_BYTES'],
  'src/maps/vtt.ts': ['MOST_SIDE'],
  'src/maps/text.ts': ['MOST_OF_A_KIND'],
  'src/maps/walls.ts': ['MOST_LABELS'],
  'src/maps/tiled/names.ts': ['MOST_KNOWN'],
  'src/maps/rpg-maker.ts': ['MOST_NUMBER'],
  'src/maps/tiled/orientation.ts': ['MOST_SIDE'],
  'src/maps/tiled/read.ts': ['MAX_TILE_SIDE', 'MAX_COORDINATE'],
  'src/maps/tiled/tilesets.ts': ['MAX_TILE'],
  'src/pipeline/fleet/exchange.ts': ['MOST_PROVEN'],
  'src/pipeline/fleet/job-runner.ts': ['MOST_BUILDS'],
  'src/pipeline/fleet/pending-jobs.ts': ['MOST', 'MOST_EVENTS'],
};
/** Folders and files that read what comes from outside. */
const READERS = existing(
  ...['src/maps', 'src/core/blob', 'src/engines', 'src/world/section.ts', 'src/play/edit/changes.ts'],
  ...['src/pipeline/fleet', 'src/pipeline/cache', 'src/pipeline/config/read-config.ts', 'src/pipeline/build/record.ts'],
);

it('readers have limits only from the table', () => {
  const files = READERS.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  ).filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.test\.ts$/.test(file) &&
      (!file.startsWith('src/engines') || /\/section\.ts$/.test(file)),
  );
  const found = files.flatMap((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const ((?:MOST|MAX)_?[A-Z_]*) =/gm)].map(
      ([, name]) => name,
    );
    return names.length > 0 ? [[file, names]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(OTHERS);
});
