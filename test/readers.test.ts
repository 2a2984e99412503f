/** Each reader of a blob's section and of a map format meets more than it allows: a new one without a row fails. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { decompressor } from '../src/core/blob/decompress.js';
import * as KIND from '../src/core/blob/kinds.js';
import { ELEMENTS, type ElementArray } from '../src/core/blob/layout.js';
import { unpackMetadata } from '../src/core/blob/meta.js';
import { readBlob } from '../src/core/blob/read.js';
import { BlobError } from '../src/core/errors.js';
import { anchorsOf } from '../src/core/grid/clearance.js';
import { createGrid } from '../src/core/grid/create.js';
import { countOpen } from '../src/core/grid/grid.js';
import { ALL_RULES } from '../src/core/grid/rules.js';
import { MAX_SIDE } from '../src/core/limits.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { loadForTools, TOOL_ENGINES } from '../src/lab/engines/all.js';
import { MAP_FORMATS, type MapFormat } from '../src/maps/formats.js';
import { readMap } from '../src/maps/read-map.js';
import { readIndex } from '../src/world/section.js';
import { withSection } from './forge.js';
import { type FuzzBlob, fuzzCorpus } from './fuzz-corpus.js';
import { makeGrid } from './grids.js';
import { writePng } from './map-writers.js';

/** Bytes that no section of a map of some hundred cells has. */
const BYTES = 4 << 20;
/** Read by no reader; only its presence counts; written only for worlds whose paths cost more than 32 bits hold. */
const UNREAD = ['linkLists', 'stepCosts', 'worldCostsHigh'];

let corpus: FuzzBlob[];
beforeAll(async () => {
  corpus = await fuzzCorpus();
}, 120_000);

/** A blob of the corpus that has a section. */
function hostOf(kind: number): FuzzBlob {
  const all = corpus.flatMap((one) => [one, ...[...(one.tiles?.values() ?? [])].map((bytes) => ({ ...one, bytes }))]);
  const host = all.find(
    ({ bytes }) => bytes.length > 0 && readBlob(bytes, decompressor).entries.some((entry) => entry.kind === kind),
  );
  expect(host, 'a blob that has it').toBeDefined();
  return host as FuzzBlob;
}

type Values = (values: ElementArray) => ElementArray;

/** Codes of the errors of all readers of a blob whose section has other contents; undefined where one takes it. */
function codesWith({ bytes, partners, agent }: FuzzBlob, kind: number, change: Values): (string | undefined)[] {
  const forged = withSection(bytes, kind, change);
  const readers = [
    () => inspectBlob(forged),
    () => unpackMetadata(readBlob(forged, decompressor)),
    () => readIndex(forged, decompressor),
    ...Object.keys(TOOL_ENGINES).map(
      (engine) => () => loadForTools([forged, ...partners], { engine, ...(agent && { agent }) }),
    ),
  ];
  return readers.map((read) => {
    try {
      read();
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(BlobError);
      return (error as BlobError).code;
    }
  });
}

describe('a section of 4 MiB', () => {
  it.each(Object.entries(KIND).filter(([name]) => !UNREAD.includes(name)))('%s is refused', (_, kind) => {
    const large: Values = (values) =>
      new (values.constructor as Uint8ArrayConstructor)(BYTES / values.BYTES_PER_ELEMENT);
    expect(codesWith(hostOf(kind), kind, large)).toContain('damaged');
  });
});

/** Rows of a table of FORMAT.md: the cells of each line with a number in front, below a heading. */
function tableOf(heading: string): string[][] {
  const [, text] = readFileSync('src/core/blob/FORMAT.md', 'utf8').split(`\n## ${heading}\n`);
  const lines = text.split(/\n##+ /)[0].matchAll(/^\| (\d.*) \|$/gm);
  return Array.from(lines, ([, row]) => row.split(' | '));
}

/** Sections of FORMAT.md, each with a line, those of views with one for all. */
const SECTIONS = tableOf('Sections').flatMap(([kinds, names, types, elements]) => {
  const [first] = kinds.split(' to ').map(Number);
  return names.split(', ').map((name, i) => ({ kind: first + i, name, types: types.split(' or '), elements }));
});

/** Names of element types, in the order of their numbers. */
const TYPES = Array.from(tableOf('Directory')[1][2].matchAll(/\d (\w+)/g), ([, name]) => name);

/** The values of the first section of a kind; none without one. */
function valuesOf(bytes: Uint8Array, kind: number): ElementArray {
  let found: ElementArray = new Uint8Array(0);
  const keep: Values = (values) => {
    found = values;
    return values;
  };
  if (readBlob(bytes, decompressor).entries.some((entry) => entry.kind === kind)) withSection(bytes, kind, keep);
  return found;
}

/** The least and the largest number of elements that a row states, of a blob with its partners. */
function lengthsOf(elements: string, { bytes, partners }: FuzzBlob): [number, number] {
  const { width, height } = readBlob(bytes, decompressor);
  const numbers = (kind: number) => Array.from(valuesOf(bytes, kind));
  const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
  const pairsOf = (kind: number) => sum(numbers(kind).map((n) => (n * (n - 1)) / 2));
  const beyondOne = (kind: number) => sum(numbers(kind).map((n) => Math.max(0, n - 1)));
  const [s, levels, merge, , nodes] = numbers(KIND.hpaInfo);
  const [, subgoals, ranks, , bits] = numbers(KIND.chInfo);
  const world = numbers(KIND.worldInfo);
  const sides = Array.from({ length: Math.max(0, (levels ?? 1) - 1) }, (_, l) => s * merge ** (l + 1));
  const upper = sides.map((side) => Math.ceil(width / side) * Math.ceil(height / side));
  const kinds = [bytes, ...partners].flatMap((one) => readBlob(one, decompressor).entries.map(({ kind }) => kind));
  const links = numbers(KIND.links);
  let linkBytes = 0;
  while (linkBytes < links.length) linkBytes += 14 + 2 * links[linkBytes + 13];
  const named: Record<string, number | undefined> = {
    '14 + 2 * letters of each': linkBytes,
    'elements of grid': valuesOf(bytes, KIND.grid).length,
    'open cells': new DataView(bytes.buffer, bytes.byteOffset).getUint32(20, true),
    'sum of the runs': beyondOne(KIND.hpaPairs),
    'clusters of levels 2 and up': sum(upper),
    'pairs of those': pairsOf(KIND.hpaUpperCounts),
    'sum of the steps': beyondOne(KIND.hpaUpperPairs),
    'sections of HPA*': kinds.filter((kind) => kind >= KIND.hpaInfo && kind <= KIND.hpaUpperSteps).length,
    ...{ width, height, s, nodes, subgoals, levels: ranks, gates: world[4], tiles: width * height },
    boxes: Math.ceil(valuesOf(bytes, KIND.boundsBoxes).length / 4),
    runs: numbers(KIND.tableInfo)[3],
    pairs: bits ?? world[5] ?? pairsOf(KIND.hpaCounts),
    landmarks: numbers(KIND.weightedInfo)[2],
  };
  const formula = elements.replace(/(?<=\d),(?=\d)/g, '').replace(/^up to /, '');
  const [least, most = least] = formula.split(' to ').map((text) => {
    const code = Object.entries(named).reduce(
      (all, [name, n]) =>
        n === undefined
          ? all
          : all.replace(new RegExp(`(?<!\\w)${name.replace(/[*+]/g, '\\$&')}(?!\\w)`, 'g'), String(n)),
      text,
    );
    return elements === 'any' ? Infinity : Number(new Function('ceil', `return ${code}`)(Math.ceil));
  });
  return [elements.startsWith('up to') || elements === 'any' ? 0 : least, most];
}

describe('FORMAT.md', () => {
  it('has a row for each kind of section, with its number', () => {
    expect(Object.fromEntries(SECTIONS.map(({ name, kind }) => [name, kind]))).toEqual({ ...KIND });
  });

  it.each([
    ['Header', 80],
    ['Directory', 12],
  ])('%s has a row for each of its bytes', (heading, bytes) => {
    const ends = tableOf(heading).map(([offset, type]) => {
      const [, bits, times = 1] = /^u(\d+)(?:\[(\d+)\])?$/.exec(type) ?? [];
      return [Number(offset), Number(offset) + (Number(bits) / 8) * Number(times)];
    });
    expect(ends.map(([begin]) => begin)).toEqual([0, ...ends.map(([, end]) => end)].slice(0, -1));
    expect(ends.at(-1)?.[1]).toBe(bytes);
  });

  it('has the fields of the header where they are, and the numbers of move rules', async () => {
    const rows = tableOf('Header');
    const [, , text] = rows[7];
    const rules = Array.from(text.matchAll(/(?<!\()(\d) ([a-z-]+)/g), ([, code, name]) => [Number(code), name]);
    expect(rules).toEqual(ALL_RULES.map((rule, code) => [code, rule === 'hex' ? 'axial' : rule.replace('hex-', '')]));
    const grid = anchorsOf(
      createGrid(23, 9, (x, y) => x !== y, { diagonals: 'never' }),
      2,
    );
    const bytes = await bakeJps(grid);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const at = (what: string) => {
      const [offset, type] = rows.find(([, , one]) => one.startsWith(what)) ?? [];
      return {
        u8: () => view.getUint8(Number(offset)),
        u16: () => view.getUint16(Number(offset), true),
        u32: () => view.getUint32(Number(offset), true),
      }[type as 'u8']();
    };
    const found = ['format version', 'algorithm revision', 'map width', 'map height', 'number of open cells'].map(at);
    expect(found).toEqual([1, 1, 23, 9, countOpen(grid)]);
    const { entries } = readBlob(bytes, decompressor);
    expect(['move rule', 'number of sections', 'side of the square'].map(at)).toEqual([1, entries.length, 1]);
  });

  it('has the bytes of its example', async () => {
    const lines = readFileSync('src/core/blob/FORMAT.md', 'utf8').matchAll(/^([0-9a-f]{8}): ((?:[0-9a-f]{4} ?)+)/gm);
    const { grid } = await readMap(Buffer.from('type octile\nheight 2\nwidth 3\nmap\n..@\n...\n'), { file: 'a.map' });
    const bytes = Buffer.from(await bakeJps(grid, { codec: 'none', map: 'a.map' }));
    for (const [, at, text] of lines) {
      const shown = text.replaceAll(' ', '');
      expect([at, bytes.toString('hex', Number.parseInt(at, 16)).slice(0, shown.length)]).toEqual([at, shown]);
    }
  });

  it('has the numbers of an abstraction in the order of hpaInfo, within their limits', async () => {
    const grid = makeGrid('rooms', 26, 20, 0.3, 1);
    const options = { cluster: 6, levels: 2, merge: 3, entranceWidth: 5 };
    const bytes = await bakeHpa(grid, { ...options, codec: 'none' });
    const info = valuesOf(bytes, KIND.hpaInfo);
    expect(Array.from(info)).toEqual([6, 2, 3, 5, valuesOf(bytes, KIND.hpaPlaces).length]);
    const row = readFileSync('src/core/blob/FORMAT.md', 'utf8').match(/^\| 48 \|.*$/m)?.[0] ?? '';
    const limits = Array.from(row.matchAll(/\((\d+)\.\.(\d+)\)/g), ([, least, most]) => [Number(least), Number(most)]);
    expect(limits).toHaveLength(3);
    for (const [i, [least, most]] of limits.entries())
      for (const value of [least - 1, most + 1])
        expect(
          codesWith({ bytes, partners: [] }, KIND.hpaInfo, (all) => all.map((n, k) => (k === i ? value : n))),
        ).toContain('damaged');
  });

  const read = SECTIONS.filter(({ name }) => !UNREAD.includes(name));
  it.each(read)('$name is of $types, $elements elements, and no others', ({ kind, types, elements }) => {
    const host = hostOf(kind);
    const values = valuesOf(host.bytes, kind);
    const nameOf = (one: ElementArray) => TYPES[ELEMENTS.findIndex((type) => one instanceof type)];
    expect(types).toContain(nameOf(values));
    const [least, most] = lengthsOf(elements, host);
    expect([least, values.length >= least && values.length <= most, most]).toEqual([least, true, most]);
    const others = ELEMENTS.filter(
      (type, i) => type.BYTES_PER_ELEMENT === values.BYTES_PER_ELEMENT && !types.includes(TYPES[i]),
    );
    const refused = expect.stringMatching(/^(damaged|mismatch)$/);
    for (const Other of others)
      expect(codesWith(host, kind, ({ buffer }) => new Other(buffer as ArrayBuffer))).toContainEqual(refused);
    const Same = values.constructor as Uint8ArrayConstructor;
    for (const length of least === most ? [least - 1, most + 1] : []) {
      const longer: Values = (all) => Same.from({ length }, (_, i) => all[i] ?? 0);
      expect(codesWith(host, kind, longer)).toContainEqual(refused);
    }
  });
});

describe('a map of 8193 columns', () => {
  const wide = MAX_SIDE + 1;
  const ones = Array(wide).fill(1);
  const text = (value: unknown) => Buffer.from(JSON.stringify(value));
  const rows: Record<MapFormat, [file: string, bytes: Uint8Array]> = {
    movingai: ['a.map', Buffer.from(`type octile\nheight 1\nwidth ${wide}\nmap\n${'.'.repeat(wide)}\n`)],
    rows: ['a.json', text([ones])],
    tiled: [
      'a.tmj',
      text({
        ...{
          type: 'map',
          orientation: 'orthogonal',
          width: wide,
          height: 1,
          tilewidth: 1,
          tileheight: 1,
          tilesets: [],
        },
        layers: [{ type: 'tilelayer', name: 'l', width: wide, height: 1, data: ones }],
      }),
    ],
    ldtk: [
      'a.ldtk',
      text({
        ...{ __header__: { app: 'LDtk' }, defaultGridSize: 1, defs: {} },
        levels: [
          {
            ...{ identifier: 'A', pxWid: wide, pxHei: 1 },
            layerInstances: [
              { __identifier: 'W', __type: 'IntGrid', __cWid: wide, __cHei: 1, __gridSize: 1, intGridCsv: ones },
            ],
          },
        ],
      }),
    ],
    png: ['a.png', writePng({ width: wide, height: 1, type: 0, depth: 8, sample: () => [255] })],
    csv: ['a.csv', Buffer.from(`${ones}\n`)],
    json: ['a.json', text({ gridprep: 'map', width: wide, height: 1, cells: [ones] })],
    floors: ['a.json', text({ gridprep: 'floors', floors: { a: '../../../a.map' } })],
    rpgmaker: [
      'Map001.json',
      text({
        ...{ autoplayBgm: false, disableDashing: false, encounterList: [], tilesetId: 1, scrollType: 0 },
        ...{ width: wide, height: 1, events: [], data: Array(6 * wide).fill(0) },
      }),
    ],
    ros: ['a.pgm', Buffer.from(`P2 ${wide} 1 255 ${ones.join(' ')}`)],
    vtt: ['a.uvtt', text({ resolution: { map_size: { x: wide, y: 1 }, pixels_per_grid: 1 } })],
  };

  it('has a row for each format', () => expect(Object.keys(rows).sort()).toEqual([...MAP_FORMATS].sort()));

  it.each(Object.entries(rows))('%s is refused in one line', async (_, [file, bytes]) => {
    await expect(readMap(bytes, { file, open: true })).rejects.toThrow(/^a\.|^Map001/);
    await expect(readMap(bytes, { file, open: true })).rejects.toMatchObject({ name: 'MapError' });
    await expect(readMap(bytes, { file, open: true })).rejects.not.toThrow(/\n/);
  });
});
