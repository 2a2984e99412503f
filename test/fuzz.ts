/** Damaged blobs and maps through every reader: each is refused with an error of ours, or does no harm. */

import { unpackAll } from '../src/core/blob/agents.js';
import { crc32 } from '../src/core/blob/crc32.js';
import * as KIND from '../src/core/blob/kinds.js';
import { HEADER_BYTES } from '../src/core/blob/layout.js';
import { unzstd } from '../src/core/blob/unzstd.js';
import { BlobError, MapError } from '../src/core/errors.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { loadForTools, TOOL_ENGINES } from '../src/lab/engines/all.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios } from '../src/maps/scen.js';
import { applyChanges } from '../src/play/edit/changes.js';
import { editable } from '../src/play/edit/edit.js';
import { readMeta } from '../src/runtime/meta.js';
import type { GridNav } from '../src/runtime/nav.js';
import { checkOf } from '../src/world/section.js';
import { loadWorld } from '../src/world/world.js';
import { type Forgery, forge, repaired, withSection } from './forge.js';
import type { FuzzBlob } from './fuzz-corpus.js';
import { random as generator } from './grids.js';
import { interrogate } from './hostile.js';
import { mapText } from './maps.js';
import { mutateText, type Random, reshape, scribble, upTo } from './mutate.js';

const SCENARIOS = `version 1\n${Array.from({ length: 20 }, (_, i) => `${i}\tm.map\t30\t24\t1\t2\t${i}\t4\t${i}.414`).join('\n')}\n`;
const MAP = mapText('rooms', 20, 0.3, 4);
/** Cases for each text. */
const TEXT_EVERY = 8;
const QUERIES = 6;

export interface FuzzResult {
  /** The damaged part: the name of a section, or another part. */
  what: string;
  refused: boolean;
  /** Whether all checksums were made right again. */
  forged: boolean;
  /** Paths that were found and are legal. */
  paths: number;
}

/** The case of a number: the same numbers, the same cases. @throws what is no error of ours, and what is wrong with an answer */
export async function fuzzCase(corpus: FuzzBlob[], seed: number): Promise<FuzzResult> {
  const random = generator(seed + 1);
  for (let i = 0; i < 8; i++) random();
  if (seed % TEXT_EVERY === 0) fuzzText(random);
  const blob = corpus[upTo(random, corpus.length)];
  const { bytes: original, partners, agent, changes, tiles } = blob;
  if (tiles) return fuzzWorld(original, tiles, random);
  if (changes && random() < 0.5) return fuzzChanges(original, changes, random);
  const { bytes, forged, what } = damaged(original, corpus[upTo(random, corpus.length)].bytes, random);
  const result = { what, refused: false, forged, paths: 0 };
  const load = (engine: string) => () =>
    ask(loadForTools([bytes, ...partners], { engine, ...(agent !== undefined && { agent }) }), random, result);
  const readers = [inspectBlob, unpackAll, (blob: Uint8Array) => readMeta(blob, { decompress: unzstd })];
  for (const read of [...readers, ...Object.keys(TOOL_ENGINES).map(load)])
    if (isRefused(() => read(bytes))) result.refused = true;
  return result;
}

/** Damage to a blob: half of it forged, so that no checksum stands before what reads it. */
function damaged(original: Uint8Array, other: Uint8Array, random: Random): Forgery & { forged: boolean } {
  const kind = random();
  if (kind < 0.1) return { forged: false, what: 'bytes', bytes: scribble(original, random) };
  if (kind < 0.2) return { forged: false, what: 'cut or joined', bytes: reshape(original, other, random) };
  if (kind < 0.3)
    return { forged: false, what: 'bytes, header checksum right', bytes: repaired(scribble(original, random)) };
  return { forged: true, ...forge(original, other, random) };
}

/** Damages the index of a world, or a tile that the index then knows by its new checksum. */
async function fuzzWorld(index: Uint8Array, tiles: Map<string, Uint8Array>, random: Random): Promise<FuzzResult> {
  const names = [...tiles.keys()];
  const name = names[upTo(random, names.length)];
  const ofTile = random() < 0.5;
  const tileOf = (at: string) => tiles.get(at) ?? new Uint8Array(0);
  const { bytes, forged, what } = damaged(ofTile ? tileOf(name) : index, tileOf(names[0]), random);
  const result = { what: `${ofTile ? 'tile' : 'world'}: ${what}`, refused: false, forged, paths: 0 };
  result.refused = isRefused(() => inspectBlob(bytes));
  const loadTile = async (x: number, y: number) => (ofTile && `${x}_${y}` === name ? bytes : tileOf(`${x}_${y}`));
  const known = () =>
    withSection(index, KIND.worldChecks, (checks) => {
      checks[names.indexOf(name)] = checkOf(bytes);
      return checks;
    });
  try {
    const world = loadWorld(!ofTile ? bytes : bytes.length > HEADER_BYTES ? known() : index, { loadTile });
    for (let i = 0; i < QUERIES; i++) {
      const [x, y, toX, toY] = [world.width, world.height, world.width, world.height].map((side) => upTo(random, side));
      const path = await world.findPath(x, y, toX, toY);
      await world.isReachable(x, y, toX, toY);
      if (!path) continue;
      result.paths++;
      const { cells, cost } = path;
      let isLegal = cost >= 0 && cost < Infinity;
      isLegal &&= `${cells.subarray(0, 2)},${cells.subarray(-2)}` === `${[x, y, toX, toY]}`;
      for (let c = 0; c < cells.length; c += 2) {
        const step = c > 0 ? Math.max(Math.abs(cells[c] - cells[c - 2]), Math.abs(cells[c + 1] - cells[c - 1])) : 1;
        isLegal &&= step === 1 && (await world.isOpen(cells[c], cells[c + 1]));
      }
      if (!isLegal) throw new Error(`from ${x}, ${y} to ${toX}, ${toY}: an illegal path of cost ${cost}, ${cells}`);
    }
  } catch (error) {
    const cause = error instanceof BlobError && error.code === 'tile' ? error.cause : error;
    if (!(cause instanceof BlobError)) throw error;
    result.refused = true;
  }
  return result;
}

/** Damages changes, mostly with their checksum made right. */
function fuzzChanges(bytes: Uint8Array, changes: Uint8Array, random: Random): FuzzResult {
  const forged = random() < 0.8;
  const changed = random() < 0.7 ? scribble(changes, random) : reshape(changes, bytes, random);
  if (forged && changed.length > 22)
    new DataView(changed.buffer).setUint32(changed.length - 4, crc32(changed.subarray(0, -4)), true);
  const result = { what: 'changes', refused: false, forged, paths: 0 };
  const nav = editable(loadForTools(bytes));
  const read = () => {
    applyChanges(nav, changed);
    ask(nav as GridNav, random, result);
  };
  if (isRefused(read)) result.refused = true;
  return result;
}

function fuzzText(random: Random): void {
  if (random() < 0.7) isRefused(() => parseMap(Buffer.from(mutateText(MAP, random), 'latin1')));
  else isRefused(() => parseScenarios(mutateText(SCENARIOS, random)));
}

/** Asks a map everything. @throws what is wrong with an answer */
function ask(nav: GridNav, random: Random, result: FuzzResult): void {
  const refusals = interrogate(nav, QUERIES, random, () => {
    result.paths++;
  });
  result.refused ||= refusals > 0;
}

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    // Not every blob has all that every engine needs, and a list of agents may name others.
    if (error instanceof BlobError) return error.code !== 'missing';
    if (error instanceof MapError || (error instanceof RangeError && /^agent is /.test(error.message))) return true;
    throw error;
  }
}
