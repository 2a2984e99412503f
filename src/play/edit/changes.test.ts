import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { BlobError } from '../../core/errors.js';
import type { Change } from './cells.js';
import { decodeChanges, encodeChanges } from './changes.js';

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
    other[4] = 3;
    refuse(other, 'unusable blob: version of changes is 3, expected 1 or 2; make them again with this gridprep');
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
});
