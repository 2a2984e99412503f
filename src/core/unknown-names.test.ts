import { describe, expect, it } from 'vitest';
import { nearest, nearestOrLonger, refuseUnknown } from './unknown-names.js';

describe('refuseUnknown', () => {
  const check = (options: object | null | undefined) => refuseUnknown(options as { x?: 1; speed?: 1 }, 'x', 'speed');

  it.each([
    [{ sped: 1 }, 'option sped is unknown; did you mean speed?'],
    [{ x: 1, speeed: undefined }, 'option speeed is unknown; did you mean speed?'],
    [{ color: 1 }, 'option color is unknown; known are x, speed'],
    [{ y: 1 }, 'option y is unknown; known are x, speed'],
    ['fast', 'option 0 is unknown; known are x, speed'],
  ])('%j: %s', (options, message) => {
    expect(() => check(options as object)).toThrow(new TypeError(message));
  });

  it('accepts known names, and no options', () => {
    for (const options of [undefined, null, {}, { x: 1 }, { x: undefined, speed: 1 }]) check(options);
  });
});

describe('nearest', () => {
  it.each([
    ['jsp', 'jps'],
    ['qeury', 'query'],
    ['boundz', 'bounds'],
    ['bound', 'bounds'],
    ['querty', 'query'],
    ['q', undefined],
    ['', undefined],
    ['table', undefined],
  ])('%s: %s', (name, expected) => {
    expect(nearest(name, ['jps', 'bounds', 'query'])).toBe(expected);
  });
});

it('nearest suggests no long name that has only some letters in common', () => {
  expect(nearest('scenarios', ['version', 'engine'])).toBeUndefined();
  expect(nearest('fingerprnit', ['fingerprint'])).toBe('fingerprint');
});

it('nearestOrLonger completes the beginning of a name', () => {
  const known = ['outFolder', 'outDir', 'threads'];
  expect(['out', 'ou', 'thread', 'xyz'].map((name) => nearestOrLonger(name, known))).toEqual([
    ...['outDir', undefined, 'threads', undefined],
  ]);
});
