/** Engines of `prep query`, by name. */
import { AStar, type GridNav, type PathBuffer } from '../src/index.js';

/** Answers one query into a buffer; false where there is no path. */
export type Engine = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer) => boolean;

export const ENGINES: Record<string, (nav: GridNav) => Engine> = {
  jps: (nav) => (x0, y0, x1, y1, path) => nav.findPathInto(x0, y0, x1, y1, path),
  astar: (nav) => {
    const search = new AStar(nav.grid);
    return (x0, y0, x1, y1, path) => search.search(x0, y0, x1, y1, path);
  },
};
