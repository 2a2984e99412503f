/**
 * Small files that ask for much, each in a process: blobs are refused within a second and 64 MB more than the map itself,
 * maps end in a grid or in one line.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BlobError } from '../src/core/errors.js';
import { createGrid } from '../src/core/grid/create.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { loadForTools, TOOL_ENGINES } from '../src/lab/engines/all.js';
import { loadWorld } from '../src/world/world.js';
import { compiled } from './compiled.js';
import { random } from './grids.js';
import { handBombs } from './hand-bombs.js';
import { interrogate } from './hostile.js';
import { BOMBS } from './map-bombs.js';
import { temporaryFolder } from './prep.js';

it.each([
  ['40 kB, a world of 67 million cells with gates in half of its borders', 4300],
  ['181 kB, HPA* of 4 million cells', 5400],
  ['4.5 MB, HPA* of 4 million cells', 7100],
  ['10.5 MB, HPA* whose paths lead nowhere', 105_700],
  ['10.5 MB, HPA* with a node in each cell and levels of too many', 750_028_200],
  ['36 kB, a table of a million cells', 900],
  ['1.5 kB, a hierarchy of 4 million cells', 2000],
])('%s', async (_, first) => {
  compiled();
  const argv = ['--expose-gc', 'build/tools/fuzz-blobs.js', '1', '--first', `${first}`];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  expect(stdout).toMatch(/^1 cases from \d+: [01] refused by name, 0 legal paths; 0 faults\n$/m);
});

/** The error of a reader, or of its queries. @param most seconds of a processor */
function refusal(read: () => void, most: number): unknown {
  const before = process.cpuUsage();
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(most);
  }
}

/** Without bombs of one byte, which `npm run tool fuzz-blobs` runs. */
const HAND = (await handBombs()).filter(([name]) => !/ of (0|1|255)$/.test(name));
const [HAND_NODES] = HAND.filter(([name]) => name.startsWith('a node in each cell')).map(([, make]) => ({ make }));
it.each(HAND)('by hand, %s: each reader refuses it, or answers with legal paths', async (_, make) => {
  const { what, bytes, partners = [] } = await make();
  const readers = Object.keys(TOOL_ENGINES).map(
    (engine) => () => void interrogate(loadForTools([bytes, ...partners], { engine }), 5, random(1)),
  );
  const all = what.endsWith('world')
    ? [() => void loadWorld(bytes, { loadTile: () => bytes })]
    : [() => void inspectBlob(bytes), ...readers];
  const errors = all.map((read) => refusal(read, 4));
  for (const error of errors) if (error !== undefined) expect(error).toBeInstanceOf(BlobError);
});

/** Loads a file with HPA* and prints the peak of memory, in megabytes, and the error if there is one. */
const LOADS = `
  import { readFileSync } from 'node:fs';
  import { load } from './build/src/entry/runtime.js';
  let error = '';
  try { load(readFileSync(process.argv[1]), { engine: 'hpa' }); } catch ({ message }) { error = message; }
  console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1000, error }));`;

it.each([
  ['refused without memory of edges', async () => (await HAND_NODES.make()).bytes, 140, 'number of nodes is 0'],
  [
    'right, as many as there may be',
    () =>
      bakeHpa(
        createGrid(1024, 1024, () => true),
        { cluster: 2 },
      ),
    330,
    '',
  ],
] as const)('three or four nodes in each cluster of 2: %s', async (_, make, most, says) => {
  compiled();
  const file = join(temporaryFolder(), 'nodes.prep');
  await writeFile(file, await make());
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LOADS, file]);
  const { megabytes, error } = JSON.parse(stdout);
  expect(error).toContain(says);
  // Node itself takes 60 of them.
  expect(megabytes).toBeLessThan(most);
});

it.each(Object.keys(BOMBS))('a map, %s', async (name) => {
  compiled();
  const argv = ['--max-old-space-size=1000', 'build/test/map-bombs.js', name];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { end, letters, seconds, megabytes } = JSON.parse(stdout);
  expect(['read', 'refused']).toContain(end);
  // For a busy machine: an idle one takes less than 1.5 s, most of it for maps of 67 million cells.
  expect({ letters: letters < 4000, seconds: seconds < 6, megabytes: megabytes < 300 }).toEqual({
    ...{ letters: true, seconds: true, megabytes: true },
  });
});
