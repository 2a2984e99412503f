import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';
import { rpgMakerMap, writeProject } from '../../test/rpg-maker.js';

/** Tile 1 is open, 2 closed, 3 a star, 4 closed to the east, 5 open only from north and south, 6 a damage floor. */
const FLAGS = [0x10, 0, 0x0f, 0x10, 0x04, 0x06, 0x100];

describe('maps of RPG Maker', () => {
  const other = (values: object) => rpgMakerMap(2, 1, values);
  it.each([
    [other({ width: 0 }), FLAGS, 'Map001.json: the map is 0 x 1 cells, allowed are whole numbers from 1 to 8192'],
    [
      other({ width: 1e9 }),
      FLAGS,
      'Map001.json: the map is 1000000000 x 1 cells, allowed are whole numbers from 1 to 8192',
    ],
    [other({ height: '1' as never }), FLAGS, 'Map001.json: height is "1", expected a number'],
    [other({ data: [1, 2, 3] }), FLAGS, 'Map001.json: data has 3 numbers, expected 6 x 2 x 1'],
    [other({ data: {} as never }), FLAGS, 'Map001.json: data is {}, expected a list'],
    [other({ data: ['x' as never] }), FLAGS, 'Map001.json: data[0] is "x", expected a whole number'],
    [
      other({ data: new Array(12).fill(0) }),
      FLAGS,
      'Map001.json: the map is empty, so no unit walks there; draw tiles in the editor, or leave it out',
    ],
    [other({ events: [7 as never] }), FLAGS, 'Map001.json: events[0]: found 7, expected an object'],
    [
      other({ events: [{ x: 0, y: 1.5, pages: [] }] }),
      FLAGS,
      'Map001.json: events[0]: y is 1.5, expected a whole number from -2147483648 to 2147483648',
    ],
    [
      other({ events: [{ x: 0, y: 0, pages: [[]] }] }),
      FLAGS,
      'Map001.json: events[0]: pages[0]: found [], expected an object',
    ],
    [other({ scrollType: 4 }), FLAGS, 'Map001.json: scrollType is 4, expected a whole number from 0 to 3'],
    [other({ tilesetId: 'a' as never }), FLAGS, 'Map001.json: tilesetId is "a", expected a number'],
    [other({ tilesetId: 2 }), FLAGS, 'Map001.json: tilesetId is 2, and Tilesets.json has no such tileset'],
    [other({}), [0, 1.5], 'Tilesets.json: tileset 1: flags[1] is 1.5, expected a whole number'],
    [
      other({}),
      undefined,
      'Map001.json: list of tilesets "Tilesets.json" cannot be read: ENOENT: no such file or directory; copy it from the data folder of the project',
    ],
    [
      other({}),
      [0x10, 0x0f],
      'Map001.json: no cell is open; tiles, regions or events block all; see --rpgmaker.legend and --rpgmaker.events',
    ],
  ])('says in one line what is wrong: %j', async (map, flags, message) => {
    const folder = dirname(writeProject(temporaryFolder(), map, flags));
    expect(await prepIn(folder, 'inspect Map001.json')).toMatchObject({ code: 2, stderr: `prep: ${message}\n` });
  });

  it.each([
    ['{}', 'Tilesets.json: found {}, expected a list of tilesets'],
    ['[null, 7]', 'Tilesets.json: tileset 1: found 7, expected an object'],
    ['[', 'Tilesets.json: this is not JSON: Unexpected end of JSON input'],
  ])('says what is wrong with a list of tilesets: %s', async (text, message) => {
    const folder = dirname(writeProject(temporaryFolder(), rpgMakerMap(2, 1), FLAGS));
    writeFileSync(join(folder, 'Tilesets.json'), text);
    expect(await prepIn(folder, 'inspect Map001.json')).toMatchObject({ code: 2, stderr: `prep: ${message}\n` });
  });
});
