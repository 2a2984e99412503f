/** Occupancy grids of ROS. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import { pixels } from '../runtime/pixels.js';
import { cellRows } from './cells.js';
import { readMap } from './read-map.js';

const YAML = `# made by map_saver
image: "m.pgm"
mode: trinary
resolution: 0.05
origin: [-10.0, -2.5, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
`;
/** Free, unknown, occupied; the thresholds lie at 205 and 89. */
const PIXELS = [254, 206, 205, 89, 90, 0];
const P2 = `P2\n# CREATOR\n3 2 # sides\n255\n${PIXELS.slice(0, 3).join(' ')}\n${PIXELS.slice(3).join('\n')}\n`;
const P5 = Buffer.concat([Buffer.from('P5\n# CREATOR: x\n3 2\n255\n'), Buffer.from(PIXELS)]);
const WIDE = Buffer.concat([Buffer.from('P5 3 2 65535\n'), Buffer.from(PIXELS.flatMap((value) => [value, value]))]);

function folderOf(files: Record<string, string | Uint8Array>): (name: string) => string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return (name) => join(folder, name);
}
const rowsOf = async (file: string, options: object = {}) =>
  cellRows((await readMap(file, options)).grid).map((row) => row.join(''));

it.each([
  ['P2', P2],
  ['P5', P5],
  ['P5 of 16 bits', WIDE],
])('reads %s with its description, from either file', async (_, picture) => {
  const at = folderOf({ 'm.pgm': picture, 'm.yaml': YAML });
  for (const [file, other] of [
    ['m.pgm', 'm.yaml'],
    ['m.yaml', 'm.pgm'],
  ]) {
    const map = await readMap(at(file));
    expect(cellRows(map.grid)).toEqual([
      [1, 1, 0],
      [0, 0, 0],
    ]);
    expect(map.walls).toEqual({
      used: ['occupied (2 cells)', 'unknown (2 cells; --ros.unknown open)'],
      notUsed: [],
      warnings: [],
    });
    expect([map.format, Object.keys(map.beside), map.warnings]).toEqual(['ros', [other], []]);
    const open = await readMap(at(file), { ros: { unknown: 'open' } });
    expect(cellRows(open.grid)).toEqual([
      [1, 1, 1],
      [0, 1, 0],
    ]);
    expect(open.walls?.notUsed).toEqual(['unknown (2 cells; --ros.unknown blocked)']);
  }
});

it('reads PNG, negated pictures, other thresholds and lists in lines', async () => {
  const png = encode({ width: 3, height: 2, channels: 1, depth: 8, data: Uint8Array.from(PIXELS) });
  const yaml = `image: m.png\nresolution: 1\norigin:\n- 0\n- 0\n- 0\nnegate: 1\nfree_thresh: 0.35\noccupied_thresh: 0.9\n`;
  const at = folderOf({ 'm.png': png, 'n.yaml': yaml, 'm.yml': yaml });
  expect(await rowsOf(at('n.yaml'))).toEqual(
    ['000', '101']
      .map((row) => row.replace('101', '011'))
      .slice(0, 1)
      .concat('101'),
  );
});

it('the frame of the map is that of ROS: meters, y upwards, turned by its yaw', async () => {
  const at = folderOf({ 'm.pgm': P2, 'm.yaml': YAML, 't.yaml': YAML.replace('0.0]', `${Math.PI / 2}]`) });
  const frame = async (file: string) => {
    const { cellSize, axes, origin } = await readMap(at(file));
    return pixels({ cellSize, axes, origin: origin ?? [0, 0] });
  };
  const straight = await frame('m.yaml');
  // The lower left corner is the origin.
  expect(straight.pixelAt(0, 2)).toEqual({ x: expect.closeTo(-10), y: expect.closeTo(-2.5) });
  expect(straight.cellAt(-10 + 0.12, -2.5 + 0.07)).toEqual([2, 0]);
  const turned = await frame('t.yaml');
  expect(turned.pixelAt(0, 2)).toEqual({ x: expect.closeTo(-10), y: expect.closeTo(-2.5) });
  expect(turned.pixelAt(3, 2)).toEqual({ x: expect.closeTo(-10), y: expect.closeTo(-2.35) });
  expect((await readMap(at('m.yaml'))).cellSize).toEqual([0.05, 0.05]);
});

it.each<[string, Record<string, string | Uint8Array>, string, string]>([
  [
    'a picture without a description',
    { 'm.pgm': P2 },
    'm.pgm',
    'm.pgm: description "m.yaml" cannot be read: ENOENT: no such file or directory; write it, "resolution: 0.05", or bake the .yaml that names this picture',
  ],
  [
    'no picture',
    { 'm.yaml': YAML },
    'm.yaml',
    'm.yaml: image "m.pgm" cannot be read: ENOENT: no such file or directory',
  ],
  [
    'no resolution',
    { 'm.pgm': P2, 'm.yaml': 'negate: 0' },
    'm.pgm',
    'm.yaml: resolution is missing, expected a number from 0.000001 to 1000000',
  ],
  [
    'another mode',
    { 'm.pgm': P2, 'm.yaml': `${YAML}mode: raw` },
    'm.pgm',
    'm.yaml: mode is "raw", expected "trinary"; save the map in that mode',
  ],
  [
    'a short origin',
    { 'm.pgm': P2, 'm.yaml': 'resolution: 1\norigin: [1, 2]' },
    'm.pgm',
    'm.yaml: origin is "[1, 2]", expected three numbers: [x, y, yaw]',
  ],
  [
    'nested YAML',
    { 'm.pgm': P2, 'm.yaml': 'resolution: 1\na: &b\n  c: {d: *b}' },
    'm.pgm',
    'm.yaml:3: found "  c: {d: *b}", expected "key: value", keys are image, mode, resolution, ',
  ],
  [
    'a long description',
    { 'm.pgm': P2, 'm.yaml': 'a: 1\n'.repeat(2e4) },
    'm.pgm',
    'm.yaml: the description has 100000 bytes, allowed are 65536',
  ],
  [
    'huge sides',
    { 'm.pgm': 'P2 1000000000 1000000000 255 1', 'm.yaml': YAML },
    'm.pgm',
    'm.pgm: the map is 1000000000 x 1000000000 cells, allowed are whole numbers from 1 to 8192',
  ],
  [
    'a short picture',
    { 'm.pgm': P5.subarray(0, -1), 'm.yaml': YAML },
    'm.pgm',
    'm.pgm: the picture has 5 pixels, expected 3 x 2',
  ],
  [
    'a damaged text',
    { 'm.pgm': P2.replace('205', 'x'), 'm.yaml': YAML },
    'm.pgm',
    'm.pgm: the picture has 2 pixels, expected 3 x 2',
  ],
  [
    'no white',
    { 'm.pgm': 'P2 1 1 70000 1', 'm.yaml': YAML },
    'm.pgm',
    'm.pgm: the value of white is 70000, allowed are 1 to 65535',
  ],
])('refuses %s', async (_, files, name, message) => {
  await expect(readMap(folderOf(files)(name))).rejects.toThrow(message);
});
