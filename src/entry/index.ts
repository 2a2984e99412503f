/**
 * `gridprep`: maps, bakes, blobs and the asset pipeline, for build scripts in Node. A game imports `gridprep/runtime`.
 *
 *     const grid = createGrid(64, 48, (x, y) => x !== 20 || y > 40);
 *     await writeFile('level1.prep', await bakeJps(grid, { name: 'level1' }));
 */
export { type BlobReport, inspectBlob, type SectionReport } from '../artifacts/inspect.js';
export {
  type AgentBlob,
  type ArtifactBlob,
  packAgents,
  packAll as packBlobs,
  unpackAll as unpackBlob,
} from '../blob/agents.js';
export type { Codec } from '../blob/layout.js';
export type { BuildEvent, Row as BuildRow, Summary as BuildSummary } from '../build/events.js';
export type { Manifest, ManifestEntry } from '../build/manifest.js';
export type { Config, Input as InputConfig, World as WorldConfig } from '../config/config.js';
export { configJsonSchema as configSchema } from '../config/config.js';
export { PRESETS as presets } from '../config/presets.js';
export { type LoadedConfig, readConfig } from '../config/read-config.js';
export {
  BakeError,
  BlobError,
  type BlobErrorCode,
  CacheError,
  ConfigError,
  FleetError,
  MapError,
  ThreadError,
} from '../errors.js';
export type { ArtifactEstimate } from '../estimate/estimate.js';
export type { Recommendation } from '../estimate/recommend.js';
export type { Limits as Needs } from '../estimate/within.js';
export {
  cleanQueue as cleanFleet,
  type QueueStatus as FleetStatus,
  queueStatus as fleetStatus,
} from '../fleet/status.js';
export type { WorkerEvent } from '../fleet/worker-options.js';
export { type CreateGridOptions, createGrid } from '../grid/create.js';
export type { Grid, MoveRule as Diagonals } from '../grid/grid.js';
export type { Place } from '../grid/places.js';
export type { MapReport } from '../maps/inspect.js';
export { type GameMap, type MapFormat, mapLevels, type ReadMapOptions, readMap } from '../maps/read-map.js';
export { parseScenarios as readScenarios, type Scenario } from '../maps/scen.js';
export { diffBlobs } from '../prove/diff.js';
export { type Patch, patchBlob } from '../prove/patch.js';
export type { VerifyReport } from '../prove/verify.js';
export type { WorldDescription } from '../world/describe.js';
export type { WorldReport } from '../world/options.js';
export type { VerifyWorldReport } from '../world/verify.js';
export {
  type BakeOptions,
  type BakeWorldOptions,
  type BoundsOptions,
  bakeBounds,
  bakeCh,
  bakeHpa,
  bakeJps,
  bakeTable,
  bakeWorld,
  type HpaOptions,
  type JpsOptions,
  type Progress,
  type TableOptions,
} from './bake.js';
export {
  inspectMap,
  inspectWorld,
  kindOf,
  type VerifyOptions,
  type VerifyWorldOptions,
  verifyBlobs,
  verifyWorld,
} from './blobs.js';
export {
  type BuildOptions,
  build,
  defineConfig,
  type EstimateOptions,
  estimate,
  recommend,
  runWorker,
  type WorkerOptions,
} from './build.js';
export { type GenerateOptions, generateMap, type WriteMapOptions, writeMap } from './maps.js';
