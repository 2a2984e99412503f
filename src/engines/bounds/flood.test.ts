import { describe, expect, it } from 'vitest';
import { type OracleBoxes, oracleBoxes } from '../../../test/bounds-oracle.js';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { IS_LONG, sampleOf, sample as share } from '../../../test/samples.js';
import { haveSharedMaps, sharedMap } from '../../../test/shared-maps.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { RayFlood } from './flood.js';
import { costBound, FAR } from './floods.js';
import { RayGraph } from './rays.js';

if (!haveSharedMaps)
  console.warn('skipped: no maps in ../shared/maps; the flood was held against the oracle on small grids only');

/** The flood's boxes as the oracle gives them. */
function flooded(flood: RayFlood, source: number, wanted: number): OracleBoxes {
  flood.flood(source, wanted);
  return Array.from({ length: 8 }, (_, d) => {
    if (((wanted >> d) & 1) === 0) return [];
    const [n, e, s, w] = flood.boxes.subarray(4 * d, 4 * d + 4);
    return [-w, -n, e, s].map((v) => v + 0);
  });
}

const only = (boxes: OracleBoxes, wanted: number) => boxes.map((box, d) => ((wanted >> d) & 1 ? box : []));

/** Holds exact and fast floods against the oracle, for all legal directions and for those of the jump points. */
function check(grid: Grid, sources: (graph: RayGraph) => Iterable<number>, bound = costBound(grid)): void {
  const graph = new RayGraph(grid);
  const exact = new RayFlood(graph, true, bound);
  const legal = exact.plan('cells');
  const fast = new RayFlood(graph, false, bound);
  for (const source of sources(graph)) {
    const expected = oracleBoxes(grid, source);
    for (const wanted of [legal[source], graph.canonical[source]]) {
      const found = flooded(exact, source, wanted);
      expect({ source, found }).toEqual({ source, found: only(expected, wanted) });
      flooded(fast, source, wanted).forEach((box, d) => {
        if (box.length > 0) expect({ source, d, holds: holds(box, found[d]) }).toEqual({ source, d, holds: true });
      });
    }
  }
}

function holds([minX, minY, maxX, maxY]: number[], inner: number[]): boolean {
  return minX <= inner[0] && minY <= inner[1] && maxX >= inner[2] && maxY >= inner[3];
}

function* openCells({ grid }: RayGraph): Iterable<number> {
  for (let c = 0; c < grid.open.length; c++) if (grid.open[c] > 0) yield c;
}

/** As many random cells as random jump cells. */
function sample(graph: RayGraph, count: number, seed: number): number[] {
  const next = random(seed);
  const from = [[...openCells(graph)], [...graph.cells]];
  return Array.from({ length: 2 * count }, (_, i) => from[i % 2][Math.floor(next() * from[i % 2].length)]);
}

describe('the flood', () => {
  it('finds the boxes of the oracle, from every cell of grids of every kind', () => {
    forAllGrids(10, 300, (grid) => check(grid, openCells));
  });

  it.each(['noise', 'maze', 'comb', 'rooms'] as const)('finds them on larger grids: %s', (kind) => {
    for (let seed = 1; seed <= share(24); seed++) {
      const grid = makeGrid(kind, 12 + (seed % 29), 40 - (seed % 23), (seed % 8) / 12, seed);
      check(grid, ({ cells }) => cells.filter((_, i) => i % 7 === seed % 7));
    }
  });

  it.runIf(IS_LONG)('finds them where costs need more than 32 bits', () => {
    forAllGrids(14, 60, (grid) => check(grid, ({ cells }) => cells, FAR));
    // One corridor of 131,000 steps, from its two ends and its middle.
    const grid = gridFrom(512, 511, (x, y) => y % 2 === 0 || x === (y % 4 === 1 ? 511 : 0));
    expect(costBound(grid)).toBeGreaterThan(FAR);
    check(grid, () => [grid.cell(0, 0), grid.cell(511, 255), grid.cell(510, 510)]);
  });

  it.skipIf(!haveSharedMaps)('finds them on real maps, at a sample of cells and jump points', () => {
    for (const name of sampleOf(['dao/lak304d', 'dao/arena2'])) {
      check(sharedMap(name), (graph) => sample(graph, IS_LONG ? 10 : 3, 5));
    }
  });
});
