/** Sound blobs to damage: every artifact in every form that a bake can give it, on small maps of several kinds. */
import { packAgents } from '../src/core/blob/agents.js';
import { MOVE_RULES } from '../src/core/blob/layout.js';
import { packBlobs } from '../src/core/blob/pack.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { createGrid } from '../src/core/grid/create.js';
import { type Grid, gridFrom, setCosts } from '../src/core/grid/grid.js';
import { isHex } from '../src/core/grid/rules.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import type { HpaBuildOptions } from '../src/engines/hpa/abstraction.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { bakeTable } from '../src/engines/table/bake.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { saveChanges } from '../src/play/edit/changes.js';
import { editable } from '../src/play/edit/edit.js';
import { makeGrid, random } from './grids.js';
import { linked } from './links.js';
import { walledGrid } from './walls.js';
import { withWorld } from './worlds.js';

/** A blob that damage is done to. */
export interface FuzzBlob {
  bytes: Uint8Array;
  /** Blobs of the same map that it is loaded with: a table needs its bake of HPA*, goal bounds need jump distances. */
  partners: Uint8Array[];
  /** Whom it is loaded as, where it is of several agents. */
  agent?: string;
  /** Changes of the same map. */
  changes?: Uint8Array;
  /** Names of the tiles in the index of a world. */
  tiles?: Map<string, Uint8Array>;
}

const RAW = { codec: 'none', name: 'fuzz', threads: 1 } as const;
/** Options of HPA* for maps in turn: upper levels, paths left out, and both. */
const ABSTRACTIONS: Partial<HpaBuildOptions>[] = [
  { cluster: 6 },
  { cluster: 5, levels: 2, merge: 2, paths: false },
  { cluster: 4, levels: 3, merge: 2 },
  { cluster: 8, levels: 2, merge: 2 },
  { cluster: 5, levels: 2, merge: 3, paths: false },
];
const FLOORS = [
  { name: 'cellar', x: 0, y: 0, width: 23, height: 9 },
  { name: 'ground', x: 0, y: 10, width: 23, height: 10 },
];

/** Each artifact that a map can have, with the blobs that it is loaded with, and a pack of all. */
async function artifactsOf(grid: Grid, more: object = {}, i = 3): Promise<FuzzBlob[]> {
  const options = { ...RAW, ...more };
  const jps = await bakeJps(grid, options);
  const bounds = grid.costs || grid.walls ? [] : [await bakeBounds(grid, options)];
  const ch = grid.stepCosts ? [] : [await bakeHierarchy(grid, options)];
  const canHpa = !isHex(grid) && !grid.walls && !grid.stepCosts;
  const hpa = canHpa ? [await bakeHpa(grid, { ...options, ...ABSTRACTIONS[i % ABSTRACTIONS.length] })] : [];
  const table = await Promise.all(hpa.map((bytes) => bakeTable(bytes, { ...options, ...(i % 2 && { level: 1 }) })));
  const list = [[jps], bounds, ch, hpa, table].flatMap((all, k) =>
    all.map((bytes) => ({ bytes, partners: [bounds, [jps], [], table, hpa][k] })),
  );
  return [...list, { bytes: packBlobs(list.map(({ bytes }) => bytes)), partners: [] }];
}

/** One map in every form. The first two differ in some walls: parts of one in the other are sound and of another map. */
async function plain(): Promise<FuzzBlob[]> {
  const rooms = makeGrid('rooms', 26, 20, 0.3, 1);
  const patches = gridFrom(26, 20, (x, y) => rooms.isOpen(x, y) && (x + 3 * y) % 41 !== 7);
  const weighted = costly(makeGrid('rooms', 22, 19, 0.4, 5), (x, y) => ((x >> 2) * (y >> 2)) % 9);
  // Wider than a byte, with ways that 8-bit distances chain.
  const long = gridFrom(270, 4, (x, y) => (y === 1 || x % 67 !== 66) && (y < 3 || x % 5 > 0));
  const grids = [rooms, patches, makeGrid('noise', 25, 18, 0.3, 2), makeGrid('maze', 23, 21, 0.3, 3), weighted, long];
  const corpus: FuzzBlob[] = [];
  for (const [i, grid] of grids.entries()) {
    const codec = i % 2 === 0 ? 'none' : 'zstd';
    const [first, ...others] = await artifactsOf(grid, { codec, zstdLevel: 3 }, i);
    corpus.push(first, ...others, ...(await artifactsOf(grid, { layout: 'mapped', codec }, i + 2)));
    if (grid.costs) {
      corpus.push({ bytes: await bakeJps(grid, { ...RAW, storeLandmarks: true, landmarks: 3 }), partners: [] });
      continue;
    }
    const partners = [first.bytes];
    const cells = await bakeBounds(grid, { ...RAW, at: 'cells', exact: i % 2 > 0 });
    corpus.push({ bytes: cells, partners }, { ...first, partners: [cells] });
    corpus.push({ bytes: await bakeBounds(grid, { ...RAW, exact: false }), partners });
  }
  return corpus;
}

const costly = (grid: Grid, cost: (x: number, y: number) => number): Grid => {
  setCosts(grid, (x, y) => 1 + cost(x, y));
  return grid;
};
const hexes = (seed: number, rule: 'hex-odd-r' | 'hex-even-q') => withMoves(makeGrid('noise', 20, 17, 0.2, seed), rule);
const ground = makeGrid('rooms', 21, 18, 0.3, 8);
const created = (options: object) => createGrid(21, 18, (x, y) => ground.isOpen(x, y) && 1 + (x % 3), options);
/** Walls between cells, hexagons, steps that cost what is entered, and cells that cost more near walls. */
const GROUNDS: (() => Grid)[] = [
  () => walledGrid(random(3), 'no-corners', { links: true }),
  () => walledGrid(random(4), 'never', { maxCost: 9 }),
  () => hexes(6, 'hex-odd-r'),
  () => costly(hexes(7, 'hex-even-q'), (x, y) => (x * y) % 5),
  () => created({ costs: 'entered' }),
  () => created({ wallCosts: [4, 2] }),
];

/** Sound blobs: every move rule, layout and kind of ground; rare kinds as often as single artifacts of plain maps. */
export async function fuzzCorpus(): Promise<FuzzBlob[]> {
  const corpus = await plain();
  for (const rule of MOVE_RULES.slice(1))
    corpus.push(...(await artifactsOf(withMoves(makeGrid('rooms', 19, 17, 0.3, 7), rule))));
  const more = [...(await agents()), ...(await changed()), ...(await worlds())];
  for (const layout of ['compact', 'mapped']) {
    for (const [i, kind] of (['rooms', 'noise', 'maze'] as const).entries()) {
      const grid = linked(makeGrid(kind, 23, 20, 0.3, 11 + i), 4 << i, random(i + 1));
      if (i === 1) costly(grid, (x, y) => (x ^ y) % 4);
      const places = { doors: [], markers: [], floors: FLOORS };
      const blobs = await artifactsOf(grid, { layout, places, codec: i === 2 ? 'zstd' : 'none' }, i);
      corpus.push(...blobs, ...blobs);
    }
    for (const make of GROUNDS) more.push(...(await artifactsOf(make(), { layout })));
  }
  return [...corpus, ...more, ...more, ...more, ...more];
}

/** A file of two agents. */
async function agents(): Promise<FuzzBlob[]> {
  const grid = makeGrid('rooms', 24, 20, 0.3, 5);
  const packOf = async (of: Grid) => (await artifactsOf(of, {}, 0)).at(-1)?.bytes as Uint8Array;
  const bytes = packAgents([
    { name: 'scout', bytes: await packOf(grid) },
    { name: 'tank', bytes: await packOf(anchorsOf(grid, 2)) },
  ]);
  return ['scout', 'tank'].map((agent) => ({ bytes, partners: [], agent }));
}

/** Blobs with changes that go with them: cells, costs, links and walls. */
async function changed(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const kind of ['plain', 'weighted', 'walled'] as const) {
    const rooms = makeGrid('rooms', 20, 18, 0.4, 9);
    if (kind === 'weighted') costly(rooms, (x) => x % 4);
    const grid = kind === 'walled' ? walledGrid(random(5), 'no-corners', { links: true }) : linked(rooms, 6, random(2));
    const bytes = (await artifactsOf(grid, {}, 0)).at(-1)?.bytes as Uint8Array;
    const nav = editable(loadForTools(bytes));
    for (let x = 1; x < nav.width; x += 2)
      nav.edit({ x, y: 1, open: !nav.isOpen(x, 1), ...(kind === 'weighted' && { cost: 3 }) });
    for (const { name } of grid.links?.slice(0, 1) ?? []) nav.edit({ link: name, open: false });
    if (kind === 'walled') for (let y = 0; y < 3; y++) nav.edit({ wall: [0, y, 'east'], open: y % 2 === 0 });
    corpus.push({ bytes, partners: [], changes: saveChanges(nav) });
  }
  return corpus;
}

/** Indices of worlds with their tiles, with and without costs. */
async function worlds(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const weighted of [false, true]) {
    const grid = makeGrid('noise', 40, 33, 0.25, 4);
    if (weighted) costly(grid, (x, y) => (x + y) % 3);
    await withWorld(grid, { cluster: 4, tiles: 16 }, async ({ index, tile }) => {
      const tiles = new Map<string, Uint8Array>();
      for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) tiles.set(`${x}_${y}`, tile(x, y));
      corpus.push({ bytes: index, partners: [], tiles });
    });
  }
  return corpus;
}
