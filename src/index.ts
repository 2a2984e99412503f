/** The build API: what an asset pipeline imports. A game imports `gridprep/runtime`. */
import { setCost, setOpen } from './edit/set-cells.js';
import { gridFrom, type Grid as PaddedGrid, type ReadonlyGrid } from './grid/grid.js';

/** A map in memory; see {@link Grid.from}. */
export type Grid = PaddedGrid;
export type { ReadonlyGrid };
/** Makes grids and changes them; an object, not the class, so that its makers stay out of a game that does not call them. */
export const Grid = { from: gridFrom, setOpen, setCost };

export { type BlobReport, inspectBlob, type SectionReport } from './artifacts/inspect.js';
export { ASTAR_DEFAULTS, type AStarOptions, aStar } from './baselines/astar.js';
export { type AgentBlob, type ArtifactBlob, packAgents, packAll as packBlobs, unpackAgents, unpackAll } from './blob/agents.js';
export { Compressor, DEFAULT_ZSTD_LEVEL, MAX_ZSTD_LEVEL } from './blob/compress.js';
export { decompressor } from './blob/decompress.js';
export { type Codec, MOVE_RULES } from './blob/layout.js';
export { gridOfBlob, type Part, unpackBlob } from './blob/pack.js';
export { WRITE_DEFAULTS, type WriteOptions } from './blob/write.js';
export { BAKE_BOUNDS_DEFAULTS, type BakeBoundsOptions, bakeBounds } from './bounds/bake.js';
export { BOUNDS_DEFAULTS, type Bounds, type BoundsAt, type BoundsOptions, buildBounds } from './bounds/build.js';
export type { CheckpointStore } from './bounds/checkpoint.js';
export { type BoundsEstimate, estimateBounds } from './bounds/estimate.js';
export { BAKE_HIERARCHY_DEFAULTS, type BakeHierarchyOptions, bakeHierarchy } from './ch/bake.js';
export { buildHierarchy, HIERARCHY_DEFAULTS, type HierarchyBake, type HierarchyOptions } from './ch/build.js';
export { estimateHierarchy, type HierarchyEstimate } from './ch/estimate.js';
export {
  BlobError,
  type BlobErrorCode,
  CacheError,
  CheckpointError,
  ConfigError,
  FleetError,
  HpaError,
  MapError,
  MapTooLargeError,
  TableError,
  ThreadError,
  TileError,
  ViewError,
} from './errors.js';
export { removePartialFiles, writeFileAtomic } from './files/atomic.js';
export { anchorsOf, clearances, withMoves } from './grid/clearance.js';
export { componentSizes } from './grid/components.js';
export { countOpen, MAX_COST, MAX_SIDE, MAX_SIZE, type MoveRule, setCosts } from './grid/grid.js';
export type { Place, Places } from './grid/places.js';
export { DIAGONAL, octile, STRAIGHT } from './grid/step-costs.js';
export type { Abstraction, HpaBuildOptions, Shortcuts, Upper } from './hpa/abstraction.js';
export { bakeHpa, HPA_DEFAULTS, type HpaOptions, writeHpa } from './hpa/bake.js';
export { buildHpa, HPA_BUILD_DEFAULTS, HPA_RANGES, rebakeHpa } from './hpa/build.js';
export { type HpaGraph, hpaGraph } from './hpa/graph.js';
export type { Edges, Level } from './hpa/levels.js';
export { type HpaSearch, hpaSearch } from './hpa/query.js';
export { smoothPath } from './hpa/smooth-path.js';
export { bakeJps, JPS_DEFAULTS, type JpsOptions } from './jps/bake.js';
export { buildJumpDistances, type JumpDistances, type JumpWidth } from './jps/build.js';
export type { JumpStore } from './jps/section.js';
export { COST_PATTERNS, type CostPattern, drawCosts } from './maps/cost-patterns.js';
export type { CsvOptions } from './maps/csv.js';
export { costsText, csvText, mapJson, movingAiText, writePicture } from './maps/draw.js';
export { MAX_FILE_BYTES } from './maps/files.js';
export { DENSITIES, GENERATE_DEFAULTS, type GenerateOptions, generateMap, MAP_KINDS, type MapKind } from './maps/generate.js';
export { type Land, landOf, landText } from './maps/land.js';
export type { LdtkOptions } from './maps/ldtk.js';
export {
  DEFAULT_TERRAIN,
  MAP_DEFAULTS,
  type MapOptions,
  parseMap,
  TERRAIN_LETTERS,
  terrainCosts,
  terrainProfile,
} from './maps/movingai.js';
export type { Meaning } from './maps/plane.js';
export type { PngOptions } from './maps/png.js';
export {
  type GameMap,
  MAP_ENDING,
  MAP_FORMATS,
  type MapFormat,
  mapLevels,
  placesOf,
  type ReadMapOptions,
  readMap,
} from './maps/read-map.js';
export { hasNoPath, parseScenarios, type Scenario, scenarioTolerance } from './maps/scen.js';
export type { TiledOptions } from './maps/tiled/options.js';
export { checkPath } from './oracle/check-path.js';
export { dijkstra } from './oracle/dijkstra.js';
export { checkSweep, placements } from './oracle/placements.js';
export { MOST_LANDMARKS } from './priced/landmarks.js';
export {
  type Area,
  type Change,
  type Door,
  type EditableLoadOptions,
  type EditableNav,
  type EditEvent,
  type EditOptions,
  editable,
  type LiveWalk,
  load,
} from './runtime/edit.js';
export { type LoadOptions, loader } from './runtime/load.js';
export type { EngineMaker, GridNav } from './runtime/nav.js';
export type { Engine, Walk } from './search/engine.js';
export { type Path, PathBuffer } from './search/path.js';
export { bakeTable, TABLE_DEFAULTS, type TableOptions } from './table/bake.js';
export { buildTable, TABLE_BUILD_DEFAULTS, type TableBuildOptions } from './table/build.js';
export { type TableMethod, tableMemory } from './table/fit.js';
export type { TableGraph } from './table/graph.js';
export { type TableSearch, tableSearch } from './table/query.js';
export type { Table } from './table/section.js';
export { bakeWorld } from './world/bake.js';
export { bakeHpaTiles, buildHpaTiles, type HpaTilesOptions } from './world/build.js';
export { describeWorld, type WorldDescription } from './world/describe.js';
export { INDEX_NAME } from './world/folder.js';
export { MAX_TILE, MAX_WORLD_SIDE, type WorldLayout, worldLayout } from './world/layout.js';
export { WORLD_DEFAULTS, type WorldOptions, type WorldProgress, type WorldReport } from './world/options.js';
export { fromGrid, type Mosaic, openWorld, type WorldSource } from './world/source.js';
export type { Strips } from './world/strips.js';
export { VERIFY_WORLD_DEFAULTS, type VerifyWorldOptions, type VerifyWorldReport, verifyWorld } from './world/verify.js';
