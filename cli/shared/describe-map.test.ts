import { expect, it } from 'vitest';
import { factsOf } from '../commands/inspect.js';

const lines = (report: Parameters<typeof factsOf>[0]) =>
  factsOf(report).map(([name, value]) => name.padEnd(15) + value);

it('statistics of a map are a line each, and none of what the map has not', () => {
  const map = { format: 'tiled', level: '', width: 10, height: 4, openCells: 30, components: 1, largestComponent: 30 };
  const bare = { ...map, costs: { 1: 30 }, doors: [], markers: [], warnings: [], beside: [] };
  expect(lines(bare)).toEqual([
    'map            10 x 4, 30 open cells (75.0 %)',
    'components     1',
    'costs          1: 30 cells',
  ]);
  const full = {
    ...{ ...bare, components: 2, largestComponent: 29, costs: { 1: 29, 4: 1 }, cellSize: [16, 8] as [number, number] },
    ...{ origin: [6, -2] as [number, number], beside: ['a.tsx', 'b.tsx'] },
    doors: [{ name: 'gate', cells: [1, 2, 1, 3] }],
    markers: [{ name: 'shop', cells: [5, 0] }],
  };
  expect(lines(full as never)).toEqual([
    'map            10 x 4, 30 open cells (75.0 %)',
    'components     2, the largest of 29 cells',
    'costs          1: 29 cells, 4: 1 cell',
    'cell           16 x 8 pixels',
    'origin         cell 0,0 is 6,-2 in the file',
    'door           gate at 1,2 (2 cells)',
    'marker         shop at 5,0',
    'also read      a.tsx, b.tsx',
  ]);
});
