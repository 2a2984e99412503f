/** HPA* on a map that changes. */
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { rebakeHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { type HpaSearch, hpaSearch } from '../hpa/query.js';

export interface LiveHpa {
  /** Answers on the map as it is; another one after each repair. */
  readonly search: HpaSearch;
  /** @param cells padded cells whose openness or cost is new */
  repair(cells: Iterable<number>): void;
}

/** @param cells padded cells in which the grid is not as it was when the abstraction was made */
export function liveHpa(grid: Grid, baked: Abstraction, cells: Iterable<number>): LiveHpa {
  let abstraction = baked;
  let search: HpaSearch;
  const live: LiveHpa = {
    get search() {
      return search;
    },
    repair(cells) {
      const points: number[] = [];
      for (const cell of cells) points.push((cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1);
      abstraction = rebakeHpa(grid, abstraction, points);
      search = hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
    },
  };
  live.repair(cells);
  return live;
}
