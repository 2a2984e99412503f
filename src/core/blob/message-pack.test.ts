import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { pack } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { newBudget, unpack } from './message-pack.js';

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer(),
    fc.maxSafeInteger(),
    // msgpackr writes -0 as 0.
    fc.double({ noNaN: true }).map((value) => value || 0),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(fc.string({ maxLength: 40 }), tie('value'), { maxKeys: 20, noNullPrototype: true }),
  ),
}));

describe('the reader of MessagePack', () => {
  it('reads what msgpackr writes, lists and texts of every length', () => {
    fc.assert(
      fc.property(values.value, (value) => {
        expect(unpack(pack(value))).toEqual(value);
      }),
    );
    for (const length of [15, 16, 31, 32, 255, 256, 65_535, 65_536, 70_000]) {
      expect(unpack(pack('a'.repeat(length)))).toBe('a'.repeat(length));
      deepStrictEqual(unpack(pack(Array(length).fill(7))), Array(length).fill(7));
    }
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]));
    deepStrictEqual(unpack(pack(many)), many);
    expect(unpack(Uint8Array.of(0xdf, 0, 0, 0, 1, 0xa1, 107, 7))).toEqual({ k: 7 });
    expect(unpack(Uint8Array.of(0x81, 0xa9, ...new TextEncoder().encode('__proto__'), 1))).toSatisfy(
      (map) => Object.hasOwn(map as object, '__proto__') && Object.getPrototypeOf(map) === Object.prototype,
    );
  });

  it('refuses bytes that end too soon or too late, and values that metadata do not have', () => {
    const whole = pack({ doors: [{ name: 'gate', cells: [1, 2, 300, 70_000, -3, -200, -40_000, 1.5] }], level: null });
    for (let length = 0; length < whole.length; length++) expect(() => unpack(whole.subarray(0, length))).toThrow();
    expect(() => unpack(Uint8Array.from([...whole, 0]))).toThrow('long');
    for (const tag of [0xc1, 0xc4, 0xc7, 0xd5, 0xd8])
      expect(() => unpack(Uint8Array.of(tag, 0, 0, 0, 0)), `${tag}`).toThrow();
    // Lists in lists, each of as many entries as there are bytes; and as many empty maps as there are bytes.
    const nested = new Uint8Array(1 << 20);
    for (let at = 0; at + 5 < 30_000; at += 5) nested.set([0xdd, 0, 15, 0, 0], at);
    const start = process.memoryUsage().heapUsed;
    expect(() => unpack(nested)).toThrow(/^(too deep|short)$/);
    expect(process.memoryUsage().heapUsed - start).toBeLessThan(64e6);
    const maps = Uint8Array.from([0xdd, 0, 15, 255, 251, ...new Uint8Array(0xffffb).fill(0x80)]);
    expect(() => unpack(maps)).toThrow('short');
    // One budget for values that are read together.
    const budget = newBudget();
    const numbers = pack(Array(1_000_000).fill(7));
    for (let i = 0; i < 8; i++) unpack(numbers, budget);
    expect(() => unpack(numbers, budget)).toThrow('short');
    // A list that says it is longer than all memory.
    expect(() => unpack(Uint8Array.of(0xdd, 255, 255, 255, 255))).toThrow('short');
  });
});
