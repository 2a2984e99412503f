import { describe, expect, it } from 'vitest';
import { readMap } from './read-map.js';

const fails = (changes: object, message: string) => {
  const map = { gridprep: 'map', width: 2, height: 1, cells: [[1, 0]], ...changes };
  return expect(readMap(Buffer.from(JSON.stringify(map)), { file: 'a.json' })).rejects.toThrow(message);
};

describe('readCells', () => {
  it('names what is wrong', async () => {
    await fails({ width: 2.5 }, 'a.json: the map is 2.5 x 1 cells, allowed are whole numbers from 1 to 8192');
    await fails({ cells: [] }, 'a.json: cells: 0 rows, expected 1');
    await fails({ cells: [[1, '0']] }, 'a.json: cells: cell 1, 0 is "0", allowed is a whole number from 0 to 255');
    await fails(
      { doors: [{ name: 'a', cells: [2, 0] }] },
      'a.json: doors[0]: cells is [2,0], expected x and y of cells of the map, in turn',
    );
    await fails({ points: [{ name: 7, cells: [1, 0] }] }, 'a.json: points[0]: name is 7, expected a text');
    await fails(
      { markers: [{ name: 'x'.repeat(200), cells: [1, 0] }] },
      'a.json: one of the markers has a name of 200 letters, allowed are 128',
    );
    const both = 'walls between cells block both ways; put a wall there, and a link with oneWay over it';
    const steps = 'write costs as numbers in "cells", and "stepCosts": "entered"';
    await fails({ costs: 'entered' }, `a.json: key "costs" is unknown; ${steps}`);
    await fails({ oneWay: 'south' }, `a.json: key "oneWay" is unknown; ${both}`);
    await fails({ walls: [[0, 0, 'south', 'oneWay']] }, `a.json: walls[0] is [0,0,"south","oneWay"], ${both}`);
    await fails({ walls: [['\n', 0, 'south']] }, 'a.json: walls[0] is at  , 0, which is not on the map of 2 x 1 cells');
    await fails({ cellSize: [16] }, 'a.json: cellSize is [16], expected two numbers from 0');
  });
});
