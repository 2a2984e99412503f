import { describe, expect, it } from 'vitest';
import { MapError } from '../errors.js';
import { checkPlaces, hasPlaces, type Place } from './places.js';

const none = { doors: [], markers: [] };
const places = (count: number, name: string, cells: number): Place[] =>
  Array.from({ length: count }, () => ({ name, cells: Array<number>(2 * cells).fill(0) }));

describe('places of a map', () => {
  it.each([
    [{}, false],
    [{ level: '' }, true],
    [{ cellSize: [16, 16] as [number, number] }, true],
    [{ origin: [0, 0] as [number, number] }, true],
    [{ doors: places(1, 'a', 1) }, true],
    [{ markers: places(1, 'a', 1) }, true],
  ])('are there where a game could ask for them: %j', (some, has) => {
    expect(hasPlaces({ ...none, ...some })).toBe(has);
  });

  it.each([
    [{ doors: places(4096, 'a', 1) }, { doors: places(4097, 'a', 1) }, '4097 doors, allowed are 4096'],
    [{ markers: places(4096, 'a', 1) }, { markers: places(4097, 'a', 1) }, '4097 markers, allowed are 4096'],
    [
      { markers: places(1, 'a'.repeat(128), 1) },
      { markers: places(1, 'a'.repeat(129), 1) },
      'one of the markers has a name of 129 letters, allowed are 128',
    ],
    [
      { doors: places(256, 'a'.repeat(128), 1), markers: places(256, 'a'.repeat(128), 1) },
      { doors: places(256, 'a'.repeat(128), 1), markers: places(257, 'a'.repeat(128), 1) },
      'names of doors and markers have 65664 letters, allowed are 65536',
    ],
    [
      { doors: places(1, 'a', 32768), markers: places(1, 'a', 32768) },
      { doors: places(1, 'a', 32768), markers: places(1, 'a', 32769) },
      'doors and markers have 65537 cells, allowed are 65536',
    ],
  ])('are as many as a blob keeps, and no more', (most, more, message) => {
    expect(() => checkPlaces({ ...none, ...most }, 'a.tmx')).not.toThrow();
    expect(() => checkPlaces({ ...none, ...more }, 'a.tmx')).toThrow(new MapError(`a.tmx: ${message}`));
  });
});
