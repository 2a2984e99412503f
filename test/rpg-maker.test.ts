/** The page on RPG Maker: a project is baked, and the plugin of the page, which the test of the guide does not run, moves an event in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { load } from '../src/runtime/load-all.js';
import { prepIn, temporaryFolder } from './prep.js';
import { type Direction, mayStep, rpgMakerMap, writeProject } from './rpg-maker.js';

/** Tile 2 is closed; 3 is open only from north and south. */
const FLAGS = [0x10, 0, 0x0f, 0x06];
const PICTURE = ['11111', '13131', '12321', '11131'];
const DIRECTIONS: Record<number, Direction> = { 1: 2, 2: 4, 3: 6, 4: 8 };

const page = readFileSync('docs/guide/rpg-maker.md', 'utf8');
const [, plugin] = /<!-- plugin -->\n```javascript\n([\s\S]*?)```/.exec(page) as RegExpExecArray;

it('the plugin has at most 20 lines of code, and moves an event by steps that the game allows', async () => {
  expect(plugin.split('\n').filter((line) => line.trim() !== '' && !/^(\/\*| \*)/.test(line)).length).toBeLessThan(21);
  const folder = temporaryFolder();
  const [width, height] = [PICTURE[0].length, PICTURE.length];
  const tiles = PICTURE.flatMap((row) => Array.from(row, Number));
  const map = rpgMakerMap(width, height, { data: [...tiles, ...new Array(5 * width * height).fill(0)] });
  writeProject(join(folder, 'data'), map, FLAGS);
  expect(await prepIn(folder, ['init'])).toMatchObject({ code: 0, stderr: '' });
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0, stderr: '' });

  const event = { x: 1, y: 1, forceMoveRoute };
  const steps: Direction[] = [];
  function forceMoveRoute({ list }: { list: { code: number }[] }): void {
    expect(list.at(-1)).toEqual({ code: 0 });
    for (const { code } of list.slice(0, -1)) {
      const to = DIRECTIONS[code];
      expect(mayStep(map, FLAGS, event.x, event.y, to), `step ${code} from ${event.x}, ${event.y}`).toBe(true);
      event.x += Number(to === 6) - Number(to === 4);
      event.y += Number(to === 2) - Number(to === 8);
      steps.push(to);
    }
  }
  const gridprep = { load, loadUrl: async (read: typeof load, url: string) => read(readFileSync(join(folder, url))) };
  const $gameMap = { mapId: () => 1, event: (id: number) => (id === 3 ? event : undefined) };
  const walk: (...numbers: number[]) => Promise<boolean> = runInNewContext(`${plugin}\nWalkTo`, { gridprep, $gameMap });
  // 2, 1 is next to 1, 1, and their sides are closed: around by the row above.
  expect([await walk(3, 2, 1), event.x, event.y, steps]).toEqual([true, 2, 1, [8, 6, 2]]);
  expect(await walk(3, 1, 2)).toBe(false);
});
