/** Loaders of the named parts load what was baked, with every engine; without one of the parts they do not. */
import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { walledGrid } from '../../../test/walls.js';
import { packAgents } from '../../core/blob/agents.js';
import { readBlob } from '../../core/blob/read.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { bakeWeighted } from '../../engines/weighted/bake.js';
import * as parts from '../../entry/parts.js';
import { load } from '../../runtime/load-all.js';
import type { LoadPart } from '../../runtime/nav.js';
import { neededBy, partsOf } from './parts-of.js';

const plain = makeGrid('rooms', 40, 40, 0.2, 3);
const weighted = makeGrid('noise', 30, 30, 0.2, 4);
setCosts(weighted, (x, y) => 1 + ((x + y) % 4));
const weightedHexagons = withMoves(makeGrid('noise', 20, 20, 0.1, 5), 'hex');
setCosts(weightedHexagons, (x) => 1 + (x % 3));
const none = { codec: 'none' } as const;
/** Large enough to be compressed, and for WebAssembly. */
const large = makeGrid('noise', 129, 128, 0.3, 6);

const hpaOf = (grid: Grid) => bakeHpa(grid, { cluster: 6, ...none });
const CASES: [name: string, blobs: () => Promise<Uint8Array[]>, parts: string][] = [
  ['jps', async () => [await bakeJps(large)], 'jpsEngine, zstdPart, wasmPart'],
  ['jps and bounds', async () => [await bakeJps(plain, none), await bakeBounds(plain, none)], 'boundsEngine'],
  ['ch', async () => [await bakeHierarchy(plain, none)], 'chEngine'],
  [
    'ch in the layout mapped',
    async () => [await bakeHierarchy(plain, { layout: 'mapped', ...none })],
    'chEngine, mappedPart',
  ],
  ['weighted ch', async () => [await bakeHierarchy(weighted, none)], 'weightedChEngine'],
  ['weighted jps', async () => [await bakeWeighted(weighted, none as never)], 'weightedEngine'],
  ['weighted hexagons', async () => [await bakeHierarchy(weightedHexagons, none)], 'weightedChEngine, diagonalsPart'],
  ['hpa', async () => [await hpaOf(plain)], 'hpaEngine'],
  [
    'hpa and table',
    async () => {
      const hpa = await hpaOf(weighted);
      return [hpa, await bakeTable(hpa, { ...none, threads: 1 })];
    },
    'hpaEngine, tableEngine',
  ],
  ['jps without diagonals', async () => [await bakeJps(withMoves(plain, 'never'), none)], 'jpsEngine, diagonalsPart'],
  ['hpa without diagonals', async () => [await hpaOf(withMoves(plain, 'never'))], 'hpaEngine'],
  [
    'jps with links',
    async () => [await bakeJps(linked(makeGrid('rooms', 40, 40, 0.2, 3), 4, random(1)), none)],
    'jpsEngine, linksPart',
  ],
  ['agents', agents, 'jpsEngine, agentsPart'],
];

async function agents(): Promise<Uint8Array[]> {
  const [man, cart] = await Promise.all([bakeJps(plain, none), bakeJps(anchorsIn(plain, 2), none)]);
  return [
    packAgents([
      { name: 'man', bytes: man },
      { name: 'cart', bytes: cart },
    ]),
  ];
}

const all = new Map<string, unknown>(Object.entries(parts));

/** Engines of the map, and whether WebAssembly answers; what is missing if it cannot be loaded. */
function tried(names: string[], blobs: Uint8Array[], agent?: string): string {
  const named = names.map((name) => all.get(name) as LoadPart);
  try {
    const nav = parts.loader(...named)(blobs, agent === undefined ? {} : { agent });
    return `${nav.engines} ${(nav as unknown as { wasm: boolean }).wasm}`;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the parts of', () => {
  it.each(CASES)('%s', async (title, bake, expected) => {
    const blobs = await bake();
    const agent = title === 'agents' ? 'cart' : undefined;
    const names = partsOf(neededBy(blobs.map((bytes) => readBlob(bytes, unzstd, agent))));
    expect(names.join(', ')).toBe(expected);
    const nav = load(blobs, { wasm: names.includes('wasmPart'), ...(agent !== undefined && { agent }) });
    const loaded = `${nav.engines} ${(nav as unknown as { wasm: boolean }).wasm}`;
    expect(tried(names, blobs, agent)).toBe(loaded);
    // Blobs in the layout `mapped` also load without their part.
    for (const name of names.filter((one) => one !== 'mappedPart')) {
      const rest = names.filter((other) => other !== name);
      expect([name, tried(rest, blobs, agent)]).not.toEqual([name, loaded]);
    }
  });

  it('a map with walls', async () => {
    const grid = walledGrid(random(2), 'no-corners');
    const blobs = [await bakeJps(grid, none)];
    const names = partsOf(neededBy(blobs.map((bytes) => readBlob(bytes, unzstd))));
    expect(names).toContain('wallsPart');
    expect(tried(names, blobs)).toBe(`${load(blobs).engines} false`);
  });
});
