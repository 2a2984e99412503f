/**
 * Baking HPA* where the game runs: `gridprep/hpa`. Nothing but this project is reachable from here, so that a browser can open a door:
 *
 *     grid.open[grid.cell(x, y)] = 1;
 *     abstraction = rebakeHpa(grid, abstraction, [x, y]);
 *     search = hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
 */
export type { Abstraction, HpaBuildOptions, Shortcuts, Upper } from './hpa/abstraction.js';
export { buildHpa, HPA_BUILD_DEFAULTS, rebakeHpa } from './hpa/build.js';
export { type HpaGraph, hpaGraph } from './hpa/graph.js';
export type { Edges, Level } from './hpa/levels.js';
export { type HpaSearch, hpaSearch } from './hpa/query.js';
export { smoothPath } from './hpa/smooth-path.js';
