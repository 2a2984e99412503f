/**
 * A map with everything that is known of it, for looking at: from its blobs, or from the map alone. What takes long is made when it is first
 * asked for. Runs in browsers.
 */
import { gridOf } from '../blob/grid.js';
import { BOUNDS_INFO, CH_INFO, HPA_INFO, TABLE_INFO } from '../blob/layout.js';
import { type Blob, type BlobBytes, type Decompress, readBlob } from '../blob/read.js';
import { unzstd } from '../blob/unzstd.js';
import type { GoalBounds } from '../bounds/query.js';
import { loadBounds } from '../bounds/section.js';
import type { Hierarchy } from '../ch/replay.js';
import { loadHierarchy } from '../ch/section.js';
import type { SubgoalMap } from '../ch/subgoals.js';
import { must, SAME_MAP } from '../errors.js';
import { clearances } from '../grid/clearance.js';
import { type Components, labelComponents } from '../grid/components.js';
import type { Grid } from '../grid/grid.js';
import type { Place, Places } from '../grid/places.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import { type HpaGraph, hpaGraph } from '../hpa/graph.js';
import { loadAbstraction } from '../hpa/section.js';
import { jumpLines } from '../jps/fill.js';
import type { JumpLines } from '../jps/lines.js';
import { type JumpRows, jumpRows } from '../jps/rows.js';
import { readMeta } from '../runtime/meta.js';
import { type Pairs, pairsOf } from '../table/pairs.js';
import { loadTable, type Table } from '../table/section.js';

/** Clusters, and the nodes and edges of every level. */
export interface Clusters {
  abstraction: Abstraction;
  graph: HpaGraph;
  /** Whether a blob has them; else they are made from the map, with the defaults of `prep hpa`. */
  baked: boolean;
}

/** A map, what blobs hold of it, and what follows from its cells. Functions compute once and remember. */
export interface Scene {
  /** Name of the map's file, as far as it is known. */
  name: string;
  grid: Grid;
  doors: Place[];
  points: Place[];
  /** The blobs it was made from; none where it is a map alone. */
  blobs: Blob[];
  /** Names of what was baked. */
  artifacts: string[];
  /** Highest cost of a cell. */
  highest(): number;
  components(): Components;
  /** Per padded cell the side of the largest open square that grows right and down from it. */
  clearance(): Uint16Array;
  rows(): JumpRows;
  lines(): JumpLines;
  clusters(): Clusters;
  /** Undefined where no blob has them. */
  bounds(): GoalBounds | undefined;
  hierarchy(): { map: SubgoalMap; hierarchy: Hierarchy } | undefined;
  table(): { table: Table; pairs: Pairs } | undefined;
}

/**
 * A scene from blobs of one map.
 * @throws {BlobError} if one is damaged, or they are of different maps
 * @throws {RangeError} if there is none
 */
export function sceneOf(bytes: BlobBytes[], decompress: Decompress = unzstd): Scene {
  const blobs = bytes.map((one) => readBlob(one, decompress));
  const [first] = blobs;
  if (!first) throw new RangeError('there are 0 blobs, expected 1 or more');
  const metas = bytes.map((one) => readMeta(one, { decompress }));
  for (const { fingerprint } of blobs)
    must(fingerprint === first.fingerprint, 'fingerprint', fingerprint, `${first.fingerprint} as in the first blob`, 'mismatch', SAME_MAP);
  const places = metas.find(({ doors, points }) => doors.length + points.length > 0) ?? metas[0];
  return scene(gridOf(first), blobs, {
    ...places,
    name: metas[0].map,
    artifacts: [...new Set(metas.flatMap(({ artifacts }) => artifacts))],
  });
}

/** A scene from a map alone. */
export function sceneOfMap(grid: Grid, { doors, points }: Pick<Places, 'doors' | 'points'> = { doors: [], points: [] }, name = ''): Scene {
  return scene(grid, [], { doors, points, name, artifacts: [] });
}

function scene(
  grid: Grid,
  blobs: Blob[],
  { doors, points, name, artifacts }: Pick<Scene, 'doors' | 'points' | 'name' | 'artifacts'>,
): Scene {
  const having = (kind: number) => blobs.find((blob) => blob.has(kind));
  const rows = once(() => jumpRows(grid));
  const clusters = once((): Clusters => {
    const blob = having(HPA_INFO);
    const abstraction = blob ? loadAbstraction(blob) : buildHpa(grid);
    return { abstraction, graph: hpaGraph(grid, abstraction), baked: blob !== undefined };
  });
  return {
    name,
    grid,
    doors,
    points,
    blobs,
    artifacts,
    highest: once(() => grid.costs?.reduce((a, b) => Math.max(a, b), 1) ?? 1),
    components: once(() => labelComponents(grid)),
    clearance: once(() => clearances(grid)),
    rows,
    lines: once(() => jumpLines(grid, rows())),
    clusters,
    bounds: once(() => {
      const blob = having(BOUNDS_INFO);
      return blob && loadBounds(blob, grid);
    }),
    hierarchy: once(() => {
      const blob = having(CH_INFO);
      return blob && loadHierarchy(blob, grid);
    }),
    table: once(() => {
      const blob = having(TABLE_INFO);
      const hpa = having(HPA_INFO);
      if (!blob || !hpa) return;
      const table = loadTable(blob, hpa, clusters().graph);
      return { table, pairs: pairsOf(table) };
    }),
  };
}

/** Computes when it is first called. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
