/**
 * Engines measured side by side, as `prep bench` does it: `gridprep/bench`.
 *
 *     const grid = parseMap(await readFile('level.map'));
 *     const result = await benchMap('level.map', grid, drawPairs(grid), { ...BENCH_DEFAULTS, engines: defaultEngines() });
 *     console.table(toRows(result));
 */
export { TOOL_ENGINES } from './baselines/tool-engines.js';
export type { BenchEngine } from './bench/engines.js';
export { ALIASES, DEFAULT_NAMES, FAMILIES } from './bench/families.js';
export { FRAME_DEFAULTS, type FrameOptions, type FrameResult, simulateFrames } from './bench/frames.js';
export { defaultEngines, findEngine, knows } from './bench/lookup.js';
export type { Measures } from './bench/measures.js';
export { type Bench, type Setting, settingOf, toHtml, toJson, toRows } from './bench/output.js';
export { missingPeers, PEER_PACKAGES, PEERS } from './bench/peers.js';
export { drawPairs, PAIR_DEFAULTS, type PairOptions, type Query, type Square, scenarioQueries, scenariosFor } from './bench/queries.js';
export { BENCH_DEFAULTS, type BenchOptions, benchMap, type EngineResult, type MapResult, QUICK } from './bench/run.js';
