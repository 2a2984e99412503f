import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forAllGrids, picture } from '../../test/grids.js';
import { MapError } from '../core/errors.js';
import { countOpen, type Grid } from '../core/grid/grid.js';
import { MAX_SIDE } from '../core/limits.js';
import { type MapOptions, parseMap, terrainProfile } from './movingai.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, options?: Partial<MapOptions>) => parseMap(bytes(text), options);

/** A map file: header lines and rows. */
function map(
  rows: string[],
  header = ['type octile', `height ${rows.length}`, `width ${rows[0].length}`, 'map'],
): string {
  return [...header, ...rows, ''].join('\n');
}

/** Every file of a folder and its name without `.map`. */
function fixtures(folder: string): [string, Uint8Array][] {
  const files = readdirSync(`fixtures/${folder}`).sort();
  return files.map((file) => [file.replace('.map', ''), readFileSync(`fixtures/${folder}/${file}`)]);
}

const FILE_END = 'expected a MovingAI map, which starts with "type octile"';

/** Error of each file of `fixtures/bad`, after its name. */
const BAD: Record<string, string> = {
  empty: `: the file is empty; ${FILE_END}`,
  'header-only-type': ':2:1: the file ends here, expected "height N" or "width N"',
  'height-too-large': ':2:8: height is "8193", allowed is a whole number from 1 to 8192',
  'height-twice': ':3:1: found "height 4", expected "width N"',
  'height-word': ':2:8: height is "three", allowed is a whole number from 1 to 8192',
  'height-zero': ':2:8: height is "0", allowed is a whole number from 1 to 8192',
  'long-row': ':7:5: row 2 has 5 cells, the header says width 4',
  'missing-header': ':1:1: found "....", expected "type octile"',
  'missing-map-line': ':4:1: found "....", expected "map"',
  'missing-rows': ':7:1: the file ends after 2 rows, the header says height 3',
  'no-open-cell': ': no cell is open; letters read as open are ".GS", see --terrain',
  'png-image': `: byte 0 is 0x89, so this is not a text file; ${FILE_END}`,
  'short-row': ':6:4: row 1 has 3 cells, the header says width 4',
  'text-after-last-row': ':9:1: found "made by hand" after the last row; the header says height 3',
  'unknown-letter': ':6:3: unknown terrain letter "x"; known are .GSTWO@',
  'wrong-header': ':1:1: found "type quad", expected "type octile"',
};

it('reads headers in any letter case', () => {
  expect(parseMap(Buffer.from('Type Octile\nHEIGHT 1\nWidth 2\nMAP\n.@\n'))).toEqual(
    parseMap(Buffer.from(map(['.@']))),
  );
});

describe('bad map files', () => {
  it.each(fixtures('bad'))('%s is refused, by file, line and column', (name, content) => {
    const file = `bad/${name}.map`;
    expect(() => parseMap(content, { file })).toThrow(new MapError(file + BAD[name]));
  });

  it('are all there, one for each message', () => {
    expect(fixtures('bad').map(([name]) => name)).toEqual(Object.keys(BAD));
  });

  const head = 'type octile\nheight';
  const allowed = 'allowed is a whole number from 1 to 8192';
  it.each([
    ['a missing width', `${head} 1\n`, 'map:3:1: the file ends here, expected "width N"'],
    ['a missing height', 'type octile\nwidth 1\nmap\n.\n', 'map:3:1: found "map", expected "height N"'],
    ['a missing "map"', `${head} 1\nwidth 1\n`, 'map:4:1: the file ends here, expected "map"'],
    ['a width without a value', `${head} 1\nwidth\nmap\n.\n`, `map:3:6: width is "", ${allowed}`],
    ['a negative width', `${head} 1\nwidth   -3\nmap\n.\n`, `map:3:9: width is "-3", ${allowed}`],
    ['two values in one line', `${head} 3 4\nwidth 4\nmap\n`, `map:2:8: height is "3 4", ${allowed}`],
    ['no row at all', `${head} 2\nwidth 2\nmap\n`, 'map:5:1: the file ends after 0 rows, the header says height 2'],
    ['a blank line between rows', map(['..', '', '..']), 'map:6:1: row 1 has 0 cells, the header says width 2'],
    ['a row with a space after it', map(['..', '.. ']), 'map:6:3: row 1 has 3 cells, the header says width 2'],
    [
      'a bad letter beyond the first bytes',
      map(['.'.repeat(2000), `${'.'.repeat(1999)}\x07`]),
      'map:6:2000: unknown terrain letter "\\u0007"; known are .GSTWO@',
    ],
    ['a very long wrong line', `${'y'.repeat(500)}\n`, `map:1:1: found "${'y'.repeat(40)}...", expected "type octile"`],
  ])('refuses %s', (_, text, message) => {
    expect(() => parse(text)).toThrow(new MapError(message));
  });
});

describe('good map files', () => {
  it.each(fixtures('odd'))('%s is the same map as the plain form', (_, content) => {
    expect(picture(parseMap(content))).toBe('....\n.##.\n....');
  });

  it('may have CR LF line ends and no last line end', () => {
    const text = map(['..@', '.T.']);
    const plain = picture(parse(text));
    expect(plain).toBe('..#\n.#.');
    expect(picture(parse(text.replaceAll('\n', '\r\n')))).toBe(plain);
    expect(picture(parse(text.trimEnd().replaceAll('\n', '\r\n')))).toBe(plain);
    expect(picture(parse(`${text}\n \t\n\r\n`))).toBe(plain);
  });

  it('tell width from height', () => {
    const grid = parseMap(readFileSync('fixtures/maps/courtyard.map'));
    expect([grid.width, grid.height, countOpen(grid)]).toEqual([40, 30, 858]);
    for (const [x, y] of ['38 1', '1 28', '17 12'].map((cell) => cell.split(' ').map(Number)))
      expect(grid.isOpen(x, y)).toBe(true);
    expect([grid.isOpen(39, 1), grid.isOpen(14, 9)]).toEqual([false, false]);
  });

  it('may be as long as the largest side, and no longer', () => {
    const row = '.'.repeat(MAX_SIDE);
    expect(parse(map([row])).isOpen(MAX_SIDE - 1, 0)).toBe(true);
    expect(parse(map(Array.from(row))).isOpen(0, MAX_SIDE - 1)).toBe(true);
    expect(() => parse(map([`${row}.`]))).toThrow(
      new MapError('map:3:7: width is "8193", allowed is a whole number from 1 to 8192'),
    );
  });

  it('are what was written', () => {
    forAllGrids(20, 200, (grid) => {
      if (countOpen(grid) > 0)
        expect(openCells(parse(map(picture(grid).replaceAll('#', '@').split('\n'))))).toEqual(openCells(grid));
    });
  });
});

function openCells({ width, height, open }: Grid): unknown {
  return { width, height, open };
}

describe('terrain profiles', () => {
  const letters = map(['.GSTWO@']);
  it.each([
    ['.GS', '...####'],
    ['.', '.######'],
    ['SW', '##.#.##'],
    ['.GSTWO@', '.......'],
  ])('%s opens those letters and no others', (terrain, cells) => {
    const grid = parse(letters, { terrain });
    expect(picture(grid)).toBe(cells);
    expect(grid.terrain).toBe(terrainProfile(terrain));
  });

  it('are ground and shallow water by default', () => {
    expect(picture(parse(letters))).toBe('...####');
    expect(parse(letters).terrain).toBe('.GS');
  });

  it('do not depend on order or repeats', () => {
    expect(terrainProfile('SG.GS')).toBe('.GS');
    expect(terrainProfile('@OWT')).toBe(terrainProfile('TWO@@'));
  });

  it.each([
    ['', 'terrain profile is empty; give the letters that are open, from .GSTWO@'],
    ['.x', 'terrain profile has unknown letter "x"; known are .GSTWO@'],
    ['.g', 'terrain profile has unknown letter "g"; known are .GSTWO@'],
    ['. G', 'terrain profile has unknown letter " "; known are .GSTWO@'],
  ])('"%s" is refused', (terrain, message) => {
    expect(() => parse(letters, { terrain })).toThrow(new MapError(message));
  });
});

describe('costs', () => {
  const map = 'type octile\nheight 1\nwidth 4\nmap\n.GS@\n';

  it('price cells by their letter, 1 where none is given; a map of ones has no costs', () => {
    const grid = parseMap(new TextEncoder().encode(map), { costs: { G: 3, S: 255 } });
    expect([...(grid.costs ?? [])].slice(grid.cell(0, 0), grid.cell(4, 0))).toEqual([1, 3, 255, 0]);
    expect(parseMap(new TextEncoder().encode(map), { costs: { G: 1 } }).costs).toBeUndefined();
    expect(parseMap(new TextEncoder().encode(map), { terrain: '.GSW', costs: { W: 7 } }).costs).toBeUndefined();
  });

  it.each([
    [{ T: 2 }, 'a cost is given for "T", which is not open; letters read as open are ".GS", see --terrain'],
    [{ GS: 2 }, 'a cost is given for "GS", which is not open; letters read as open are ".GS", see --terrain'],
    [{ G: 256 }, 'the cost of "G" is 256, allowed is a whole number from 1 to 255'],
    [{ G: 1.5 }, 'the cost of "G" is 1.5, allowed is a whole number from 1 to 255'],
  ])('%j are refused', (costs, message) => {
    expect(() => parseMap(new TextEncoder().encode(map), { costs: costs as Record<string, number> })).toThrow(
      new MapError(message),
    );
  });
});
