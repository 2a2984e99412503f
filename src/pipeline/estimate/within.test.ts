import { describe, expect, it } from 'vitest';
import { parseWithin } from './within.js';

describe('parseWithin', () => {
  it.each([
    ['100kB,20us,edits', { bytes: 100_000, us: 20, features: ['edits'] }],
    ['20us', { us: 20, features: [] }],
    [' 1.5 MB , walk,optimal ', { bytes: 1_500_000, features: ['walk', 'optimal'] }],
    ['2KiB,0.5ms', { bytes: 2048, us: 500, features: [] }],
    ['800b,3µs', { bytes: 800, us: 3, features: [] }],
  ])('reads %j', (text, limits) => {
    expect(parseWithin(text)).toEqual(limits);
  });

  const ALLOWED =
    'allowed are a size (100kB), a time of a query (20us), edits, costs, sizes, diagonals, walk, distance, nearest, optimal';
  it.each([
    ['', `"" is no limit; ${ALLOWED}`],
    ['100', `"100" is no limit; ${ALLOWED}`],
    ['20us,fast', `"fast" is no limit; ${ALLOWED}`],
    ['0us', `"0us" is no limit; ${ALLOWED}`],
    ['-1kB', `"-1kB" is no limit; ${ALLOWED}`],
    ['5 constructor', `"5 constructor" is no limit; ${ALLOWED}`],
    ['1kB,2kB', '"1kB,2kB" has two sizes, expected one'],
    ['1us,1ms', '"1us,1ms" has two times, expected one'],
  ])('refuses %j', (text, message) => {
    expect(() => parseWithin(text)).toThrow(new RangeError(message));
  });
});
