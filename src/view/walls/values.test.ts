/** Clicks on values as options: texts of tables, colors, IntGrid values and tiles of LDtk, regions of RPG Maker. */
import { expect, it } from 'vitest';
import { choiceOf, commandLine, optionsOf } from './choice.js';
import { NOTHING, type TileRole } from './chooser.js';

type Format = Parameters<typeof optionsOf>[2]['format'];
const mapOf = (format: Format, sets: { first: number; name: string; values?: string[] }[], used: number[]) => ({
  ...{ format, sets, layers: [], used: new Map(used.map((number) => [number, 1])) },
});
const clicks = (tiles: Record<string, TileRole>) => ({ ...NOTHING, tiles: new Map(Object.entries(tiles)) });
const DIGITS = mapOf('csv', [{ first: 1, name: '', values: ['1', '0'] }], [1, 2]);
const TABLE = mapOf('rows', [{ first: 1, name: '', values: ['-1', '14', '300'] }], [1, 2, 3]);
const LEVEL = mapOf(
  'ldtk',
  [
    { first: 1, name: 'Ground', values: ['mud', '2'] },
    { first: 3, name: 'Walls', values: ['1'] },
    { first: 4, name: 'Trees', values: [] },
  ],
  [1, 2, 3, 5, 6, 9],
);

it('options of values are none without a click', () => {
  for (const map of [DIGITS, TABLE, LEVEL]) expect(optionsOf(NOTHING, {}, map)).toEqual({});
});

it('tables of 0 and 1 get the digit, others all their values with the costs that they have', () => {
  expect(optionsOf(clicks({ 1: 'open', 2: 'blocked' }), { legend: { 0: 'open' } }, DIGITS)).toEqual({ blocked: '0' });
  const prices = new Map([
    [1, 1],
    [2, 14],
    [3, 1],
  ]);
  const options = optionsOf(clicks({ 3: 'blocked' }), { hex: 'odd-r' }, TABLE, prices);
  expect(options).toEqual({ hex: 'odd-r', legend: { '-1': 'open', 14: 14, 300: 'blocked' } });
  expect([...choiceOf(options, TABLE).tiles]).toEqual([
    ['1', 'open'],
    ['3', 'blocked'],
  ]);
});

it('pictures get a legend of all colors, or the other side of the threshold', () => {
  const map = mapOf('png', [{ first: 1, name: '', values: ['#000000', '#ff0000'] }], [1, 2]);
  expect(optionsOf(clicks({ 2: 'blocked' }), {}, map, new Map([[1, 0]]))).toEqual({
    legend: { '#000000': 'blocked', '#ff0000': 'blocked' },
  });
  expect(optionsOf({ ...NOTHING, marksOff: true }, {}, map)).toEqual({ invert: true });
});

it('LDtk gets the layer of the clicked values, what value 0 means, and tiles', () => {
  const tiles = clicks({ 2: 'open', 5: 'blocked', 6: 'blocked' });
  const options = optionsOf({ ...tiles, empty: 'blocked' }, { doors: ['Gate'] }, LEVEL, new Map([[1, 5]]));
  const expected = { layer: 'Ground', legend: { 0: 'blocked', mud: 5, 2: 'open' }, blockedTiles: ['Trees:1-2'] };
  expect(options).toEqual({ doors: ['Gate'], ...expected });
  const back = choiceOf(options, LEVEL);
  expect(optionsOf(back, options, LEVEL, new Map([[1, 5]]))).toEqual(options);
});

it('RPG Maker gets the clicked regions, and solid events', () => {
  const map = mapOf('rpgmaker', [{ first: 1, name: 'region', values: ['0', '1', '2', '3'] }], [2, 4]);
  expect(optionsOf({ ...clicks({ 4: 'blocked' }), marksOff: true }, { legend: { 1: 7 } }, map)).toEqual({
    legend: { 1: 7, 3: 'blocked' },
    events: 'blocked',
  });
});

it('a command names the file of a legend, with its content', () => {
  expect(commandLine('a.png', { legend: { '#000000': 'blocked' }, invert: true }, 'png')).toBe(
    'legend.json: {"#000000":"blocked"}\nnpx gridprep jps a.png --png.legend legend.json --png.invert',
  );
});
