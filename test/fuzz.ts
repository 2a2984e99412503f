/** Damaged blobs and maps through every reader: each is refused with an error of ours, or does no harm. */
import { inspectBlob } from '../src/artifacts/inspect.js';
import { loadForTools, TOOL_ENGINES } from '../src/baselines/tool-engines.js';
import { unpackBlob } from '../src/blob/pack.js';
import { BlobError, MapError } from '../src/errors.js';
import { STRAIGHT } from '../src/grid/step-costs.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios } from '../src/maps/scen.js';
import { checkPath } from '../src/oracle/check-path.js';
import { diffBlobs } from '../src/pipeline/diff.js';
import type { GridNav } from '../src/runtime/nav.js';
import { PathBuffer } from '../src/search/path.js';
import { forge, repaired } from './forge.js';
import type { FuzzBlob } from './fuzz-corpus.js';
import { random as generator } from './grids.js';
import { mapText } from './maps.js';
import { mutateText, type Random, reshape, scribble, upTo } from './mutate.js';

const SCENARIOS = `version 1\n${Array.from({ length: 20 }, (_, i) => `${i}\tm.map\t30\t24\t1\t2\t${i}\t4\t${i}.414`).join('\n')}\n`;
const MAP = mapText('rooms', 20, 0.3, 4);
/** A text for so many blobs. */
const TEXT_EVERY = 8;

export interface FuzzResult {
  refused: boolean;
  /** Whether all checksums were made right again. */
  forged: boolean;
  /** Paths that were found and are legal. */
  paths: number;
}

/** The case of a number: the same numbers, the same cases. @throws what is no error of ours, and what is wrong with an answer */
export function fuzzCase(corpus: FuzzBlob[], seed: number): FuzzResult {
  const random = generator(seed + 1);
  for (let i = 0; i < 8; i++) random();
  if (seed % TEXT_EVERY === 0) fuzzText(random);
  const { bytes, forged, original, partners } = fuzzBlob(corpus, random);
  const result = { refused: false, forged, paths: 0 };
  const attempt = (read: () => unknown) => {
    if (isRefused(read)) result.refused = true;
  };
  attempt(() => inspectBlob(bytes));
  attempt(() => unpackBlob(bytes));
  attempt(() => diffBlobs(original, bytes));
  for (const engine of Object.keys(TOOL_ENGINES)) {
    attempt(() => {
      const nav = loadForTools([bytes, ...partners], { engine });
      for (let i = 0; i < QUERIES; i++) result.paths += ask(nav, random, i === 0);
    });
  }
  return result;
}

/** The damaged blob of a case: half of them forged, so that no checksum stands before what reads them. */
export function fuzzBlob(corpus: FuzzBlob[], random: Random) {
  const { bytes: original, partners } = corpus[upTo(random, corpus.length)];
  const other = corpus[upTo(random, corpus.length)].bytes;
  const kind = random();
  if (kind < 0.2) return { original, partners, forged: false, bytes: scribble(original, random) };
  if (kind < 0.35) return { original, partners, forged: false, bytes: reshape(original, other, random) };
  if (kind < 0.5) return { original, partners, forged: false, bytes: repaired(scribble(original, random)) };
  return { original, partners, forged: true, bytes: forge(original, other, random) };
}

function fuzzText(random: Random): void {
  if (random() < 0.7) isRefused(() => parseMap(Buffer.from(mutateText(MAP, random), 'latin1')));
  else isRefused(() => parseScenarios(mutateText(SCENARIOS, random)));
}

const path = new PathBuffer();
const QUERIES = 6;

/**
 * Asks for a path, and for all else that a map answers.
 * @returns the number of paths
 * @throws what is wrong with an answer: a path may be missing, never illegal or of a wrong cost
 */
function ask(nav: GridNav, random: Random, everything: boolean): number {
  const { grid, width, height } = nav;
  const from: [number, number] = [upTo(random, width), upTo(random, height)];
  const to: [number, number] = [upTo(random, width), upTo(random, height)];
  try {
    const found = nav.findPathInto(...from, ...to, path);
    if (found) {
      const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to) / (grid.costs ? 2 * STRAIGHT : STRAIGHT);
      if (path.cost !== cost) throw new Error(`the path costs ${cost}, it says ${path.cost}`);
    }
    if (everything) askTheRest(nav, from, to);
    return Number(found);
  } catch (error) {
    if (!(error instanceof BlobError)) (error as Error).message += `: engine ${nav.engine}, from ${from} to ${to}`;
    throw error;
  }
}

function askTheRest(nav: GridNav, from: [number, number], to: [number, number]): void {
  const walk = nav.walk?.(...from, ...to);
  if (walk) checkPath(nav.grid, walked(walk, nav.grid.open.length), from, to);
  const distance = nav.distance?.(...from, ...to) ?? 0;
  if (!(distance >= 0)) throw new Error(`distance is ${distance}`);
  const nearest = nav.nearest?.(...from, [...to, to[0], from[1], 0, 0]) ?? 0;
  if (![-1, 0, 1, 2].includes(nearest)) throw new Error(`nearest is ${nearest}`);
}

/** Cells of a walk. @throws if it goes on for ever */
function walked(walk: Iterable<[number, number]>, cells: number): number[] {
  const all: number[] = [];
  for (const [x, y] of walk) {
    all.push(x, y);
    if (all.length > 20 * cells) throw new Error('a walk does not end');
  }
  return all;
}

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    // Not every blob has all that every engine needs.
    if (error instanceof BlobError) return error.code !== 'missing';
    if (error instanceof MapError) return true;
    throw error;
  }
}
