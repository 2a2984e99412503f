/** Names and files that other systems, disks or attackers make: nothing leaves its folder, nothing large is read in vain. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBlobFile } from '../src/core/blob/file.js';
import * as KIND from '../src/core/blob/kinds.js';
import { writeBlob } from '../src/core/blob/write.js';
import { BlobError } from '../src/core/errors.js';
import { createGrid } from '../src/core/grid/create.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { readMap } from '../src/maps/read-map.js';
import { isTileName } from '../src/world/section.js';
import { loadWorld } from '../src/world/world.js';
import { fuzzCorpus } from './fuzz-corpus.js';
import { random } from './grids.js';
import { temporaryFolder } from './prep.js';

const HUGE = 2 ** 31 - 1;
const grid = createGrid(9, 9, (x, y) => x !== 4 || y === 3);

/** A project whose map has an object with a template. */
function project(template: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'p/maps'), { recursive: true });
  writeFileSync(join(folder, 'p/package.json'), '{}');
  writeFileSync(join(folder, 'secret.tx'), '<template><object name="secret"/></template>');
  const objects = { type: 'objectgroup', name: 'o', objects: [{ id: 1, template, x: 0, y: 0 }] };
  const map = { type: 'map', orientation: 'orthogonal', width: 2, height: 2, tilewidth: 16, tileheight: 16 };
  writeFileSync(join(folder, 'p/maps/a.tmj'), JSON.stringify({ ...map, tilesets: [], layers: [objects] }));
  return join(folder, 'p/maps/a.tmj');
}

it.each([
  ...['..\\..\\secret.tx', '../../secret.tx', '..\\..', 'C:\\secret.tx', 'c:secret.tx', '/etc/passwd', '\\etc\\passwd'],
  ...['\\\\server\\share\\secret.tx', '//server/share/secret.tx', '\\\\.\\PIPE\\x', '\\\\?\\C:\\secret.tx'],
])('a map that refers to %s reads nothing outside of its project', async (template) => {
  await expect(readMap(project(template))).rejects.toThrow(/template .* lies outside the folder/);
});

it.each(['CON', 'nul.tx', 'COM1', 'aux .', 'a.tx:stream', 'x\n.tx'])('%j is a name like others', async (template) => {
  await expect(readMap(project(template))).rejects.toThrow(/^\S*: template ".*" cannot be read: ENOENT/);
});

const level = (identifier: string) => ({
  identifier,
  ...{ pxWid: 32, pxHei: 32 },
  layerInstances: [
    { __identifier: 'W', __type: 'IntGrid', __cWid: 2, __cHei: 2, __gridSize: 16, intGridCsv: [0, 0, 0, 1] },
  ],
});
it.each(['../../x', '..\\x', '..', '.', '.hidden', 'a:b', '/x', 'a/b', 'C:\\x', 'a\nb', 'a\0b', ' '])(
  'a level %j names no file',
  async (name) => {
    const ldtk = { __header__: { app: 'LDtk' }, defaultGridSize: 16, defs: {}, levels: [level('A'), level(name)] };
    await expect(readMap(Buffer.from(JSON.stringify(ldtk)), { file: 'a.ldtk' })).rejects.toThrow(
      /^a\.ldtk: levels\[1\]: identifier is .*, allowed are letters/,
    );
  },
);

it('of a file of 2 GB that is no blob, or is longer than it says, only the beginning is read', async () => {
  const file = join(temporaryFolder(), 'a.prep');
  writeFileSync(file, '');
  truncateSync(file, HUGE);
  expect((await readBlobFile(file)).length).toBe(2 ** 20);
  for (const codec of ['none', 'zstd'] as const) {
    const blob = await bakeJps(grid, { codec, threads: 1 });
    writeFileSync(file, blob);
    expect((await readBlobFile(file)).equals(blob)).toBe(true);
    truncateSync(file, HUGE);
    const message = `${file}: unusable blob: length is ${HUGE}, expected ${blob.length}; bake it again`;
    await expect(readBlobFile(file)).rejects.toThrow(message);
    await expect(readBlobFile(file)).rejects.toBeInstanceOf(BlobError);
  }
});

it.each(['none', 'zstd'] as const)('a large blob is read whole, codec %s', async (codec) => {
  const file = join(temporaryFolder(), 'a.prep');
  const next = random(1);
  const sections = [{ kind: KIND.chBits, values: Uint8Array.from({ length: 3 << 20 }, () => 256 * next()) }];
  const large = await writeBlob(grid, sections, { artifact: 'ch', map: '' }, { codec, zstdLevel: 1, threads: 1 });
  expect(large.length).toBeGreaterThan(2 ** 21);
  writeFileSync(file, large);
  expect((await readBlobFile(file)).equals(large)).toBe(true);
});

it('a world asks only for tiles by their places', async () => {
  const [{ bytes }] = (await fuzzCorpus()).filter(({ tiles }) => tiles);
  const names: string[] = [];
  const loadTile = async (_x: number, _y: number, name: string) => {
    names.push(name);
    return new Uint8Array(0);
  };
  const world = loadWorld(bytes, { loadTile });
  for (let i = 0; i < 9; i++)
    await world
      .isOpen((16 * i) % world.width, (5 * i) % world.height)
      .catch((error) => expect(error.code).toBe('tile'));
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !isTileName(name))).toEqual([]);
});
