import { describe, expect, it } from 'vitest';
import { chooseAll, type Side } from './gates.js';
import { worldLayout } from './layout.js';

/** A side with transitions at these places, by default all of one part and of weight 1. */
function side(places: number[], labels: number[] = places.map(() => 1), weights: number[] = places.map(() => 1)): Side {
  return { places: Uint16Array.from(places), labels: Int32Array.from(labels), weights: Uint8Array.from(weights) };
}

const NONE = side([]);
/** Two tiles side by side, whose border is the east of the first and the west of the second. */
const beside = worldLayout(256, 128, 128, 16);
const chosen = (here: Side, there: Side) =>
  chooseAll(beside, [
    [NONE, here, NONE, NONE],
    [NONE, NONE, NONE, there],
  ]);

describe('the gates of a border', () => {
  it('are, of each stretch of 64 cells, the transition nearest to its middle, the first of two', () => {
    const all = Array.from({ length: 128 }, (_, i) => i);
    expect([...chosen(side(all), side(all)).places]).toEqual([31, 95]);
    for (const [text, expected] of [
      ['0 20 40 63', '40'],
      ['0 30 33 63', '30'],
      ['29 34 63', '29'],
      ['0 63 64 127', '0 64'],
      ['10 63 64 70 100', '10 100'],
    ]) {
      const places = text.split(' ').map(Number);
      expect(chosen(side(places), side(places)).places.join(' ')).toBe(expected);
    }
  });

  it('are, in tiles of less than 128 cells, one for each half of the border, give or take a cell', () => {
    const gatesIn = (tile: number, places = Array.from({ length: tile }, (_, i) => i)) => [
      ...chooseAll(worldLayout(2 * tile, tile, tile, 2), [
        [NONE, side(places), NONE, NONE],
        [NONE, NONE, NONE, side(places)],
      ]).places,
    ];
    expect([64, 32, 18, 4, 2].map((tile) => gatesIn(tile))).toEqual([[15, 47], [7, 23], [4, 14], [0, 2], [0]]);
  });

  it('are one for each two parts that meet there, in the order of their places', () => {
    const places = [5, 20, 31, 40, 60];
    const gates = chosen(side(places, [1, 2, 1, 2, 1]), side(places, [1, 1, 1, 1, 3]));
    expect([...gates.places]).toEqual([31, 40, 60]);
  });

  it('are where both tiles have a transition', () => {
    expect([...chosen(side([3, 30, 50]), side([4, 50, 60])).places]).toEqual([50]);
    expect([...chosen(side([3]), side([4])).places]).toEqual([]);
  });

  it('have the weights of both cells, and none are stored where each is 1', () => {
    expect(chosen(side([3, 70]), side([3, 70])).weights).toBeUndefined();
    expect(chosen(side([3, 70], [1, 1], [1, 4]), side([3, 70], [1, 1], [1, 2])).weights).toEqual(Uint16Array.of(2, 6));
  });

  it('are counted by tile, east before south, none over the edge of the world or next to a tile without open cells', () => {
    const square = worldLayout(256, 256, 128, 16);
    const [one, two] = [side([31]), side([31, 95])];
    // North, east, south, west of each tile.
    const tiles = [[one, two, one, one], [one, one, two, two], [one, one, one, one], []];
    const gates = chooseAll(square, tiles);
    expect([...gates.counts]).toEqual([2, 1, 0, 0, 0, 0, 0, 0]);
    expect([...gates.places]).toEqual([31, 95, 31]);
  });
});
