/**
 * The changes of a map, in a few bytes: to save, to send. Little-endian:
 *
 *     0   89 47 50 45, version 1, 0
 *     6   width, height, 16 bits each
 *     10  the first 8 bytes of the fingerprint of the baked map, or of one made in the game:
 *         CRC-32 of the unit's size, the move rule and the open cells, and of the costs and walls
 *     18  only versions 2 and 3: number of names of closed links, then the letters of each and how many they are,
 *         as the numbers below
 *         only version 3: number of walls, then of each 4 * (y * width + x) + 2 for a south side + 1 where it is open,
 *         as those numbers
 *         runs of cells, row by row: cells between the end of the one before and this one, length,
 *         2 * (cost - 1) + open; as numbers of 7 bits a byte, lowest first, the highest bit where another byte follows
 *     -4  CRC-32 of all before
 */

import { crc32 } from '../../core/blob/crc32.js';
import { type BlobBytes, viewOf } from '../../core/blob/read.js';
import { ensure } from '../../core/errors.js';
import { MAX_COST, MAX_LINK_NAME, MAX_LINKS } from '../../core/limits.js';
import type { Nav } from '../../runtime/nav.js';
import { byKind, type Change, type Kinds, type MapRun, type WallChange } from './cells.js';
import { applyEdit, checkEdit, type EditableNav, type Edits, editsOf } from './edits.js';

const MAGIC = '89475045';
/** 2 where links are closed, 3 where walls between cells have changed. */
const VERSIONS = [1, 2, 3];
const HEAD_BYTES = 18;
/** What to do where they are damaged, and where changes and map do not go together. */
const AGAIN = 'make them again';
const OF_THIS_MAP = 'take changes of this very map';

/** Maps that have changes. */
type Sides = Pick<Nav, 'width' | 'height' | 'fingerprint'>;

function sidesOf({ nav, shipped }: Edits): Sides {
  const { width, height, open, costs = open, walls = new Uint8Array(0), size, moveRule } = shipped;
  if (nav.fingerprint) return nav;
  const kind = crc32(Uint8Array.of(size, ...Array.from(moveRule, (letter) => letter.charCodeAt(0))));
  const sums = [crc32(open, kind), crc32(walls, crc32(costs))];
  return { width, height, fingerprint: sums.map((sum) => sum.toString(16).padStart(8, '0')).join('') };
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param changes closed links, and runs of cells, ascending, none of them in two rows */
export function encodeChanges({ width, height, fingerprint }: Sides, changes: readonly MapRun[]): Uint8Array {
  const { links, walls, cells } = byKind(changes);
  const names = links.map(({ link }) => link);
  const bytes: number[] = [];
  const hex = (text: string) => bytes.push(...(text.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
  const number = (value: number) => {
    for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
    bytes.push(value);
  };
  hex(MAGIC);
  const version = walls.length > 0 ? 3 : names.length > 0 ? 2 : 1;
  bytes.push(version, 0, width & 255, width >> 8, height & 255, height >> 8);
  hex(fingerprint.slice(0, 16));
  if (version > 1) number(names.length);
  for (const name of names) {
    number(name.length);
    for (let i = 0; i < name.length; i++) number(name.charCodeAt(i));
  }
  if (version > 2) number(walls.length);
  for (const { wall, open } of walls) {
    const [x, y, side] = wall;
    number(4 * (y * width + x) + 2 * Number(side === 'south') + Number(open));
  }
  let at = 0;
  for (const run of cells as Required<Change>[]) {
    number(run.y * width + run.x - at);
    number(run.width);
    number(2 * (run.cost - 1) + Number(run.open));
    at = run.y * width + run.x + run.width;
  }
  const all = new Uint8Array(bytes.length + 4);
  all.set(bytes);
  new DataView(all.buffer).setUint32(bytes.length, crc32(all.subarray(0, -4)), true);
  return all;
}

/**
 * @param map that the changes have to be of
 * @returns closed links and the runs
 * @throws {BlobError} if they are damaged, of another version or of another map
 */
export function decodeChanges(bytes: Uint8Array, { width, height, fingerprint }: Sides): MapRun[] {
  const magic = hexOf(bytes.subarray(0, 4));
  ensure(magic === MAGIC, 'magic of changes', magic, MAGIC, 'not-a-blob', 'take what saveChanges gave');
  const version = bytes[4] | (bytes[5] << 8);
  const isKnown = VERSIONS.includes(version);
  const advice = 'make them again with this gridprep';
  ensure(isKnown, 'version of changes', version, VERSIONS.join(', '), 'unsupported', advice);
  const end = bytes.length - 4;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const least = HEAD_BYTES + 4;
  ensure(bytes.length >= least, 'length of changes', bytes.length, `${least} or more`, 'damaged', AGAIN);
  const crc = crc32(bytes.subarray(0, end));
  const stored = view.getUint32(end, true);
  ensure(stored === crc, 'checksum of changes', stored, crc, 'damaged', AGAIN);
  const size = `${view.getUint16(6, true)} x ${view.getUint16(8, true)}`;
  ensure(size === `${width} x ${height}`, 'map of the changes', size, `${width} x ${height}`, 'mismatch', OF_THIS_MAP);
  const print = hexOf(bytes.subarray(10, HEAD_BYTES));
  ensure(fingerprint.startsWith(print), 'map of the changes', print, fingerprint.slice(0, 16), 'mismatch', OF_THIS_MAP);
  const numbers = numbersOf(bytes.subarray(0, end));
  const changes: MapRun[] = [];
  if (version > 1) readLinks(numbers, changes);
  if (version > 2) readWalls(numbers, { width, height }, changes);
  readRuns(numbers, { width, height }, changes);
  return changes;
}

/** @throws {BlobError} unless what was read is there, and as it is written */
function ensureSound(sound: boolean, what: string): asserts sound {
  // Texts are made only for the error: there are millions of runs.
  if (!sound) ensure(false, 'changes', `${what} that are not there`, `${what} of the map`, 'damaged', AGAIN);
}

interface Numbers {
  /** The next number; -1 where there is none. */
  next(): number;
  isEnd(): boolean;
}

function numbersOf(bytes: Uint8Array): Numbers {
  let i = HEAD_BYTES;
  return {
    isEnd: () => i === bytes.length,
    next() {
      let value = 0;
      for (let scale = 1; i < bytes.length && scale <= 2 ** 28; scale *= 128) {
        const byte = bytes[i++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      return -1;
    },
  };
}

type Size = Pick<Sides, 'width' | 'height'>;

/** Reads the names of closed links, each once. */
function readLinks({ next }: Numbers, changes: MapRun[]): void {
  const count = next();
  ensure(count <= MAX_LINKS, 'number of closed links', count, `at most ${MAX_LINKS}`, 'damaged', AGAIN);
  ensureSound(count >= 0, 'links');
  const names = new Set<string>();
  for (let left = count; left > 0; left--) {
    const letters = next();
    ensureSound(letters >= 0 && letters <= MAX_LINK_NAME, 'links');
    let name = '';
    for (let l = 0; l < letters; l++) {
      const letter = next();
      ensureSound(letter >= 0 && letter <= 0xffff, 'links');
      name += String.fromCharCode(letter);
    }
    ensureSound(!names.has(name), 'links');
    names.add(name);
    changes.push({ link: name, open: false });
  }
}

/** Reads walls, ascending: so there are at most two a cell. */
function readWalls({ next }: Numbers, { width, height }: Size, changes: MapRun[]): void {
  const count = next();
  ensureSound(count >= 0 && count <= 2 * width * height, 'walls');
  for (let left = count, last = -1; left > 0; left--) {
    const value = next();
    const side = Math.floor(value / 2);
    // A number may have 35 bits.
    const cell = Math.floor(value / 4);
    ensureSound(side > last && cell < width * height, 'walls');
    last = side;
    const wall: WallChange['wall'] = [cell % width, Math.floor(cell / width), side & 1 ? 'south' : 'east'];
    changes.push({ wall, open: (value & 1) > 0 });
  }
}

/** Reads runs of cells, ascending, none of them in two rows. */
function readRuns({ next, isEnd }: Numbers, { width, height }: Size, changes: MapRun[]): void {
  for (let cell = 0; !isEnd(); ) {
    const [gap, run, state] = [next(), next(), next()];
    cell += gap;
    const x = cell % width;
    const y = (cell - x) / width;
    ensureSound(gap >= 0 && run > 0 && x + run <= width && y < height && state >= 0 && state < 2 * MAX_COST, 'cells');
    changes.push({ x, y, width: run, height: 1, open: (state & 1) > 0, cost: (state >> 1) + 1 });
    cell += run;
  }
}

/**
 * All changes since the bake, in a few bytes: to save, or to send to others that have loaded the same blobs.
 *
 *     localStorage.setItem('map', saveChanges(nav).join());
 */
export function saveChanges(nav: EditableNav): Uint8Array {
  const edits = editsOf(nav);
  return encodeChanges(sidesOf(edits), edits.changes());
}

/**
 * Restores the state of the map in which {@link saveChanges} was called; all other changes are undone.
 *
 *     applyChanges(nav, Uint8Array.from(localStorage.getItem('map').split(',')));
 *
 * @throws {BlobError} if they are damaged, of another version or of another map; also if they need what this map or
 * `editable` does not have, such as costs. Nothing is changed then
 */
export function applyChanges(nav: EditableNav, changes: BlobBytes): void {
  const edits = editsOf(nav);
  const all = edits.changes(true).concat(decodeChanges(viewOf(changes, 'changes'), sidesOf(edits)));
  let checked: Kinds;
  try {
    checked = checkEdit(edits, all);
  } catch (error) {
    const { message } = error as Error;
    ensure(false, 'changes', message, 'cells, links and walls of the map', 'mismatch', OF_THIS_MAP);
  }
  applyEdit(edits, checked);
}
