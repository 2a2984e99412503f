import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bakeBounds } from '../../src/engines/bounds/bake.js';
import { parseMap } from '../../src/maps/movingai.js';
import { makeGrid, picture } from '../../test/grids.js';
import { COURTYARD, firstObject, good, prepIn, temporaryFolder } from '../../test/prep.js';

/** Writes a maze; one of side 90 takes long enough, at cells, to be interrupted. */
function mazeMap(folder: string, side: number): string {
  const map = join(folder, 'maze.map');
  const rows = picture(makeGrid('maze', side, side, 0, 7)).replaceAll('#', '@');
  writeFileSync(map, `type octile\nheight ${side}\nwidth ${side}\nmap\n${rows}\n`);
  return map;
}

describe('prep bounds', () => {
  it.each([
    [[], { at: 'jump-points', exact: true }],
    [['--exact'], { at: 'jump-points', exact: true }],
    [['--no-exact'], { at: 'jump-points', exact: false }],
    [['--boxes', 'cells', '--threads', '2'], { at: 'cells', exact: true }],
  ] as const)('writes what the build API gives: %j', async (flags, options) => {
    const out = temporaryFolder();
    await good(`bounds ${COURTYARD} -d ${out}`, ...flags);
    const blob = readFileSync(join(out, 'courtyard.bounds.prep'));
    expect(blob).toEqual(
      Buffer.from(await bakeBounds(parseMap(readFileSync(COURTYARD)), { ...options, map: 'courtyard.map' })),
    );
    const { metadata } = firstObject(await good(`inspect ${join(out, 'courtyard.bounds.prep')} --json`));
    expect(metadata[0].options).toMatchObject(options);
  });
});

it('a bake of bounds that is interrupted leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  // Ctrl-C comes at its fifth slice, however long that takes.
  const argv = ['bounds', mazeMap(folder, 90), '--boxes', 'cells', '-d', out];
  const { code, stderr } = await prepIn('.', argv, 'interrupted:5');
  expect({ code, files: existsSync(out) ? readdirSync(out) : [] }).toEqual({ code: 130, files: [] });
  expect(stderr).toMatch(/^prep: interrupted at \d+ %\n$/);
});
