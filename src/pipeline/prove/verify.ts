/** `prep verify` as a function: proves that the blobs of a map are correct. */

import { agentBlobs, agentNames } from '../../core/blob/agents.js';
import { placesOf } from '../../core/blob/meta.js';
import { gridOfBlob, unpackBlob } from '../../core/blob/pack.js';
import { BlobError, ThreadError } from '../../core/errors.js';
import { doubled } from '../../core/grid/doubled.js';
import type { Grid } from '../../core/grid/grid.js';
import { random as randomNumbers } from '../../core/grid/sample.js';
import { placements } from '../../core/oracle/placements.js';
import { inspectBlob } from '../../engines/inspect.js';
import { ARTIFACTS } from '../../engines/list.js';
import { DEFAULT_TERRAIN } from '../../maps/movingai.js';
import { mapLevels, type ReadMapOptions, readMap } from '../../maps/read-map.js';
import type { Scenario } from '../../maps/scen.js';
import { compareWithMap } from './against.js';
import { checkEngines, type EngineReport, randomQueries, scenarioQueries } from './queries.js';

export interface VerifyOptions {
  /** Queries in place of random ones. */
  scenarios?: Scenario[];
  /** Number of random queries. */
  random: number;
  seed: number;
  /** Allowed excess of near-optimal paths as a share, 0.1 is 10 %; paths below 16 steps count as 16. */
  within: number;
  /** The agent to verify. Default: all. */
  agent?: string | undefined;
  /** The map file and its reading options. Default for the level: that of the blobs. */
  against?: { file: string; bytes: Uint8Array; options?: ReadMapOptions };
}
/** Defaults of {@link VerifyOptions}. */
export const VERIFY_DEFAULTS = { random: 200, seed: 1, within: 0.2 };

/** Result for the blobs of one map. */
export interface VerifyReport {
  files: string[];
  /** Checks in words. */
  checks: string[];
  engines: EngineReport[];
  /** One sentence for each violation; none is good. */
  faults: string[];
}

/** Verifies the blobs of one map: their structure, a recomputed sample, and paths against the oracle. */
export async function verifyBlobs(
  blobs: { file: string; bytes: Uint8Array }[],
  options: Partial<VerifyOptions> = {},
): Promise<VerifyReport> {
  const files = blobs.map(({ file }) => file);
  let names: string[];
  try {
    names = agentNames(blobs.map(({ bytes }) => bytes));
  } catch (error) {
    return { files, checks: [], engines: [], faults: [`${files.join(' + ')}: ${(error as Error).message}`] };
  }
  const { agent } = options;
  if (agent !== undefined && !names.includes(agent))
    throw new BlobError(`agent is ${agent}, the blobs have ${names.join(', ') || 'none'}`, 'missing');
  if (names.length === 0) return verifyKind(blobs, options);
  const report: VerifyReport = { files, checks: [], engines: [], faults: [] };
  for (const { file, bytes } of blobs) guard(report.faults, file, () => inspectBlob(bytes));
  if (report.faults.length > 0) return report;
  for (const name of agent === undefined ? names : [agent]) {
    const alone = blobs.flatMap(({ file, bytes }) => agentBlobs([bytes], name).map((part) => ({ file, bytes: part })));
    const kind = await verifyKind(alone, { ...options, agent: name });
    report.checks.push(...kind.checks.map((text) => `${name}: ${text}`));
    report.engines.push(...kind.engines.map((engine) => ({ ...engine, agent: name })));
    report.faults.push(...kind.faults.map((text) => `${name}: ${text}`));
  }
  return report;
}

async function verifyKind(
  blobs: { file: string; bytes: Uint8Array }[],
  options: Partial<VerifyOptions>,
): Promise<VerifyReport> {
  const { scenarios, random, seed, within, against, agent } = { ...VERIFY_DEFAULTS, ...options };
  if (blobs.length === 0) throw new BlobError('there are no blobs; name those of one map', 'missing');
  const report: VerifyReport = { files: blobs.map(({ file }) => file), checks: [], engines: [], faults: [] };
  for (const { file, bytes } of blobs) guard(report.faults, file, () => inspectBlob(bytes));
  // Damaged blobs are not checked further.
  if (report.faults.length > 0) return report;
  report.checks.push('structure, checksums and fingerprint');
  const bytes = blobs.map((blob) => blob.bytes);
  const grid = gridOfBlob(bytes[0]);
  const raw = against && (await verifyMap(bytes[0], grid, against, agent, report));
  const numbers = randomNumbers(seed);
  await verifyArtifacts(blobs, grid, numbers, report);
  const queries = scenarios ? scenarioQueries(grid, scenarios) : randomQueries(grid, random, numbers);
  // Scenarios are for one agent, but do not name it.
  if (agent === undefined) report.faults.push(...queries.faults);
  report.engines = checkEngines(bytes, queries.queries, within, raw);
  report.faults.push(...report.engines.flatMap((engine) => engine.faults));
  return report;
}

/** Compares a blob's grid with its map. @returns the map for units of one cell, if the blob is for larger ones */
async function verifyMap(
  blob: Uint8Array,
  grid: Grid,
  against: NonNullable<VerifyOptions['against']>,
  agent: string | undefined,
  { faults, checks }: VerifyReport,
): Promise<Grid | undefined> {
  const { file, bytes } = against;
  const reading = { ...(await levelOf(blob, against)), ...against.options };
  faults.push(...(await compareWithMap(grid, bytes, file, { ...reading, agent })));
  checks.push(`map ${file}`);
  if (grid.size === 1 || faults.length > 0) return undefined;
  const walker = { terrain: grid.terrain || DEFAULT_TERRAIN, size: 1, diagonals: grid.moveRule };
  const { grid: raw } = await readMap(bytes, { ...reading, file, ...walker });
  faults.push(...placementFaults(grid, raw));
  checks.push(`${grid.size} x ${grid.size} cells below every anchor and step`);
  return raw;
}

/** Recomputes a sample of each artifact. */
async function verifyArtifacts(
  blobs: { file: string; bytes: Uint8Array }[],
  grid: Grid,
  numbers: () => number,
  { faults, checks }: VerifyReport,
): Promise<void> {
  const parts = blobs.flatMap(({ file, bytes }) => unpackBlob(bytes).map((part) => ({ file, part })));
  const all = parts.map(({ part }) => part);
  for (const { file, part } of parts) {
    const { artifact } = part;
    try {
      const result = await ARTIFACTS[artifact]?.verify(part, doubled(grid), numbers, all);
      checks.push(`${artifact}: ${result ? result.checked : 'nothing recomputed, the artifact is unknown'}`);
      faults.push(...(result?.faults ?? []).map((fault) => `${file}: ${artifact}: ${fault}`));
    } catch (error) {
      // A thread that died is not a fault of the blob.
      if (error instanceof ThreadError) throw error;
      faults.push(`${file}: ${artifact}: ${(error as Error).message}`);
    }
  }
}

/** The level of a blob's map, if its file has several. */
async function levelOf(blob: Uint8Array, { file, bytes }: { file: string; bytes: Uint8Array }) {
  const [part] = unpackBlob(blob);
  const level = placesOf(part.metadata, part.blob)?.level;
  const names = await mapLevels(bytes, { file }).catch((): string[] => []);
  return level !== undefined && names.includes(level) ? { level } : {};
}

/** Compares the anchors of a blob with the cells below them. */
export function placementFaults(grid: Grid, raw: Grid): string[] {
  const { open } = placements(raw, grid.size);
  const wrong = grid.open.findIndex((value, c) => value !== open[c]);
  if (wrong < 0) return [];
  const at = `${(wrong % grid.stride) - 1},${Math.floor(wrong / grid.stride) - 1}`;
  return [`a square of ${grid.size} ${open[wrong] > 0 ? 'has room' : 'has no room'} at ${at}, unlike in the blob`];
}

function guard(faults: string[], file: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    faults.push(`${file}: ${(error as Error).message}`);
  }
}
