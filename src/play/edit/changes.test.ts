import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { crc32 } from '../../core/blob/crc32.js';
import { BlobError } from '../../core/errors.js';
import { createGrid } from '../../core/grid/create.js';
import { loadGrid } from '../../core/runtime/load-grid.js';
import { wallsPart } from '../../core/runtime/walls.js';
import type { Change } from './cells.js';
import { applyChanges, decodeChanges, encodeChanges, saveChanges } from './changes.js';
import { editable } from './edit.js';

const MAP = { width: 300, height: 40, fingerprint: '0123456789abcdef'.repeat(4) };

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
    ['a name of 300,000 letters', [[1], [300_000], Array(300_000).fill(65)], 'names that are not there'],
    ['a name of more letters than there are', [[1], [9], [65]], 'names that are not there'],
    ['more names than a map has links', [[200_000], Array(200_000).fill(0)], 'number of closed links is 200000'],
    ['a number of names without end', [[2 ** 34 - 1]], 'number of closed links is 17179869183, expected at most 4096'],
  ])('are refused with %s', (_, numbers, message) => {
    const bytes = numbers.flat().flatMap((value) => {
      const list = [];
      for (; value > 127; value = Math.floor(value / 128)) list.push((value % 128) | 128);
      return [...list, value];
    });
    const [head, tail] = [encodeChanges(MAP, [{ link: 'a', open: false }]).slice(0, 18), Uint8Array.from(bytes)];
    const all = new Uint8Array(head.length + tail.length + 4);
    all.set(head);
    all.set(tail, head.length);
    new DataView(all.buffer).setUint32(all.length - 4, crc32(all.subarray(0, -4)), true);
    expect(() => decodeChanges(all, MAP)).toThrow(message);
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

  it('of links are refused by a map without links', () => {
    const nav = editable(loadGrid(9, 9, () => true));
    const bytes = saveChanges(nav);
    const { width, height } = nav;
    const fingerprint = [...bytes.subarray(10, 18)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const forged = encodeChanges({ width, height, fingerprint }, [{ link: 'gate', open: false }]);
    const message = 'there is no link gate; the map has none';
    expect(() => applyChanges(nav, forged)).toThrow(new RangeError(message));
    expect(() => nav.edit({ link: 'gate', open: true } as never)).toThrow(new RangeError(message));
    expect(() => nav.edit({ link: 'gate' } as never)).toThrow(
      new TypeError('open is undefined, expected true or false'),
    );
  });
});
