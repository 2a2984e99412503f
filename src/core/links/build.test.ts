import { describe, expect, it } from 'vitest';
import { withSection } from '../../../test/forge.js';
import { makeGrid, random } from '../../../test/grids.js';
import { askLinked, linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { inspectBlob } from '../artifacts/inspect.js';
import { decompressor } from '../blob/decompress.js';
import * as KIND from '../blob/kinds.js';
import { HEADER_BYTES } from '../blob/layout.js';
import { readLists } from '../blob/links.js';
import { type Blob, readBlob } from '../blob/read.js';
import { assemble } from '../blob/write.js';
import { BlobError } from '../errors.js';
import { withMoves } from '../grid/clearance.js';
import { type Grid, setCosts } from '../grid/grid.js';
import { leastCost } from '../grid/hexes.js';
import { linkCost, waysOf } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import { bakeJps } from '../jps/bake.js';
import { checkPath } from '../oracle/check-path.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { load } from '../runtime/load-all.js';
import type { GridNav } from '../runtime/nav.js';
import type { Path } from '../search/path.js';
import { buildLinkLists } from './build.js';
import { ARC_BITS } from './lists.js';

const stored = { codec: 'none', threads: 1 } as const;
const NO_LIMIT = { visits: Infinity, entries: 1 << 20 };

/** A blob whose lists are changed, with everything that says they are sound made right. */
const forged = (bytes: Uint8Array, change: (values: Uint32Array) => Uint32Array): Uint8Array =>
  withSection(bytes, KIND.linkLists, (values) => change(values as Uint32Array));

/** Lists as the reader has them. */
function listsOf(grid: Grid, values: Uint32Array) {
  return readLists({ width: grid.width, height: grid.height, section: () => values } as unknown as Blob);
}

/** Arcs with the costs from their entry and exit without links, and those from their exit with them. */
function byDijkstra(grid: Grid, plain: Grid) {
  const unit = unitOf(grid);
  return waysOf(grid.links ?? []).map(({ link, from, to }) => ({
    points: [from, to],
    cost: linkCost(link, unit),
    walked: [dijkstra(plain, ...from), dijkstra(plain, ...to)],
    after: dijkstra(grid, ...to),
  }));
}

describe('lists of links', () => {
  it.each(['no-corners', 'never', 'always', 'hex', 'hex-odd-r', 'hex-even-q'] as const)(
    'have the first and the last arc of a best path, and bounds that are none too high (%s)',
    (rule) => {
      const next = random(3);
      let listed = 0;
      for (let round = 0; round < sample(20); round++) {
        const [width, height] = [3 + Math.floor(20 * next()), 3 + Math.floor(20 * next())];
        const grid = withMoves(makeGrid('rooms', width, height, 0.3, round + 1), rule);
        if (!rule.startsWith('hex') && round % 3 === 0) setCosts(grid, () => 1 + Math.floor(5 * next()));
        linked(grid, 8, next);
        const plain = Object.assign(grid.copy(), { links: undefined });
        const arcs = byDijkstra(grid, plain);
        const lists = listsOf(grid, buildLinkLists(grid, { ...NO_LIMIT, entries: round % 2 ? 1 << 20 : 40 }) as never);
        const candidates = (side: number, x: number, y: number) => {
          const block = side * lists.blocks + (y >> lists.shift) * lists.columns + (x >> lists.shift);
          return [...lists.entries.slice(lists.starts[block], lists.starts[block + 1])].map((entry) => {
            const arc = entry & (2 ** ARC_BITS - 1);
            const [endX, endY] = arcs[arc].points[side];
            const far = (unitOf(grid) / STRAIGHT) * leastCost(grid)(x - endX, y - endY);
            return { arc, bound: lists.quantum * (entry >>> ARC_BITS) + far };
          });
        };
        const cells: [number, number][] = [];
        for (let c = 0; c < width * height; c++)
          if (grid.isOpen(c % width, Math.floor(c / width))) cells.push([c % width, Math.floor(c / width)]);
        for (let i = 0; i < 4 && cells.length > 0; i++) {
          const start = cells[Math.floor(next() * cells.length)];
          const optimal = dijkstra(grid, ...start);
          const walked = dijkstra(plain, ...start);
          for (const goal of cells) {
            const best = optimal[grid.cell(...goal)];
            if (best === Infinity || best === walked[grid.cell(...goal)]) continue;
            listed++;
            const first = candidates(0, ...start).some(({ arc, bound }) => {
              const before = arcs[arc].walked[0][grid.cell(...start)];
              return bound <= before && before + arcs[arc].cost + arcs[arc].after[grid.cell(...goal)] === best;
            });
            const last = candidates(1, ...goal).some(({ arc, bound }) => {
              const behind = arcs[arc].walked[1][grid.cell(...goal)];
              const [x, y] = arcs[arc].points[0];
              return bound <= behind && optimal[grid.cell(x, y)] + arcs[arc].cost + behind === best;
            });
            if (!first || !last) throw new Error(`${rule}, round ${round}, ${start} to ${goal}: ${first} ${last}`);
          }
        }
      }
      expect(listed).toBeGreaterThan(50);
    },
  );

  it('are left out where they would take too long, and then not needed', async () => {
    const next = random(8);
    const grid = linked(makeGrid('rooms', 30, 30, 0.3, 4), 10, next);
    expect(buildLinkLists(grid, { ...NO_LIMIT, visits: 100 })).toBeUndefined();
    const bytes = await bakeJps(grid, stored);
    const { entries } = readBlob(bytes, decompressor);
    const others = entries.filter(({ kind }) => kind !== KIND.linkLists);
    expect(others).toHaveLength(entries.length - 1);
    const without = assemble(bytes.slice(0, HEADER_BYTES), others);
    askLinked(grid, load(without) as GridNav, false, next);
  });

  it('lead to legal paths of their cost whatever they say', async () => {
    const next = random(5);
    for (let round = 0; round < sample(20); round++) {
      const grid = linked(makeGrid('rooms', 24, 24, 0.3, 1 + round), 8, next);
      const nav = load(
        forged(await bakeJps(grid, stored), (values) => {
          const { blocks } = listsOf(grid, values);
          return values.map((value, i) => (i < 2 + 2 * blocks || next() < 0.5 ? value : Math.floor(next() * 2 ** 32)));
        }),
      );
      for (let i = 0; i < 200; i++) {
        const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.floor(24 * next()));
        let path: Path | null = null;
        try {
          path = nav.findPath(x0, y0, x1, y1);
        } catch (error) {
          expect(error).toBeInstanceOf(BlobError);
        }
        if (!path) continue;
        expect(path.cost * STRAIGHT).toBeCloseTo(checkPath(grid, path.cells, [x0, y0], [x1, y1], path.links), 3);
      }
    }
  });

  it('are refused when they are not as long as they say', async () => {
    const grid = linked(makeGrid('rooms', 24, 24, 0.3, 2), 8, random(2));
    const bytes = await bakeJps(grid, stored);
    const longer = forged(bytes, (values) => Uint32Array.of(...values, 0));
    for (const read of [load, inspectBlob]) expect(() => read(longer)).toThrow('length of the lists of links is');
    const huge = forged(bytes, (values) => values.fill(2 ** 32 - 1, 2, 3));
    expect(() => load(huge)).toThrow(BlobError);
    expect(() => inspectBlob(bytes)).not.toThrow();
  });
});
