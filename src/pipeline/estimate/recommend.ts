/** `prep estimate --needs` as a function: artifacts and options that keep to limits, and the config that bakes them. */
import type { Options } from '../../core/artifacts/artifact.js';
import { ARTIFACT_NAMES } from '../../core/artifacts/list.js';
import type { Grid } from '../../core/grid/grid.js';
import { type ReadMapOptions, readMap } from '../../core/maps/read-map.js';
import { characterOf } from './character.js';
import { floodsTooLong } from './choose.js';
import { type ArtifactEstimate, estimateArtifact } from './estimate.js';
import { predict } from './predict.js';
import type { Feature, Limits } from './within.js';

/** Artifacts that go into one file, and what is to be expected of them. */
export interface Proposal {
  /** Names of the artifacts, joined by `+`. */
  name: string;
  artifacts: Readonly<Record<string, Options>>;
  /** Whether paths are optimal. */
  optimal: boolean;
  /** Bytes of the compressed file; an upper bound where that is a guess. */
  bytes: number;
  /** Microseconds of a query; with `edits`, of one that a change has to do with. */
  us: number;
  /** Microseconds of a query on the map as it was baked. */
  unchangedUs: number;
  /** Seconds of the bake. */
  seconds: number;
  /** The measured map whose times count most. */
  like: string;
  /** Limits and features that it misses; empty if it keeps all. */
  fails: string[];
}

/** Recommendation for a map. */
export interface Recommendation {
  openCells: number;
  /** Why artifacts that could have helped cannot be baked. */
  problems: string[];
  /** The best that keeps to all limits; undefined where none does. */
  best: Proposal | undefined;
  /** The best proposal, or the one with all features that is nearest to the limits. */
  nearest: Proposal | undefined;
  /** All that were looked at, the best first; where cells have costs without those that another certainly beats. */
  proposals: Proposal[];
}

/** One way to find paths: its artifacts, its engine in the table of measured times. */
interface Way {
  engine: string;
  artifacts: Record<string, Options>;
  optimal: boolean;
  /** Another engine, which answers where a change has made this one doubtful. */
  edited?: string;
}

const CLUSTERS = { cluster: 20, levels: 1 };
const TABLE = { hpa: CLUSTERS, table: {} };
const WAYS: readonly Way[] = [
  { engine: 'jps', artifacts: { jps: {} }, optimal: true },
  { engine: 'jps+bounds', artifacts: { jps: {}, bounds: {} }, optimal: true, edited: 'jps' },
  { engine: 'jps+bounds-fast', artifacts: { jps: {}, bounds: { exact: false } }, optimal: true, edited: 'jps' },
  { engine: 'ch', artifacts: { ch: {} }, optimal: true, edited: 'jps' },
  { engine: 'hpa', artifacts: { hpa: {} }, optimal: false },
  { engine: 'table', artifacts: TABLE, optimal: false, edited: 'hpa' },
];

/** Names of engines on terrain that costs. */
const PRICED: Readonly<Record<string, string>> = {
  jps: 'priced',
  'jps+bounds': 'priced+bounds',
  'jps+bounds-fast': 'priced+bounds',
};

/** Further artifacts of a feature. */
const NEEDS: Partial<Record<Feature, Record<string, Options>>> = { walk: { hpa: {} }, distance: TABLE, nearest: TABLE };

/** Goal bounds are found faster, and pruned with less, where the smallest ones would take longer than this. */
const PATIENCE_SECONDS = 30;

/**
 * Looks for artifacts that keep to limits. Bakes, or bakes pieces, of all that could: some seconds on maps of a million
 * cells.
 * @param bytes of the map's file, or its path
 * @param reading where the bytes are from, and what of them is open
 * @param threads threads that the bake would have
 * @throws {MapError | MapTooLargeError}
 */
export async function recommend(
  bytes: string | Uint8Array,
  reading: ReadMapOptions,
  limits: Limits,
  threads: number,
): Promise<Recommendation> {
  const { grid } = await readMap(bytes, reading);
  const asked = { ...(await characterOf(grid)), diagonals: grid.moveRule, priced: grid.costs !== undefined };
  const features = new Set(limits.features);
  const estimateOf = estimator(grid, threads);
  const gridBytes = (await estimateOf('jps', {})).bytes;
  const proposals: Proposal[] = [];
  const problems = new Set<string>();
  for (const way of WAYS) {
    if (way.engine.startsWith('jps+bounds') && (await boundsFor(grid, estimateOf)) !== way.engine) continue;
    const artifacts = artifactsOf(way, features);
    const parts: ArtifactEstimate[] = [];
    for (const [name, options] of Object.entries(artifacts)) parts.push(await estimateOf(name, options));
    for (const { problem } of parts) if (problem !== undefined) problems.add(problem);
    const predicted = (engine: string) => predict(asked, asked.priced ? (PRICED[engine] ?? engine) : engine);
    const guess = predicted(way.engine);
    if (!guess || parts.some(({ problem }) => problem !== undefined)) continue;
    const edited = features.has('edits') && way.edited ? predicted(way.edited) : undefined;
    const us = Math.max(guess.us, edited?.us ?? 0);
    const size = sum(parts.map(({ bytes, mostBytes }) => mostBytes ?? bytes));
    // Each artifact has the grid in it; a file of several has it once.
    const total = Math.round(size - (parts.length - 1) * gridBytes);
    proposals.push({
      name: Object.keys(artifacts).join('+'),
      artifacts,
      optimal: way.optimal,
      bytes: total,
      us,
      unchangedUs: guess.us,
      seconds: sum(parts.map(({ seconds }) => seconds)),
      like: guess.like,
      fails: [
        ...(features.has('optimal') && !way.optimal ? ['optimal'] : []),
        ...(features.has('edits') && asked.diagonals !== 'no-corners' ? ['edits'] : []),
        ...(limits.bytes !== undefined && total > limits.bytes ? ['size'] : []),
        ...(limits.us !== undefined && us > limits.us ? ['time'] : []),
      ],
    });
  }
  const kept = asked.priced ? proposals.filter((one) => !proposals.some((other) => isBetter(other, one))) : proposals;
  return { openCells: asked.cells, problems: [...problems], ...ranked(kept, limits) };
}

/** Seconds of bakes that count alike: where they are short, the machine's other work decides which is shorter. */
const SHORT_SECONDS = 10;

/** Predicted times of queries are right within this factor (docs/decisions/estimates-power-law.md). */
const SURE_FACTOR = 2;

/**
 * Whether one proposal is no worse than another in any way, and by a sure factor faster or smaller: the other is of no
 * use then.
 */
function isBetter(one: Proposal, other: Proposal): boolean {
  const figures = ({ bytes, us, unchangedUs, seconds, optimal, fails }: Proposal) => [
    bytes,
    us,
    unchangedUs,
    Math.max(seconds, SHORT_SECONDS),
    Number(!optimal),
    fails.length,
  ];
  const [a, b] = [figures(one), figures(other)];
  return (
    a.every((figure, i) => figure <= b[i]) &&
    (SURE_FACTOR * one.bytes <= other.bytes || SURE_FACTOR * one.us <= other.us)
  );
}

type EstimateOf = (name: string, options: Options) => Promise<ArtifactEstimate>;

/** Estimates each artifact once; tables with the very bake that they would be made from. */
function estimator(grid: Grid, threads: number): EstimateOf {
  const known = new Map<string, Promise<ArtifactEstimate>>();
  return (name, options) => {
    const key = `${name} ${JSON.stringify(options)}`;
    const estimate = known.get(key) ?? estimateArtifact(grid, name, options, threads, { hpa: CLUSTERS });
    known.set(key, estimate);
    return estimate;
  };
}

/** Which goal bounds suit a map: the smallest, those that bake faster, or none. */
async function boundsFor(grid: Grid, estimateOf: EstimateOf): Promise<string | undefined> {
  if (floodsTooLong(grid)) return undefined;
  return (await estimateOf('bounds', {})).seconds > PATIENCE_SECONDS ? 'jps+bounds-fast' : 'jps+bounds';
}

function artifactsOf(way: Way, features: Set<Feature>): Record<string, Options> {
  const needed = [...features].map((feature) => NEEDS[feature] ?? {});
  const artifacts = Object.assign({}, ...needed, way.artifacts);
  const all = { ...artifacts, ...(artifacts.table && TABLE) };
  return Object.fromEntries(ARTIFACT_NAMES.filter((name) => name in all).map((name) => [name, all[name]]));
}

/** Optimal paths first; then, where the size is limited, the fastest that keeps to it, else the smallest. */
function ranked(proposals: Proposal[], limits: Limits): Pick<Recommendation, 'best' | 'nearest' | 'proposals'> {
  const price = ({ bytes, us }: Proposal) => (limits.bytes === undefined ? bytes : us);
  const failed = ({ fails }: Proposal) => fails.filter((fail) => fail !== 'size' && fail !== 'time').length;
  const excess = ({ bytes, us }: Proposal) =>
    Math.max(bytes / (limits.bytes ?? Infinity), us / (limits.us ?? Infinity));
  const sorted = proposals.toSorted(
    (a, b) =>
      Math.sign(a.fails.length) - Math.sign(b.fails.length) ||
      Number(b.optimal) - Number(a.optimal) ||
      price(a) - price(b),
  );
  const best = sorted[0]?.fails.length === 0 ? sorted[0] : undefined;
  const nearest = best ?? sorted.toSorted((a, b) => failed(a) - failed(b) || excess(a) - excess(b))[0];
  return { best, nearest, proposals: sorted };
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
