/** Sound blobs to damage: every artifact in every form that a bake can give it, on small maps of several kinds. */
import { packAgents } from '../src/core/blob/agents.js';
import { MOVE_RULES } from '../src/core/blob/layout.js';
import { packBlobs } from '../src/core/blob/pack.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { type CreateGridOptions, createGrid } from '../src/core/grid/create.js';
import { type Grid, gridFrom, setCosts } from '../src/core/grid/grid.js';
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
  /** Blobs of the same map that it is loaded with: a table needs the bake of HPA* it was made from, goal bounds need jump distances. */
  partners: Uint8Array[];
  /** Whom it is loaded as, where it is of several agents. */
  agent?: string;
  /** Changes of the same map. */
  changes?: Uint8Array;
  /** Names of the tiles in the index of a world. */
  tiles?: Map<string, Uint8Array>;
}

/** Options of HPA* for each map in turn: upper levels, paths left out, and all of them in one way or another together. */
const ABSTRACTIONS: Partial<HpaBuildOptions>[] = [
  { cluster: 6 },
  { cluster: 5, levels: 2, merge: 2, paths: false },
  { cluster: 4, levels: 3, merge: 2 },
  { cluster: 8, levels: 2, merge: 2 },
  { cluster: 5, levels: 2, merge: 3, paths: false },
];

/** One map in every form. The first two are alike, but for some walls: parts of one in the other are sound and of another map. */
function fuzzGrids(): Grid[] {
  const rooms = makeGrid('rooms', 26, 20, 0.3, 1);
  const patches = gridFrom(26, 20, (x, y) => rooms.isOpen(x, y) && (x + 3 * y) % 41 !== 7);
  const weighted = makeGrid('rooms', 22, 19, 0.4, 5);
  setCosts(weighted, (x, y) => 1 + (((x >> 2) * (y >> 2)) % 9));
  // Wider than a byte, with ways that 8-bit distances chain.
  const long = gridFrom(270, 4, (x, y) => (y === 1 || x % 67 !== 66) && (y < 3 || x % 5 > 0));
  return [rooms, patches, makeGrid('noise', 25, 18, 0.3, 2), makeGrid('maze', 23, 21, 0.3, 3), weighted, long];
}

/** The blobs of {@link fuzzGrids}, half of them compressed: single artifacts with their partners, and packs. */
export async function fuzzCorpus(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const [i, grid] of fuzzGrids().entries()) {
    const options = { codec: i % 2 === 0 ? 'none' : 'zstd', map: 'fuzz', threads: 1, zstdLevel: 3 } as const;
    const add = (bytes: Uint8Array, ...partners: Uint8Array[]) => corpus.push({ bytes, partners });
    const hpa = await bakeHpa(grid, { ...options, ...ABSTRACTIONS[i % ABSTRACTIONS.length] });
    const upper = await bakeHpa(grid, { ...options, codec: 'none', ...ABSTRACTIONS[(i + 2) % ABSTRACTIONS.length] });
    const table = await bakeTable(hpa, { ...options, level: 1 });
    const upperTable = await bakeTable(upper, { ...options, codec: 'none' });
    add(hpa, table);
    add(table, hpa);
    add(upper, upperTable);
    add(packBlobs([upper, upperTable]));
    if (grid.costs) {
      const jps = await bakeJps(grid, { ...options, storeLandmarks: true, landmarks: 3 });
      add(jps);
      add(await bakeJps(grid, { ...options, codec: 'none' }), hpa);
      add(packBlobs([jps, hpa, table]));
      continue;
    }
    const ch = await bakeHierarchy(grid, options);
    add(ch);
    const jps = await bakeJps(grid, options);
    const bounds = await bakeBounds(grid, options);
    const cells = await bakeBounds(grid, { ...options, codec: 'none', at: 'cells', exact: i % 2 > 0 });
    add(jps, bounds);
    add(jps, cells);
    add(bounds, jps);
    add(cells, jps);
    add(await bakeBounds(grid, { ...options, exact: false }), jps);
    add(packBlobs([jps, bounds, ch, hpa, table]));
    add(packBlobs([jps, cells, upper]));
  }
  corpus.push(...(await otherRules()), ...(await mapped()));
  const joined = [...(await withJoins('compact')), ...(await withJoins('mapped'))];
  corpus.push(...joined, ...joined);
  // As often as single artifacts.
  const more = [...(await ground()), ...(await agents()), ...(await changed()), ...(await worlds())];
  for (let n = 0; n < 4; n++) corpus.push(...more);
  return corpus;
}

/** Every artifact under the other move rules. */
async function otherRules(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const rule of MOVE_RULES.slice(1)) {
    const grid = withMoves(makeGrid('rooms', 19, 17, 0.3, 7), rule);
    const options = { codec: 'none', name: 'fuzz', threads: 1 } as const;
    const jps = await bakeJps(grid, options);
    const bounds = await bakeBounds(grid, options);
    const hpa = await bakeHpa(grid, { ...options, cluster: 5, levels: 2 });
    const table = await bakeTable(hpa, options);
    corpus.push(
      { bytes: jps, partners: [bounds] },
      { bytes: bounds, partners: [jps] },
      { bytes: hpa, partners: [table] },
    );
    corpus.push({ bytes: await bakeHierarchy(grid, options), partners: [] });
  }
  const weighted = makeGrid('noise', 21, 16, 0.2, 3);
  setCosts(weighted, (x, y) => 1 + ((x * y) % 5));
  const options = { codec: 'none', name: 'fuzz', threads: 1 } as const;
  const jps = await bakeJps(weighted, { ...options, storeLandmarks: true });
  corpus.push({ bytes: jps, partners: [] });
  corpus.push({ bytes: await bakeHierarchy(weighted, options), partners: [] });
  return corpus;
}

/** Arrays that queries read, stored as they are. */
export async function mapped(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const [i, grid] of fuzzGrids().entries()) {
    const options = {
      codec: i === 1 ? 'zstd' : 'none',
      layout: 'mapped',
      map: 'fuzz',
      threads: 1,
    } as const;
    const hpa = await bakeHpa(grid, { ...options, ...ABSTRACTIONS[i % ABSTRACTIONS.length] });
    const table = await bakeTable(hpa, { ...options, level: 1 });
    corpus.push({ bytes: hpa, partners: [table] }, { bytes: table, partners: [hpa] });
    corpus.push({ bytes: packBlobs([hpa, table]), partners: [] });
    corpus.push({ bytes: await bakeHierarchy(grid, options), partners: [] });
    if (grid.costs) continue;
    const jps = await bakeJps(grid, options);
    const bounds = await bakeBounds(grid, options);
    corpus.push({ bytes: jps, partners: [bounds] }, { bytes: bounds, partners: [jps] });
  }
  return corpus;
}

const FLOORS = {
  doors: [],
  markers: [],
  floors: [
    { name: 'cellar', x: 0, y: 0, width: 23, height: 9 },
    { name: 'ground', x: 0, y: 10, width: 23, height: 10 },
  ],
};

/** Maps with links and floors, one of them with costs, in every engine. */
export async function withJoins(layout: 'compact' | 'mapped'): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const [i, kind] of (['rooms', 'noise', 'maze'] as const).entries()) {
    const grid = linked(makeGrid(kind, 23, 20, 0.3, 11 + i), 4 << i, random(i + 1));
    if (i === 1) setCosts(grid, (x, y) => 1 + ((x ^ y) % 4));
    const options = {
      codec: i === 2 ? 'zstd' : 'none',
      layout,
      map: 'fuzz',
      places: FLOORS,
      threads: 1,
    } as const;
    const hpa = await bakeHpa(grid, { ...options, ...ABSTRACTIONS[i] });
    const table = await bakeTable(hpa, { ...options, level: 1 });
    const jps = await bakeJps(grid, options);
    const bounds = grid.costs ? [] : [await bakeBounds(grid, options)];
    corpus.push({ bytes: hpa, partners: [table] }, { bytes: table, partners: [hpa] }, { bytes: jps, partners: bounds });
    corpus.push({ bytes: packBlobs([jps, ...bounds, hpa]), partners: [] });
    corpus.push({ bytes: await bakeHierarchy(grid, options), partners: [] });
  }
  return corpus;
}

/** Walls between cells, hexagons, steps that cost what is entered, and cells that cost more near walls. */
async function ground(): Promise<FuzzBlob[]> {
  const costly = (grid: Grid) => {
    setCosts(grid, (x, y) => 1 + ((x * y) % 5));
    return grid;
  };
  const rooms = makeGrid('rooms', 21, 18, 0.3, 8);
  const made = (options: CreateGridOptions) => createGrid(21, 18, (x, y) => rooms.isOpen(x, y) && 1 + (x % 3), options);
  const grids: [
    grid: Grid,
    ...bakes: (typeof bakeJps | typeof bakeBounds | typeof bakeHierarchy | typeof bakeHpa)[],
  ][] = [
    [walledGrid(random(3), 'no-corners', { links: true }), bakeJps, bakeHierarchy],
    [walledGrid(random(4), 'never', { maxCost: 9 }), bakeJps, bakeHierarchy],
    [withMoves(makeGrid('noise', 20, 17, 0.2, 6), 'hex-odd-r'), bakeJps, bakeBounds, bakeHierarchy],
    [costly(withMoves(makeGrid('noise', 20, 17, 0.2, 7), 'hex-even-q')), bakeJps, bakeHierarchy],
    [made({ costs: 'entered' }), bakeJps],
    [made({ wallCosts: [4, 2] }), bakeJps, bakeHpa, bakeHierarchy],
  ];
  const corpus: FuzzBlob[] = [];
  for (const [grid, ...bakes] of grids)
    for (const layout of ['compact', 'mapped'] as const) {
      const options = { codec: 'none', layout, map: 'fuzz', threads: 1 } as const;
      const [first, ...others] = await Promise.all(bakes.map((bake) => bake(grid, options)));
      const bounds = bakes[1] === bakeBounds ? others.splice(0, 1) : [];
      corpus.push({ bytes: first, partners: bounds });
      for (const bytes of bounds) corpus.push({ bytes, partners: [first] });
      for (const bytes of others) corpus.push({ bytes, partners: [] });
    }
  return corpus;
}

/** A file of two agents. */
async function agents(): Promise<FuzzBlob[]> {
  const grid = makeGrid('rooms', 24, 20, 0.3, 5);
  const options = { codec: 'none', name: 'fuzz', threads: 1 } as const;
  const blobOf = async (of: Grid) =>
    packBlobs([await bakeJps(of, options), await bakeBounds(of, options), await bakeHpa(of, options)]);
  const bytes = packAgents([
    { name: 'scout', bytes: await blobOf(grid) },
    { name: 'tank', bytes: await blobOf(anchorsOf(grid, 2)) },
  ]);
  return ['scout', 'tank'].map((agent) => ({ bytes, partners: [], agent }));
}

/** Blobs with changes that go with them: cells, costs, links and walls. */
async function changed(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const kind of ['plain', 'weighted', 'walled'] as const) {
    const rooms = makeGrid('rooms', 20, 18, 0.4, 9);
    if (kind === 'weighted') setCosts(rooms, (x) => 1 + (x % 4));
    const grid = kind === 'walled' ? walledGrid(random(5), 'no-corners', { links: true }) : linked(rooms, 6, random(2));
    const options = { codec: 'none', name: 'fuzz', threads: 1 } as const;
    const jps = await bakeJps(grid, options);
    const bytes = kind === 'walled' ? jps : packBlobs([jps, await bakeHpa(grid, { ...options, cluster: 6 })]);
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
    if (weighted) setCosts(grid, (x, y) => 1 + ((x + y) % 3));
    await withWorld(grid, { cluster: 4, tiles: 16 }, async ({ index, tile }) => {
      const tiles = new Map<string, Uint8Array>();
      for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) tiles.set(`${x}_${y}`, tile(x, y));
      corpus.push({ bytes: index, partners: [], tiles });
    });
  }
  return corpus;
}
