/** Small blobs of large contents, each made by hand against one reader; all checksums right. */

import { decompressor } from '../src/core/blob/decompress.js';
import * as KIND from '../src/core/blob/kinds.js';
import { type ElementType, HEADER_BYTES } from '../src/core/blob/layout.js';
import { readBlob, type SectionEntry } from '../src/core/blob/read.js';
import { assemble, rawEntry, writeBlob } from '../src/core/blob/write.js';
import { createGrid } from '../src/core/grid/create.js';
import { type Grid, gridFrom } from '../src/core/grid/grid.js';
import { MOST_RANKS } from '../src/core/limits.js';
import { encoder } from '../src/engines/ch/build.js';
import { type Extent, mostEdges, mostPairs, replay } from '../src/engines/ch/replay.js';
import { hierarchySections } from '../src/engines/ch/section.js';
import { OCTILE } from '../src/engines/ch/subgoals.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { buildHpa } from '../src/engines/hpa/build.js';
import { hpaGraph } from '../src/engines/hpa/graph.js';
import { loadAbstraction } from '../src/engines/hpa/section.js';
import { tableGraph } from '../src/engines/table/graph.js';
import { tableSections } from '../src/engines/table/section.js';
import { type Bomb, bordersOf, constant } from './bombs.js';
import { fuzzCorpus } from './fuzz-corpus.js';
import { random } from './grids.js';

/** Bombs by name; each is of one map. */
export async function handBombs(): Promise<(readonly [name: string, make: () => Promise<Bomb>])[]> {
  const corpus = await fuzzCorpus();
  const kinds = Object.entries(KIND).flatMap(([name, kind]) => {
    const host = corpus.find(({ bytes }) => readBlob(bytes, decompressor).entries.some((entry) => entry.kind === kind));
    return host ? [0, 1, 255].map((value) => [`${name} of ${value}`, () => oneByte(host, kind, value)] as const) : [];
  });
  const upper = [
    [256, 4, 2, 2],
    [256, 4, 2, 7],
    [256, 2, 8, 3],
    [1024, 16, 2, 6],
  ].map(
    ([side, cluster, merge, levels]) =>
      [
        `upper steps, ${side} x ${side}, clusters of ${cluster} by ${merge}, ${levels} levels`,
        () => upperSteps(side, cluster, merge, levels),
      ] as const,
  );
  return [
    ...upper,
    ['a node in each cell of 1024 x 1024, none above', () => allNodes(1024)],
    ['table of 160 x 160', () => wideTable(160)],
    ['table of 64 x 64', () => wideTable(64)],
    ['hierarchy of a chain of ranks, all shortcuts', () => chain(1)],
    ['hierarchy of a chain of ranks, no shortcuts', () => chain(0)],
    ['world of 3 x 3 tiles', () => manyGates(3, 4096, 2048)],
    ['world of 64 x 64 tiles', () => manyGates(64, 1024, 512)],
    ['world of 256 x 256 tiles', () => manyGates(256, 64, 32)],
    ['world of 64 x 64 tiles, as many pairs as are allowed', () => manyGates(64, 64, 32)],
    ['world of 256 x 256 tiles, as many pairs as are allowed', () => manyGates(256, 32, 8)],
    ...kinds,
  ];
}

const open = (side: number): Grid => gridFrom(side, side, () => true);

/** Sections that replace those of a blob, by kind. */
function withSections(blob: Uint8Array, others: SectionEntry[]): Uint8Array {
  const { entries } = readBlob(blob, decompressor);
  const replaced = entries.map((entry) => others.find(({ kind }) => kind === entry.kind) ?? entry);
  return assemble(blob.slice(0, HEADER_BYTES), replaced);
}

/** Each path of the upper levels as long as a directory allows, each step the first edge. */
async function upperSteps(side: number, cluster: number, merge: number, levels: number): Promise<Bomb> {
  const grid = open(side);
  const options = { cluster, levels, merge };
  const honest = await bakeHpa(grid, { ...options, codec: 'zstd', zstdLevel: 3, threads: 1 });
  const { places, upper } = buildHpa(grid, { ...options, entranceWidth: 6, paths: true });
  const pairs = upper.reduce((sum, level) => sum + level.pairs.length, 0);
  // Numbers of two equal bytes. A directory holds no section of more bytes.
  const value = Math.floor(Math.min(places.length, 2 ** 31 / pairs, 255 * 257) / 257);
  const bytes = withSections(honest, [
    await constant(KIND.hpaUpperPairs, Uint16Array, pairs, value),
    await constant(KIND.hpaUpperSteps, Uint16Array, pairs * (257 * value - 1), 0),
  ]);
  return { what: 'by hand: upper steps', bytes, cells: side * side };
}

/** A node in each cell, each pair with its cost, and upper levels that say they have none. */
async function allNodes(side: number): Promise<Bomb> {
  const cells = side * side;
  const write = { codec: 'zstd', zstdLevel: 3, threads: 1 } as const;
  const empty = await writeBlob(open(side), [], { artifact: 'pack', map: '' }, write);
  const [grid, meta] = readBlob(empty, decompressor).entries;
  const levels = 5;
  const spans = Array.from({ length: levels - 1 }, (_, l) => 4 * 2 ** l);
  const uppers = spans.reduce((sum, span) => sum + Math.ceil(side / span) ** 2, 0);
  const sections = [
    grid,
    rawEntry(KIND.hpaInfo, Uint32Array.of(2, levels, 2, 6, cells)),
    rawEntry(KIND.hpaCounts, new Uint16Array(cells / 4).fill(4)),
    rawEntry(
      KIND.hpaPlaces,
      Uint16Array.from({ length: cells }, (_, n) => n % 4),
    ),
    await constant(KIND.hpaCosts, Uint32Array, 6 * (cells / 4), 0),
    rawEntry(KIND.hpaUpperCounts, new Uint16Array(uppers)),
    rawEntry(KIND.hpaUpperPairs, new Uint16Array(0)),
    rawEntry(KIND.hpaUpperSteps, new Uint16Array(0)),
    meta,
  ];
  return { what: 'by hand: HPA* nodes', bytes: assemble(empty.subarray(0, HEADER_BYTES), sections), cells };
}

/** A sound table over all nodes of clusters of 2: each node's next hop to all before it leads to its first neighbor. */
async function wideTable(side: number): Promise<Bomb> {
  const hpa = await bakeHpa(open(side), { cluster: 2, levels: 1, codec: 'zstd', zstdLevel: 3, threads: 1 });
  const blob = readBlob(hpa, decompressor);
  const grid = open(side);
  const graph = tableGraph(hpaGraph(grid, loadAbstraction(blob, grid)), 1);
  const { count, first, to } = graph;
  const hops = new Uint8Array(count - 1);
  for (let i = 1; i < count; i++) {
    const ends = to.subarray(first[i], first[i + 1]);
    hops[i - 1] = ends.indexOf(Math.min(...ends));
  }
  const lengths = Uint16Array.from({ length: count - 1 }, (_, i) => i + 1);
  const sections = tableSections({ graph, wide: false, lengths, hops }, blob);
  const meta = { artifact: 'pack', map: '' };
  const table = readBlob(
    await writeBlob(grid, sections, meta, { codec: 'zstd', zstdLevel: 3, threads: 1 }),
    decompressor,
  );
  const entries = [
    ...blob.entries.slice(0, -1),
    ...table.entries.filter(({ kind }) => kind >> 4 === 4),
    ...blob.entries.slice(-1),
  ];
  return { what: 'by hand: table', bytes: assemble(hpa.slice(0, HEADER_BYTES), entries), cells: side * side };
}

/**
 * A hierarchy with a level for each subgoal, and many links.
 * @param shortcut whether each pair of edges is one
 */
async function chain(shortcut: 0 | 1): Promise<Bomb> {
  const side = 64;
  const next = random(5);
  const isBlocked = Array.from({ length: side * side }, () => next() < 0.02);
  isBlocked[0] = false;
  const cells = isBlocked.flatMap((is, i): [number, number][] => (is ? [] : [[i % side, Math.floor(i / side)]]));
  const links = cells.slice(1, 2000).map((to, i) => ({ from: cells[(7 * i) % 40], to, cost: 1 + (i % 9) }));
  const map = createGrid(side, side, (x, y) => !isBlocked[side * y + x], {
    links: links.filter(({ from, to }) => `${from}` !== `${to}`),
  });
  const { length } = OCTILE.find(map).cells;
  const height = Math.min(length, MOST_RANKS);
  const encoded = (extent: Extent) => {
    const { code, finish } = encoder();
    const isLevel = (context: number, subgoal: number, level: number) =>
      code(context, Number(level === subgoal % height));
    replay(map, OCTILE.find(map), extent, { isLevel, isShortcut: (context) => code(context, shortcut) });
    return { ...extent, revision: OCTILE.revision, subgoals: length, bits: finish() };
  };
  const most = { height, edges: mostEdges(length), pairs: mostPairs(length) };
  // The refusal says how many edges and pairs there are.
  const [, edges, pairs] = /is (\d+), (\d+), /.exec(messageOf(() => encoded(most))) ?? [];
  const sections = hierarchySections(encoded({ height, edges: Number(edges), pairs: Number(pairs) }));
  const bytes = await writeBlob(map, sections, { artifact: 'ch', map: '' }, { codec: 'none', threads: 1 });
  return { what: 'by hand: hierarchy', bytes, cells: side * side };
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** An index of a world. @param each gates on a border, in every other cell */
async function manyGates(columns: number, tile: number, each: number): Promise<Bomb> {
  const map = open(columns);
  const { counts, gates, pairs } = bordersOf(columns, each);
  const border = Uint16Array.from({ length: each }, (_, g) => 2 * g);
  const places = new Uint16Array(gates);
  for (let g = 0; g < gates; g += each) places.set(border, g);
  const write = { codec: 'zstd', zstdLevel: 19, threads: 1 } as const;
  const empty = await writeBlob(map, [], { artifact: 'world', map: '' }, write);
  const [grid, meta] = readBlob(empty, decompressor).entries;
  const packed = async (kind: 116 | 115, values: Uint16Array) =>
    readBlob(await writeBlob(map, [{ kind, values }], { artifact: '', map: '' }, write), decompressor).entries[1];
  const side = columns * tile;
  const sections = [
    grid,
    rawEntry(KIND.worldInfo, Uint32Array.of(side, side, tile, 16, gates, pairs % 2 ** 32)),
    rawEntry(KIND.worldFingerprint, new Uint8Array(32)),
    await constant(KIND.worldChecks, Uint32Array, columns * columns, 0),
    await packed(KIND.worldGateCounts, counts),
    await packed(KIND.worldGates, places),
    await constant(KIND.worldCosts, Uint32Array, pairs, 0),
    await constant(KIND.worldCostsHigh, Uint16Array, pairs, 0),
    meta,
  ];
  return { what: 'by hand: world', bytes: assemble(empty.subarray(0, HEADER_BYTES), sections), cells: side * side };
}

/** A sound blob with 80 MB of one byte in a section. */
async function oneByte(
  { bytes, partners }: { bytes: Uint8Array; partners: Uint8Array[] },
  kind: number,
  value: number,
): Promise<Bomb> {
  const { entries, width, height } = readBlob(bytes, decompressor);
  const { type } = entries.find((entry) => entry.kind === kind) as SectionEntry;
  const forged = withSections(bytes, [await constant(kind, type as ElementType, 80e6 / type.BYTES_PER_ELEMENT, value)]);
  return { what: `80 MB of one byte: ${kind}`, bytes: forged, partners, cells: width * height };
}
