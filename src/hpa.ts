/**
 * Baking HPA* where the game runs: `gridprep/hpa`. Nothing but this project is reachable from here, so that a browser can open a door:
 *
 *     const cells = Grid.setOpen(grid, { x, y }, true);
 *     abstraction = rebakeHpa(grid, abstraction, cells);
 *     search = hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
 */
import { setCost, setOpen } from './edit/set-cells.js';
import { gridFrom, type Grid as PaddedGrid } from './grid/grid.js';

/** A map in memory; see {@link Grid.from}. */
export type Grid = PaddedGrid;
/** Makes grids and changes them; an object, not the class, so that what a game does not call stays out of it. */
export const Grid = { from: gridFrom, setOpen, setCost };

export type { Area } from './edit/area.js';
export { reachability } from './edit/set-cells.js';
export type { Abstraction, HpaBuildOptions, Shortcuts, Upper } from './hpa/abstraction.js';
export { buildHpa, HPA_BUILD_DEFAULTS, rebakeHpa } from './hpa/build.js';
export { type HpaGraph, hpaGraph } from './hpa/graph.js';
export type { Edges, Level } from './hpa/levels.js';
export { type HpaSearch, hpaSearch } from './hpa/query.js';
export { smoothPath } from './hpa/smooth-path.js';
export type { Reachable } from './search/engine.js';
export { type Path, PathBuffer } from './search/path.js';
