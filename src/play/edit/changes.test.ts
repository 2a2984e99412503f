import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { crc32 } from '../../core/blob/crc32.js';
import { BlobError } from '../../core/errors.js';
import { createGrid } from '../../core/grid/create.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { wallsPart } from '../../runtime/walls.js';
import type { Change } from './cells.js';
import { applyChanges, decodeChanges, encodeChanges, saveChanges } from './changes.js';
import { editable } from './edit.js';
import type { EditEvent } from './events.js';

const MAP = { width: 300, height: 40, fingerprint: '0123456789abcdef'.repeat(4) };

const WALLED = { walls: [[1, 0, 'east']] };

/** The map that changes name. */
const sameMap = (changes: Uint8Array) => ({
  width: changes[6] | (changes[7] << 8),
  height: changes[8] | (changes[9] << 8),
  fingerprint: Buffer.from(changes.subarray(10, 18)).toString('hex'),
});

/** Changes of these numbers, whatever they mean, under a right checksum. */
function forged(map: typeof MAP, version: number, numbers: readonly number[]): Uint8Array {
  const head = encodeChanges(map, []).subarray(0, 18);
  const tail = numbers.flatMap((value) => {
    const list = [];
    for (; value > 127; value = Math.floor(value / 128)) list.push((value % 128) | 128);
    return [...list, value];
  });
  const bytes = new Uint8Array(22 + tail.length);
  bytes.set(head);
  bytes.set(tail, 18);
  bytes[4] = version;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

/** Runs in the order of the map, none next to another of the same kind. */
const anyRuns = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 700 }),
      width: fc.integer({ min: 1, max: 40 }),
      open: fc.boolean(),
      cost: fc.integer({ min: 1, max: 255 }),
    }),
  )
  .map((list) => {
    const runs: Required<Change>[] = [];
    let at = 0;
    for (const { gap, width, open, cost } of list) {
      at += gap;
      const [x, y] = [at % MAP.width, Math.floor(at / MAP.width)];
      if (y >= MAP.height) break;
      const run = { x, y, width: Math.min(width, MAP.width - x), height: 1, open, cost };
      at += run.width;
      runs.push(run);
    }
    return runs;
  });

describe('changes as bytes', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        expect(decodeChanges(encodeChanges(MAP, runs), MAP)).toEqual(runs);
      }),
      { numRuns: sample(200) },
    );
    // Numbers at which another byte begins.
    for (const cell of [127, 128, 129, 11_999]) {
      for (const cost of [64, 65]) {
        const run = { x: cell % 300, y: Math.floor(cell / 300), width: 1, height: 1, open: false, cost };
        expect(decodeChanges(encodeChanges(MAP, [run]), MAP)).toEqual([run]);
      }
    }
    // A door of one cell.
    expect(encodeChanges(MAP, [{ x: 20, y: 7, width: 1, height: 1, open: false, cost: 1 }])).toHaveLength(26);
  });

  it('are refused if they are of another map or version, no changes, or damaged in any byte', () => {
    const bytes = encodeChanges(MAP, [{ x: 20, y: 7, width: 3, height: 1, open: true, cost: 9 }]);
    const refuse = (what: Uint8Array, message: string, map = MAP) =>
      expect(() => decodeChanges(what, map)).toThrow(message);
    refuse(bytes, 'unusable blob: map of the changes is 300 x 40, expected 300 x 41; take changes of this very map', {
      ...MAP,
      height: 41,
    });
    refuse(
      bytes,
      'unusable blob: map of the changes is 0123456789abcdef, expected fedcba9876543210; take changes of this very map',
      {
        ...MAP,
        fingerprint: 'fedcba9876543210'.repeat(4),
      },
    );
    refuse(
      Uint8Array.of(1, 2, 3, 4, 5),
      'unusable blob: magic of changes is 01020304, expected 89475045; take what saveChanges gave',
    );
    const other = bytes.slice();
    other[4] = 4;
    refuse(other, 'unusable blob: version of changes is 4, expected 1, 2, 3; make them again with this gridprep');
    for (let i = 0; i < bytes.length; i++) {
      const damaged = bytes.slice();
      damaged[i] ^= 1 << (i & 7);
      expect(() => decodeChanges(damaged, MAP)).toThrow(BlobError);
      expect(() => decodeChanges(bytes.subarray(0, i), MAP)).toThrow(BlobError);
    }
  });

  it('never name a cell that is not there', () => {
    for (const run of [
      { x: 299, y: 39, width: 2, height: 1, open: true, cost: 1 },
      { x: 0, y: 40, width: 1, height: 1, open: true, cost: 1 },
      { x: 0, y: 0, width: 0, height: 1, open: true, cost: 1 },
      { x: 0, y: 0, width: 1, height: 1, open: true, cost: 256 },
    ]) {
      expect(() => decodeChanges(encodeChanges(MAP, [run]), MAP)).toThrow(
        'unusable blob: changes is cells that are not there, expected cells of the map; make them again',
      );
    }
  });

  it.each([
    ['a name of 300,000 letters', 2, [1, 300_000, ...Array(300_000).fill(65)], 'links that are not there'],
    ['a name of more letters than there are', 2, [1, 9, 65], 'links that are not there'],
    ['a letter that is none', 2, [1, 1, 65_536], 'links that are not there'],
    ['a name twice', 2, [2, 1, 65, 1, 65], 'links that are not there'],
    ['more names than a map has links', 2, [200_000, ...Array(200_000).fill(0)], 'number of closed links is 200000'],
    [
      'a number of names without end',
      2,
      [2 ** 34 - 1],
      'number of closed links is 17179869183, expected at most 65536',
    ],
    ['a wall twice', 3, [0, 2, 8, 8], 'walls that are not there'],
    ['a wall open and closed', 3, [0, 2, 8, 9], 'walls that are not there'],
    ['a wall before the last one', 3, [0, 2, 10, 8], 'walls that are not there'],
    ['a wall of a cell behind the last one', 3, [0, 1, 4 * 12_000], 'walls that are not there'],
    ['a wall beyond 31 bits', 3, [0, 1, 2 ** 35 - 1], 'walls that are not there'],
    ['more walls than there are', 3, [0, 24_001], 'walls that are not there'],
    ['fewer walls than it says', 3, [0, 2, 8], 'walls that are not there'],
    ['a run behind the last cell', 1, [2 ** 35 - 1, 1, 1], 'cells that are not there'],
    ['half a run', 1, [1, 1], 'cells that are not there'],
    ['a number of six bytes', 1, [2 ** 35], 'cells that are not there'],
  ])('are refused with %s', (_, version, numbers, message) => {
    expect(() => decodeChanges(forged(MAP, version, numbers), MAP)).toThrow(message);
    expect(() => decodeChanges(forged(MAP, version, numbers), MAP)).toThrow(BlobError);
  });

  it.each([
    ['a wall where the map has none', {}, 3, [0, 1, 4], 'there is no wall 1, 0, east; the map has none between cells'],
    ['a wall along its edge', WALLED, 3, [0, 1, 4 * 8], 'there is no wall 8, 0, east; that is the edge of the map'],
    ['costs next to walls', WALLED, 1, [3, 1, 5], 'cost is 3, with walls between cells allowed are 1 to 128'],
    ['a link that the map does not have', {}, 2, [1, 1, 65], 'there is no link A; the map has none'],
    ['costs above 255 with wall costs', { wallCosts: [200] }, 1, [3, 1, 2 * 99], 'cost is 100, allowed is'],
  ])('are refused with %s, and nothing changes', (_, options, version, numbers, message) => {
    const made = createGrid(9, 9, (x) => x !== 4, options as object);
    const nav = editable(loadGrid(made, { parts: [wallsPart] }));
    nav.setOpen(2, 2, false);
    const before = saveChanges(nav);
    const bytes = forged(sameMap(before), version, numbers);
    expect(() => applyChanges(nav, bytes)).toThrow(`unusable blob: changes is ${message}`);
    expect(() => applyChanges(nav, bytes)).toThrow(BlobError);
    expect(saveChanges(nav)).toEqual(before);
  });

  it('of half of all cells are as many changes in a few boxes', () => {
    const nav = editable(loadGrid(300, 200, () => true));
    const numbers = Array.from({ length: 30_000 }, () => [1, 1, 0]).flat();
    const bytes = forged(sameMap(saveChanges(nav)), 1, numbers);
    const events: EditEvent[] = [];
    nav.onChange((event) => void events.push(event));
    applyChanges(nav, bytes);
    expect(saveChanges(nav)).toEqual(bytes);
    const [{ areas, changes }] = events;
    expect([events.length, changes.length]).toEqual([1, 30_000]);
    expect(areas.length).toBeLessThanOrEqual(1024);
    const covered = new Uint8Array(300 * 200);
    for (const { x, y, width = 1, height = 1 } of areas)
      for (let row = y; row < y + height; row++) covered.fill(1, 300 * row + x, 300 * row + x + width);
    expect(covered.every((is, cell) => is || nav.isOpen(cell % 300, Math.floor(cell / 300)))).toBe(true);
    applyChanges(nav, forged(sameMap(bytes), 1, []));
    expect(nav.isOpen(1, 0)).toBe(true);
  });

  it('of a map that was made in the game are refused by one with other walls', () => {
    const walled = (x: number) =>
      editable(
        loadGrid(
          createGrid(9, 9, () => true, { walls: [[x, 1, 'east']] }),
          { parts: [wallsPart] },
        ),
      );
    const nav = walled(1);
    nav.edit({ wall: [1, 1, 'east'], open: true });
    applyChanges(walled(1), saveChanges(nav));
    expect(() => applyChanges(walled(2), saveChanges(nav))).toThrow('take changes of this very map');
  });

  it('of links are refused by a map without links, as edits are', () => {
    const nav = editable(loadGrid(9, 9, () => true));
    const message = 'there is no link gate; the map has none';
    expect(() => nav.edit({ link: 'gate', open: true } as never)).toThrow(new RangeError(message));
    expect(() => nav.edit({ link: 'gate' } as never)).toThrow(
      new TypeError('open is undefined, expected true or false'),
    );
  });
});
