import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pricePicture } from '../../test/price-picture.js';
import { IS_LONG } from '../../test/samples.js';
import type { CsvOptions } from './csv.js';
import { csvText, movingAiText } from './map-text.js';
import { parseMap } from './movingai.js';
import { readMap } from './read-map.js';
import { wallsLine } from './walls.js';

const read = async (text: string, legend: CsvOptions['legend'] = {}) =>
  pricePicture((await readMap(Buffer.from(text), { file: 'a.csv', csv: { legend } })).grid);
const fails = (text: string, message: string, legend: CsvOptions['legend'] = {}) =>
  expect(read(text, legend)).rejects.toThrow(message);

const TILES =
  'so the numbers look like tiles; say which of them block with --csv.legend FILE, for example ' +
  '{"-1":"open","0":"open","7":"blocked"}';
const COST = 'allowed is 0 (blocked) or a cost, a whole number from 1 to 255';

describe('readCsv', () => {
  it('reads numbers between anything that parts them', async () => {
    const texts = ['1,0,12\n0,1,1\n', '1;0;12\r\n0;1;1', '1\t0\t12\n0\t1\t1\n\n', ' 1 0   12\n0 1 1'];
    for (const text of [...texts, '"1","0","12"\n0, 1, 1,\n']) expect(await read(text)).toEqual(['.#c', '#..']);
  });

  it('reads pictures, whose lines may end early', async () => {
    expect(await read('####\n#..#\n# 5\n')).toEqual(['####', '#..#', '#.5.']);
    expect(await read('#.\n.  \n \n')).toEqual(['#..', '...']);
    expect(await read(`#.\n.#${'\n'.repeat(20_000)}`)).toEqual(['#.', '.#']);
    expect(await read('0110\n1191')).toEqual(['#..#', '..9.']);
    expect(await read('~w~\n,w.', { '~': 3, w: 'blocked', ',': 2 })).toEqual(['3#3', '2#.']);
  });

  it('refuses megabytes before it splits them', async () => {
    const split = vi.spyOn(String.prototype, 'split');
    onTestFinished(() => split.mockRestore());
    const most = (IS_LONG ? 20 : 2) << 20;
    await fails(',1'.repeat(most / 2), `a.csv: the map is ${most / 2 + 1} x 1 cells, allowed are whole numbers`);
    await fails(`1,1\n${','.repeat(most)}`, `a.csv:2: the row has ${most} cells, the first one has 2`);
    await fails('\n1'.repeat(most / 2), `a.csv: the map is 1 x ${most / 2 + 1} cells`);
    const parts = split.mock.results.map(({ value }) => value.length);
    expect(Math.max(...parts)).toBeLessThan(8200);
  });

  it('takes blank cells for blocked where an option says so', async () => {
    const blocked = async (text: string) =>
      pricePicture((await readMap(Buffer.from(text), { file: 'a.txt', blank: 'blocked' })).grid);
    expect(await blocked(' ..\n. .\n.\n')).toEqual(['#..', '.#.', '.##']);
    expect(await blocked('1,,2\n , 1,1\n')).toEqual(['.#2', '#..']);
    await fails('1,,2', 'a.csv:1:3: cell 1, 0 is "", allowed is 0 (blocked) or a cost');
  });

  it('explains that a comma in the first line makes a table', async () => {
    const hint =
      '; the first line has ",", so cells are what is between them: in a picture give "," a meaning in csv.legend';
    await fails('##,.\n#...', `csv.legend (--csv.legend FILE, for example {"##":"blocked"})${hint}`);
    await fails(
      '#,.\n#..',
      `a.csv:1:3: cell 1, 0 is ".", ${COST}; words need csv.legend (--csv.legend FILE, for example {".":"blocked"})${hint}`,
    );
    expect(await read('##,.\n#...', { ',': 'open' })).toEqual(['##..', '#...']);
  });

  it('reads words by a legend', async () => {
    expect(await read('grass,wall\n-1,7', { grass: 'open', wall: 'blocked', '-1': 'blocked' })).toEqual(['.#', '#7']);
  });

  it('names line and cell of what is wrong', async () => {
    await fails('1,2\n1,256', `a.csv:2:3: cell 1, 1 is "256", ${TILES}`);
    await fails('-1,2\n1,3', `a.csv:1:1: cell 0, 0 is "-1", ${TILES}`);
    await fails('1,x', `a.csv:1:3: cell 1, 0 is "x", ${COST}, or one of csv.legend: "y"`, { y: 1 });
    await fails('1,2\n1', 'a.csv:2: the row has 1 cells, the first one has 2');
    const known = Array.from('0123456789#@. ', (letter) => `"${letter}"`).join(', ');
    await fails(
      '..\n.?',
      `a.csv:2:2: cell 1, 1 is "?", known are ${known}; others need csv.legend (--csv.legend FILE, for example {"?":"blocked"})`,
    );
    const allowed = 'allowed are "blocked", "open" and a cost, a whole number from 1 to 255';
    await fails('..', `csv.legend.x is -1, ${allowed}`, { x: -1 });
    for (const separator of [',', ' ', '\t']) {
      const long = `1${separator}`.repeat(9000);
      await fails(`1${separator}2\n${long}`, 'a.csv:2: the row has 9000 cells, the first one has 2');
      await fails(`${long}1`, 'a.csv: the map is 9001 x 1 cells, allowed are whole numbers');
    }
    for (const end of ['\n', '\r\n', '\r'])
      await fails(`1${end}`.repeat(9000), 'a.csv: the map is 1 x 9000 cells, allowed are whole numbers from 1 to 8192');
    await fails('\n\n', 'a.csv: the file is empty; expected rows of numbers, or of characters');
    await fails('.'.repeat(9000), 'a.csv: the map is 9000 x 1 cells, allowed are whole numbers from 1 to 8192');
  });

  describe('of digits', () => {
    const told = async (text: string, csv: Partial<CsvOptions> = {}) => {
      const { grid, warnings, walls } = await readMap(Buffer.from(text), { file: 'a.csv', csv });
      return { rows: movingAiText(grid).split('\n').slice(4, -1), warnings, walls: walls && wallsLine(walls) };
    };

    it('1 blocks where it closes the map, 0 where that is the border and 1 forms fewer regions', async () => {
      const closed = '11111\n10001\n10101\n10001\n11111';
      const rows = ['@@@@@', '@...@', '@.@.@', '@...@', '@@@@@'];
      const table = closed.split('\n').map((line) => [...line].join(','));
      for (const text of [closed, table.join('\n')])
        expect(await told(text)).toEqual({ rows, warnings: [], walls: '1 (17 cells)' });
      const inverted = closed.replaceAll('0', 'x').replaceAll('1', '0').replaceAll('x', '1');
      expect(await told(inverted)).toEqual({ rows, warnings: [], walls: '0 (17 cells)' });
    });

    it('what is not sure is said, with the option that inverts', async () => {
      const warning = 'a.csv: cells of 1 block (2), cells of 0 are open (2); if 0 blocks, use --csv.blocked 0';
      expect(await told('1,0\n0,1')).toEqual({ rows: ['@.', '.@'], warnings: [warning], walls: '1 (2 cells)' });
      expect(await told('1,0\n0,1', { blocked: '0' })).toMatchObject({ rows: ['.@', '@.'], warnings: [] });
      expect(await told('1,0\n0,1', { legend: { 0: 'blocked' } })).toMatchObject({ rows: ['.@', '@.'], warnings: [] });
    });

    it('of more numbers a warning says that they are costs, unless an option or a # does', async () => {
      const warning =
        'a.csv: numbers such as 5, 7 are read as costs, and 0 as blocked (1 cells); if they are costs, use ' +
        `--csv.blocked 0; if they are tiles, ${TILES.slice('so the numbers look like tiles; '.length)}`;
      expect(await told('0,5\n1,7')).toMatchObject({ warnings: [warning], walls: '0 (1 cell)' });
      expect(await told('0,5\n1,7', { blocked: '0' })).toMatchObject({ warnings: [], walls: '0 (1 cell)' });
      expect(await told('#,5\n1,7')).toMatchObject({ rows: ['@.', '..'], warnings: [], walls: '"#" (1 cell)' });
    });

    it('exports are read as they are, whatever they look like', async () => {
      const grid = parseMap(Buffer.from('type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n'));
      expect(csvText(grid)).toBe('1,1,1\n1,#,1\n1,1,1\n');
      expect(await told(csvText(grid))).toMatchObject({ rows: ['...', '.@.', '...'], warnings: [] });
    });
  });
});

it('cells are hexagons where csv.hex says so', async () => {
  const read = (hex: string) => readMap(Buffer.from('1,1\n1,0'), { file: 'a.csv', csv: { hex: hex as 'odd-r' } });
  expect((await read('odd-r')).grid.moveRule).toBe('hex-odd-r');
  expect((await read('axial')).grid.moveRule).toBe('hex');
  await expect(read('odd')).rejects.toThrow(
    'csv.hex (--csv.hex) is "odd", allowed are odd-r, even-r, odd-q, even-q, axial',
  );
});
