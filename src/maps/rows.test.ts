/** Tables in JSON and in code. */
import { expect, it } from 'vitest';
import { cellRows } from './cells.js';
import { mapLevels, readMap } from './read-map.js';

const rowsOf = async (text: string, file: string, options: object = {}) =>
  cellRows((await readMap(Buffer.from(text), { file, ...options })).grid).map((row) => row.join(''));
/** A room whose walls are decided by its regions, and so without a warning. */
const ROOM = [
  [1, 1, 1, 1, 1],
  [1, 0, 0, 0, 1],
  [1, 0, 1, 0, 1],
  [1, 0, 0, 0, 1],
  [1, 1, 1, 1, 1],
];
const CELLS = ['00000', '01110', '01010', '01110', '00000'];
const LINES = ['#####', '#...#', '#.#.#', '#...#', '#####'];
const FLAT = { name: 'a', width: 5, height: 5, tilesize: 16, data: ROOM.flat(), spawn: [1, 1] };
const booleans = ROOM.map((row) => row.map((cell) => cell === 1));
const ROWS = JSON.stringify(ROOM);

it.each<[string, string]>([
  ['a.json', ROWS],
  ['a.json', JSON.stringify(ROOM, undefined, 2)],
  ['a.json', JSON.stringify(booleans)],
  ['a.json', JSON.stringify(FLAT)],
  ['a.json', JSON.stringify({ meta: { version: 1 }, map: ROOM })],
  ['a.json', JSON.stringify(LINES)],
  ['a.json', JSON.stringify({ level: LINES.join('\n') })],
  ['a.json', JSON.stringify(LINES.map((line) => [...line]))],
  ['a.txt', ROWS],
  ['a.js', `export const level = ${ROWS};\n`],
  ['a.mjs', `export default ${ROWS}`],
  ['a.cjs', `module.exports = { map: ${ROWS} };`],
  [
    'a.ts',
    `import type { Level } from './x';\n// const old = [1];\nexport const level: Level[][] = ${ROWS} as const;\n`,
  ],
  [
    'a.ts',
    `const run = () => [1];\nconst WAYS = [[0, 1], [1, 0]];\nexport const level = { map: ${ROWS}, 0: 'x', 1 : [], };`,
  ],
  ['a.js', `const level = [\n  // walls\n  ${LINES.map((line) => `'${line}', /* a row */`).join('\n')}\n];`],
  ['a.js', `export const level = \`\n${LINES.join('\n')}\n\`;`],
])('reads the same room from %s: %j', async (file, text) => {
  expect(await rowsOf(text, file)).toEqual(CELLS);
  expect((await readMap(Buffer.from(text), { file })).warnings).toEqual([]);
});

it('numbers are costs, texts between commas need a legend, and options of tables count', async () => {
  expect(await rowsOf('[[1, 5], [0, 1]]', 'a.json')).toEqual(['15', '01']);
  expect(await rowsOf('[["mud", "wall"]]', 'a.json', { csv: { legend: { mud: 3, wall: 'blocked' } } })).toEqual(['30']);
  expect((await readMap(Buffer.from('[[1, 5]]'), { csv: { hex: 'odd-r' } })).grid.moveRule).toBe('hex-odd-r');
});

it('of 0 and 1 the digit that blocks is printed, and a warning unless regions agree or it was chosen', async () => {
  const read = async (rows: number[][], options: object = {}) =>
    (await readMap(Buffer.from(JSON.stringify(rows)), { file: 'a.json', ...options })).walls;
  expect(await read(ROOM)).toEqual({ used: ['1 (17 cells)'], notUsed: [], warnings: [] });
  const inverted = ROOM.map((row) => row.map((cell) => 1 - cell));
  expect(await read(inverted)).toEqual({ used: ['0 (17 cells)'], notUsed: [], warnings: [] });
  const warnings = ['a.json: cells of 1 block (2), cells of 0 are open (2); if 0 blocks, use --csv.blocked 0'];
  expect(
    await read([
      [1, 0],
      [0, 1],
    ]),
  ).toEqual({ used: ['1 (2 cells)'], notUsed: [], warnings });
  expect(
    await read(
      [
        [1, 0],
        [0, 1],
      ],
      { csv: { blocked: '0' } },
    ),
  ).toEqual({ used: ['0 (2 cells)'], notUsed: [], warnings: [] });
});

it('several tables are levels', async () => {
  const text = `export const cave = ${ROWS};\nexport const rooms = [${ROWS}, ${JSON.stringify(LINES)}];`;
  expect(await mapLevels(Buffer.from(text), { file: 'a.js' })).toEqual(['cave', 'rooms.0', 'rooms.1']);
  expect(await rowsOf(text, 'a.js', { level: 'rooms.1' })).toEqual(CELLS);
  expect((await readMap(Buffer.from(text), { file: 'a.js', level: 'cave' })).level).toBe('cave');
  const names = JSON.stringify({ '../a': ROOM, '..:a': ROOM });
  expect(await mapLevels(Buffer.from(names))).toEqual(['___a', '___a-1']);
});

const EXPECTED =
  'expected rows, [[1,0],[0,1]] or ["#.",".."], or "width", "height" and a list of all cells, as plain data';
it.each<[string, string, string]>([
  ['a.json', '[[1,0],[0]]', 'a.json: row 1: the row has 1 cells, the first one has 2'],
  [
    'a.json',
    '[[1,0],[0,300]]',
    'a.json: row 1: cell 1, 1 is "300", so the numbers look like tiles; say which of them block with --csv.legend',
  ],
  ['a.json', '[[1,{}],[0,1]]', `a.json: found no table of cells; ${EXPECTED}`],
  ['a.json', '[[1,0],[0,{"a":1}]]', 'a.json: cell 1, 1 is {"a":1}, expected a number or a text without commas'],
  ['a.json', '[[1,0],7]', `a.json: row 1 is 7, ${EXPECTED}`],
  ['a.json', '{"width":3,"height":2,"data":[1,0]}', 'a.json: "data" has 2 cells, expected 3 x 2'],
  [
    'a.json',
    '{"width":1e9,"height":1e9,"data":[1,0]}',
    'a.json: the map is 1000000000 x 1000000000 cells, allowed are whole numbers from 1 to 8192',
  ],
  ['a.json', '[{"id":1}]', `a.json: found no table of cells; ${EXPECTED}`],
  ['a.json', '[[1,0],[0,1]', 'a.json:1:13: this is not JSON: '],
  [
    'a.ts',
    'export const level = [makeRow(4), [1]];',
    `a.ts: found no table of cells (level is code, not plain data); ${EXPECTED}`,
  ],
  [
    'a.js',
    `const a = [\`\${process.exit()}\`];`,
    `a.js: found no table of cells (a is code, not plain data); ${EXPECTED}`,
  ],
  [
    'a.json',
    JSON.stringify({ a: ROOM, b: ROOM }),
    'a.json: 2 tables; name one with --map-levels (option "level"): "a", "b"',
  ],
])('refuses %s: %j', async (file, text, message) => {
  await expect(readMap(Buffer.from(text), { file })).rejects.toThrow(message);
});

it.each<[string, string, string]>([
  ['a.json', '['.repeat(2e6), 'a.json: objects and lists lie more than 256 deep; this is no map'],
  ['a.js', `const a = ${'['.repeat(2e6)}`, 'a.js: found no table of cells (a is code, not plain data)'],
  ['a.js', `const a = [//${'const a = [//'.repeat(2e5)}`, 'a.js: found no table of cells (a is code, not plain data)'],
  ['a.js', 'const a = [/*'.repeat(2e5), 'a.js: found no table of cells (a is code, not plain data)'],
  ['a.js', `const a = [${'"",'.repeat(2e5)}];`, 'a.js: found no table of cells'],
  ['a.js', ' '.repeat(2 ** 24 + 1), 'a.js: code of 16777217 characters, allowed are 16777216; write the map as JSON'],
  [
    'a.json',
    `[${'[1],'.repeat(5e4)}[1]]`,
    'a.json: the map is 1 x 50001 cells, allowed are whole numbers from 1 to 8192',
  ],
  ['a.json', `{"a":[${'[[1,0,1],[1,0,1],[1,0,1]],'.repeat(300)}[]]}`, 'a.json: more than 256 tables; this is no map'],
])('refuses hostile files: %s, %#', async (file, text, message) => {
  await expect(readMap(Buffer.from(text), { file })).rejects.toThrow(message);
});

it('looks at no more rows of texts than a map may have', async () => {
  const rows = [...Array(9000).fill('##'), 5];
  await expect(readMap(Buffer.from(JSON.stringify(rows)), { file: 'a.json' })).rejects.toThrow(
    'a.json: the map is 1 x 9001 cells, allowed are whole numbers from 1 to 8192',
  );
});
