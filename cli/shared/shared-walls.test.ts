import { expect, it } from 'vitest';
import { type WallReport, wallsLine } from '../../src/maps/walls.js';
import { sharedWalls } from './shared-walls.js';

const lineOf = (maps: Record<string, Partial<WallReport>>) =>
  wallsLine(
    sharedWalls(
      Object.entries(maps).map(([map, walls]) => ({ map, walls: { used: [], notUsed: [], warnings: [], ...walls } })),
    ),
  );

it('a mark of several maps stands once, with their number and all its cells', () => {
  const layer = (cells: number) => `tile layer "Collision (old)" (hidden, ${cells} cells)`;
  expect(
    lineOf({
      'a.tmj': {
        used: [layer(10)],
        notUsed: ['tile layer "Walls" (2 cells)'],
        empty: 'open (405; --tiled.empty blocked)',
      },
      'b.tmj': { used: [layer(1), 'property "solid" (1 cell)'], empty: 'open (5; --tiled.empty blocked)' },
      'c.tmj': { notUsed: ['tile layer "Walls" (3 cells)'] },
      'd.tmj': { used: ['property "solid" (2 cells)', '3 walls between cells'] },
    }),
  ).toBe(
    'tile layer "Collision (old)" (2 maps, 11 cells), property "solid" (2 maps, 3 cells), no mark found (c.tmj), ' +
      'walls between cells (d.tmj, 3); not used: tile layer "Walls" (2 maps, 5 cells); ' +
      'cells without a tile: open (2 maps, 410; --tiled.empty blocked)',
  );
});

it('values of a layer, walls between cells and options stay', () => {
  expect(
    lineOf({
      'a.ldtk': { used: ['IntGrid "W" (15 cells: "walls" 12, "mud (2)" 2, "3" 1)'] },
      'b.ldtk': { used: ['IntGrid "W" (3 cells: "walls" 2, "pit" 1)'] },
      'c.json': {
        used: ['passage of tileset "t" (17 cells, 2 walls between cells)'],
        notUsed: ['solid events (4; --rpgmaker.events blocked)'],
      },
      'd.map': { used: ['"(" (1 cell)', '12 more (30 cells)'] },
      'e.map': { used: ['"(" (2 cells)', '2 more (4 cells)'] },
    }),
  ).toBe(
    'IntGrid "W" (2 maps, 18 cells: "walls" 14, "mud (2)" 2, "3" 1, "pit" 1), "(" (2 maps, 3 cells), ' +
      'more marks (2 maps, 34 cells), passage of tileset "t" (c.json, 17 cells, 2 walls between cells); ' +
      'not used: solid events (c.json, 4; --rpgmaker.events blocked)',
  );
});

it('of many marks the eight of most maps stand there', () => {
  const maps = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `${i}.map`,
      { used: [`"${i}" (${i + 1} cells)`, ...(i > 17 ? ['"@" (1 cell)'] : [])] },
    ]),
  );
  expect(lineOf(maps)).toBe(
    '"@" (2 maps, 2 cells), "0" (0.map, 1 cell), "1" (1.map, 2 cells), "2" (2.map, 3 cells), "3" (3.map, 4 cells), ' +
      '"4" (4.map, 5 cells), "5" (5.map, 6 cells), "6" (6.map, 7 cells), 13 more (--verbose)',
  );
});
