/** The asset pipeline: what `prep build` and its companions do, for build scripts: `import { build } from 'gridprep/build'`. */
export { type Artifact, artifact, type Estimate, type Findings, type Options } from './artifacts/artifact.js';
export { ARTIFACT_NAMES, ARTIFACTS } from './artifacts/list.js';
export { isBlob } from './blob/pack.js';
export { type CacheOptions, openCache, type SharedCache } from './cache/shared-cache.js';
export { isChanges as isPatch } from './edit/changes.js';
export { type Fleet, type FleetEvent, type FleetOptions, openFleet } from './fleet/fleet.js';
export { FLEET_COSTS, type FleetCosts, type Simulated, type SimulatedMap, simulateFleet } from './fleet/simulate.js';
export { cleanQueue, type QueueStatus, queueStatus } from './fleet/status.js';
export { runWorker } from './fleet/worker.js';
export { WORKER_DEFAULTS, type WorkerEvent, type WorkerOptions } from './fleet/worker-options.js';
export { bakeThreads, build } from './pipeline/build.js';
export { BUILD_DEFAULTS, type BuildOptions } from './pipeline/build-options.js';
export { type Config, configJsonSchema, type Input, parseConfig, type World } from './pipeline/config.js';
export { configOf, type Wish } from './pipeline/config-of.js';
export { diffBlobs } from './pipeline/diff.js';
export type { Elsewhere, Order, OrderProgress } from './pipeline/elsewhere.js';
export { type ArtifactEstimate, estimateMap } from './pipeline/estimate.js';
export type { BuildEvent, Row, Summary } from './pipeline/events.js';
export type { Inputs, WatchedFolder } from './pipeline/inputs.js';
export { MANIFEST_NAME, type Manifest, type ManifestEntry } from './pipeline/manifest.js';
export { type Patch, patchBlob } from './pipeline/patch.js';
export { PRESET_NAMES, PRESETS, type Preset, type PresetName } from './pipeline/presets.js';
export type { EngineReport } from './pipeline/queries.js';
export { CONFIG_NAMES, type LoadedConfig, readConfig } from './pipeline/read-config.js';
export { type AgentReading, type Reading, readOptions } from './pipeline/reading.js';
export { type Proposal, type Recommendation, recommend } from './pipeline/recommend.js';
export {
  findTargets,
  type Output,
  type Overrides,
  type Target,
  type Wanted,
} from './pipeline/targets.js';
export { VERIFY_DEFAULTS, type VerifyOptions, type VerifyReport, verifyBlobs } from './pipeline/verify.js';
export { inputsOf } from './pipeline/watched.js';
export { FEATURES, type Feature, type Limits, parseWithin } from './pipeline/within.js';
export { DEFAULT_MAX_MEMORY, parseMemory } from './threads/memory.js';
