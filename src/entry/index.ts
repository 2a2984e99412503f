/**
 * `gridprep`: maps, bakes, blobs and the asset pipeline, for build scripts in Node. A game imports `gridprep/runtime`.
 *
 *     const grid = createGrid(64, 48, (x, y) => x !== 20 || y > 40);
 *     await writeFile('level1.prep', await bakeJps(grid, { name: 'level1' }));
 */

export {
  type AgentBlob,
  type ArtifactBlob,
  packAgents,
  packAll as packBlobs,
  unpackAll as unpackBlob,
} from '../core/blob/agents.js';
export type { Codec } from '../core/blob/layout.js';
export {
  BakeError,
  BlobError,
  type BlobErrorCode,
  ConfigError,
  MapError,
  ThreadError,
} from '../core/errors.js';
export { type CreateGridOptions, createGrid } from '../core/grid/create.js';
export type { Grid, MoveRule as Diagonals } from '../core/grid/grid.js';
export type { LinkInput } from '../core/grid/links.js';
export type { Place } from '../core/grid/places.js';
export type { WallInput, WallRows, WallSide } from '../core/grid/walls.js';
export type { Progress } from '../core/options/bake.js';
export { type BlobReport, inspectBlob, type SectionReport } from '../engines/inspect.js';
export type { FormatOptions } from '../maps/formats.js';
export type { MapReport } from '../maps/inspect.js';
export { type GameMap, type MapFormat, mapLevels, type ReadMapOptions, readMap } from '../maps/read-map.js';
export { parseScenarios as readScenarios, type Scenario } from '../maps/scen.js';
export type { BuildEvent, Row as BuildRow, Summary as BuildSummary } from '../pipeline/build/events.js';
export type { Manifest, ManifestEntry } from '../pipeline/build/manifest.js';
export type { Config, Input as InputConfig, World as WorldConfig } from '../pipeline/config/config.js';
export { type LoadedConfig, readConfig } from '../pipeline/config/read-config.js';
export type { WorkerEvent } from '../pipeline/fleet/worker-options.js';
export type { VerifyReport } from '../pipeline/prove/verify.js';
export type { WorldDescription } from '../world/describe.js';
export type { WorldReport } from '../world/options.js';
export type { VerifyWorldReport } from '../world/verify.js';
export {
  type BakeOptions,
  type BoundsOptions,
  bakeBounds,
  bakeCh,
  bakeHpa,
  bakeJps,
  bakeTable,
  type HpaOptions,
  type JpsOptions,
  type TableOptions,
} from './bake.js';
export { type BakeWorldOptions, bakeWorld } from './bake-world.js';
export {
  inspectMap,
  inspectWorld,
  type VerifyOptions,
  type VerifyWorldOptions,
  verifyBlobs,
  verifyWorld,
} from './blobs.js';
export {
  type BuildOptions,
  build,
  chooseArtifacts,
  defineConfig,
  runWorker,
  type WorkerOptions,
} from './build.js';
export { type GenerateOptions, generateMap, type WriteMapOptions, writeMap } from './maps.js';
