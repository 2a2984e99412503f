/** A map with its artifacts, for pictures. Expensive parts are computed lazily. Runs in browsers. */
import { gridOf } from '../core/blob/grid.js';
import * as KIND from '../core/blob/kinds.js';
import { type Blob, type BlobBytes, type Decompress, readBlob } from '../core/blob/read.js';
import { unzstd } from '../core/blob/unzstd.js';
import { ensure, SAME_MAP } from '../core/errors.js';
import { clearances } from '../core/grid/clearance.js';
import { type Components, componentsOf } from '../core/grid/components.js';
import type { Grid } from '../core/grid/grid.js';
import type { Floor, Place, Places } from '../core/grid/places.js';
import type { CellBoxes } from '../core/grid/rectangle.js';
import { isHex } from '../core/grid/rules.js';
import { loadCellBoxes } from '../engines/bounds/boxes.js';
import type { Hierarchy } from '../engines/ch/replay.js';
import { ruleOf } from '../engines/ch/rules.js';
import { loadHierarchy } from '../engines/ch/section.js';
import type { SubgoalMap } from '../engines/ch/subgoals.js';
import type { Abstraction } from '../engines/hpa/abstraction.js';
import { buildHpa, clusterFor } from '../engines/hpa/build.js';
import { type HpaGraph, hpaGraph } from '../engines/hpa/graph.js';
import { loadAbstraction } from '../engines/hpa/section.js';
import { jumpLines } from '../engines/jps/query/fill.js';
import type { JumpLines } from '../engines/jps/query/lines.js';
import { type JumpRows, jumpRows } from '../engines/jps/query/rows.js';
import type { Finding } from '../lint/findings.js';
import { lint } from '../lint/lint.js';
import { readMeta } from '../runtime/meta.js';
import type { GridNav } from '../runtime/nav.js';
import type { Axes } from './plane.js';

/** Cells of a map up to which every layer is computed immediately. */
export const LARGE = 2 ** 20;
/** Cells of a map whose clusters are made without a bake, in about two seconds. */
const MOST_CLUSTERED = 2 ** 22;

export interface Clusters {
  abstraction: Abstraction;
  graph: HpaGraph;
  /** Whether a blob has them. Otherwise they are made with the defaults of `prep hpa`. */
  baked: boolean;
}

export interface Scene {
  /** Name of the map's file; may be empty. */
  name: string;
  grid: Grid;
  doors: Place[];
  points: Place[];
  floors: Floor[];
  blobs: Blob[];
  bytes: readonly BlobBytes[];
  /** The engine of edited blobs, and its name. */
  live?: { name: string; nav: GridNav } | undefined;
  /** The scene of an edited map before all edits. */
  before?: Scene;
  artifacts: string[];
  /** Names of all agents of the blobs, and the agent of this map. */
  agents: string[];
  agent: string | undefined;
  /** Directions of a column and a row in the map's file, in pixels; undefined if cells are rectangles. */
  axes?: Axes | undefined;
  /** The padded cells where each agent may stand, 1 or 0. */
  masks(): { name: string; open: Uint8Array }[];
  highest(): number;
  components: Once<Components>;
  /** Side of the largest open square to the right and below each padded cell. */
  clearance: Once<Uint16Array>;
  /** Findings of `prep lint`. */
  findings(): readonly Finding[];
  rows(): JumpRows;
  lines: Once<JumpLines>;
  /** Sides of the clusters of each level, the lowest first. */
  spans(): number[];
  /** Whether clusters are baked, or the map is small enough to make them. */
  hasClusters: boolean;
  clusters(): Clusters;
  /** Undefined if no blob has them. */
  bounds(): CellBoxes | undefined;
  hierarchy(): ({ map: SubgoalMap; hierarchy: Hierarchy } & Climbs) | undefined;
}

/** A scene from blobs of one map. @throws {BlobError} if damaged, or of other maps @throws {RangeError} without any */
export function sceneOf(bytes: BlobBytes[], decompress: Decompress = unzstd, wanted?: string): Scene {
  if (bytes.length === 0) throw new RangeError('there are 0 blobs, expected 1 or more');
  const { agents } = readBlob(bytes[0], decompress);
  const agent = wanted ?? agents[0];
  const blobs = bytes.map((one) => readBlob(one, decompress, agent));
  const [first] = blobs;
  const masks = once(() => agents.map((name) => ({ name, open: gridOf(readBlob(bytes[0], decompress, name)).open })));
  const metas = bytes.map((one) => readMeta(one, { decompress }));
  const expected = `${first.fingerprint} as in the first blob`;
  for (const { fingerprint } of blobs)
    ensure(fingerprint === first.fingerprint, 'fingerprint', fingerprint, expected, 'mismatch', SAME_MAP);
  const { axes } = metas[0];
  const floors = metas.find((meta) => meta.floors.length > 0)?.floors ?? [];
  const { doors, markers: points } = metas.find(({ doors, markers }) => doors.length + markers.length > 0) ?? metas[0];
  const artifacts = [...new Set(metas.flatMap((meta) => meta.artifacts))];
  const named = { name: metas[0].map, doors, points, floors, axes, artifacts };
  return scene(gridOf(first), blobs, { ...named, agents, agent, masks, bytes });
}

/** Places and axes of a map's file. */
type Described = Partial<Pick<Places, 'doors' | 'markers' | 'floors'>> & { axes?: Axes | undefined };

export function sceneOfMap(grid: Grid, { markers, ...described }: Described = {}, name = ''): Scene {
  return scene(grid, [], { ...described, ...(markers && { points: markers }), name });
}

function scene(grid: Grid, blobs: Blob[], described: Partial<Scene>): Scene {
  const { doors = [], points = [], floors = [] } = described;
  const having = (kind: number) => blobs.find((blob) => blob.has(kind));
  const rows = once(() => jumpRows(grid));
  const hpa = having(KIND.hpaInfo);
  const clusters = once((): Clusters => {
    const abstraction = hpa ? loadAbstraction(hpa, grid) : buildHpa(grid);
    return { abstraction, graph: hpaGraph(grid, abstraction), baked: hpa !== undefined };
  });
  return {
    ...{ name: '', doors: [], points: [], floors: [], bytes: [], artifacts: [], agents: [], agent: undefined },
    masks: () => [],
    ...described,
    grid,
    blobs,
    highest: once(() => grid.costs?.reduce((a, b) => Math.max(a, b), 1) ?? 1),
    components: once(() => componentsOf(grid)[0]),
    clearance: once(() => clearances(grid)),
    // The grid of a larger footprint does not have the cells of doors.
    findings: once(() =>
      grid.open.includes(1) ? lint({ doors: grid.size > 1 ? [] : doors, markers: points, floors, grid }) : [],
    ),
    rows,
    lines: once(() => jumpLines(grid, rows())),
    spans: once(() => {
      const [cluster, levels, merge] = hpa?.section(KIND.hpaInfo, Uint32Array, 5) ?? [clusterFor(grid), 1, 1];
      return Array.from({ length: levels }, (_, level) => cluster * merge ** level);
    }),
    hasClusters: !isHex(grid) && !grid.walls && (hpa !== undefined || grid.open.length <= MOST_CLUSTERED),
    clusters,
    // Boxes and subgoals of hexagons are in axial coordinates: neither is drawn.
    bounds: once(() => {
      const blob = isHex(grid) || grid.walls ? undefined : having(KIND.boundsInfo);
      return blob && loadCellBoxes(blob, grid);
    }),
    hierarchy: once(() => {
      // With walls between cells, artifacts are those of the doubled grid.
      const blob = isHex(grid) || grid.walls ? undefined : having(KIND.chInfo);
      const loaded = blob && loadHierarchy(blob, grid, ruleOf(grid));
      return loaded && { ...loaded, ...climbsOf(loaded.hierarchy) };
    }),
  };
}

/** Levels of subgoals by rank, the most edges of a path upwards to each; and the highest. */
interface Climbs {
  levels: Uint16Array;
  highest: number;
}

function climbsOf({ points, first, targets }: Hierarchy): Climbs {
  const levels = new Uint16Array(points.length);
  let highest = 0;
  // Edges lead to higher ranks, so the level of a rank is known when it is visited.
  for (let r = 0; r < points.length; r++) {
    for (let e = first[r]; e < first[r + 1]; e++) levels[targets[e]] = Math.max(levels[targets[e]], levels[r] + 1);
    highest = Math.max(highest, levels[r]);
  }
  return { levels, highest };
}

/** A value that is computed on first use. */
export interface Once<T> {
  (): T;
  isReady(): boolean;
}

export function once<T>(make: () => T): Once<T> {
  let made: { value: T } | undefined;
  const get = () => {
    made ??= { value: make() };
    return made.value;
  };
  return Object.assign(get, { isReady: () => made !== undefined });
}
