import { describe, expect, it } from 'vitest';
import { checkPairs } from '../../../test/pairs.js';
import { IS_LONG } from '../../../test/samples.js';
import { BlobError } from '../../core/errors.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import type { Walk } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { HpaBuildOptions } from './abstraction.js';
import { buildHpa } from './build.js';
import { hpaGraph } from './graph.js';
import { type HpaSearch, hpaSearch } from './query.js';

const FORMS: [string, Partial<HpaBuildOptions>][] = [
  ['one level', { cluster: 8 }],
  ['three levels', { cluster: 4, levels: 3 }],
  ['costs in place of paths', { cluster: 6, levels: 2, paths: false }],
  ['one cluster', { cluster: 64 }],
];

/** Two rooms with a door in the wall between them. */
function rooms(weighted: boolean): Grid {
  return gridFrom(31, 18, (x, y) => x !== 20 || y === 13, weighted ? (x, y) => 1 + ((x * y) % 5) : undefined);
}

function close(grid: Grid): void {
  grid.open[grid.cell(20, 13)] = 0;
  if (grid.costs) grid.costs[grid.cell(20, 13)] = 0;
}

describe.each([
  ['uniform', false],
  ['weighted', true],
])('a door that is closed on a %s map', (_, weighted) => {
  it.each(FORMS)('leaves no path between the rooms, and all the others: %s', (_, options) => {
    const grid = rooms(weighted);
    close(grid);
    const abstraction = buildHpa(grid, options);
    const search = hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
    checkPairs(grid, search, IS_LONG ? 29 : 197, Infinity);
    expect(search.walk(3, 4, 28, 15)).toBeNull();
    expect(search.walk(3, 4, 20, 13)).toBeNull();
    const [walk, path] = [search.walk(3, 4, 19, 16) as Walk, new PathBuffer()];
    const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
    expect(checkPath(grid, [...walk].flat(), [3, 4], [19, 16]) / unit).toBeLessThanOrEqual(walk.cost);
    expect(search.search(3, 4, 28, 15, path, false)).toBe(false);
  });

  it.each(FORMS)('is never walked through by a search that was made before: %s', (_, options) => {
    const grid = rooms(weighted);
    const abstraction = buildHpa(grid, options);
    const graph = hpaGraph(grid, abstraction);
    const stale = hpaSearch(grid, abstraction, graph);
    const begun = stale.walk(3, 4, 28, 15) as Walk;
    begun.next();
    close(grid);
    expect(() => [...begun]).toThrow(BlobError);
    // Also a new search of the old graph: whatever it has found, it is no path of the grid.
    for (const search of [stale, hpaSearch(grid, abstraction, graph)]) {
      for (const smoothing of [true, false]) expect(answer(search, smoothing)).not.toBe(true);
    }
  });
});

/** @returns whether there is a path through the wall, undefined for a refusal */
function answer(search: HpaSearch, smoothing: boolean): boolean | undefined {
  try {
    return search.search(3, 4, 28, 15, new PathBuffer(), smoothing);
  } catch (error) {
    if (!(error instanceof BlobError)) throw error;
    return undefined;
  }
}
