import { expect, it } from 'vitest';
import { figureMap, tally } from '../../test/figures.js';
import { random } from '../../test/grids.js';
import { editable } from '../edit/edit.js';
import { sampleOpen } from '../grid/sample.js';
import { navOf } from '../runtime/load-grid.js';
import { pathQueue } from './queue.js';

// Games in lockstep rely on it.
it.each([
  [
    'caves',
    300,
    '3 3 5 4 7 6 8 8 10 9 13 7 16 8 16 9 15 11 15 12 17 14 20 12 22 14 21 14 19 10 22 9 22 4 24 0 25 0 27 0 25 0 19 0 18 0 9 0 7 0 6 0 4 0 3 0 1 0 0 0: 30 57 0 7 3 0 1 7 0 12 0: 1654e4a8',
  ],
  [
    'noise',
    2500,
    '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0: 20 60 0 0 0 0 0 5 625 2 0: c58db244',
  ],
  [
    'rooms always',
    900,
    '0 0 0 0 0 0 0 0 0 2 0 3 0 2 0 2 0 4 0 6 0 6 0 8 0 9 1 9 3 9 2 6 3 8 3 9 3 11 4 14 0 11 0 10 0 10 0 9 0 9 0 4 0 3 0 2 0 0: 29 58 1 10 2 0 4 18 779 15 0: cf998c2d',
  ],
  [
    'caves patches',
    12000,
    '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0: 20 60 0 0 0 0 0 0 403 1 0: 575fcba',
  ],
])('the same requests on %s get the same answers in the same updates, with %i of work each', (map, work, figures) => {
  const grid = figureMap(map);
  const navs = [editable(navOf(grid.copy())), editable(navOf(grid.copy()))];
  const queue = pathQueue(navs, { budget: { work } });
  const alone = pathQueue(navs[0], { budget: { work } });
  const sum = tally();
  const next = random(11);
  const [[meetX, meetY]] = sampleOpen(grid, 1, next);
  const log: number[] = [];
  const tickets: ReturnType<typeof alone.request>[] = [];
  let asked = 0;
  for (let frame = 0; frame < 120 && (frame < 20 || queue.pending + alone.pending > 0); frame++) {
    if (frame < 20) {
      for (const [[x0, y0], [x1, y1]] of Array.from({ length: 6 }, () => sampleOpen(grid, 2, next))) {
        const name = asked++;
        // Some have one goal, some an owner who asks again, some a priority.
        const goal = name % 3 === 0 ? [meetX, meetY] : [x1, y1];
        const options = { priority: name % 5 === 0 ? name % 4 : 0, unit: name % 7 === 0 ? navs[name % 2] : undefined };
        const target = name % 2 ? alone : queue.of(navs[(name % 4) >> 1]);
        const ticket = target.request(
          ...([x0, y0, ...goal] as [number, number, number, number]),
          ({ status, path }) => {
            sum.add([frame, name, status.length, path?.cost ?? -1, ...(path?.waypoints ?? [])]);
          },
          options,
        );
        if (target === alone) tickets.push(ticket);
      }
      if (frame % 6 === 5) alone.cancel(tickets[tickets.length - 2]);
      if (frame === 9) navs[0].setOpen(meetX === 4 ? 5 : 4, 4, false);
    }
    queue.update();
    alone.update();
    log.push(queue.pending, alone.pending);
    sum.add([...Object.values(queue.statistics), ...Object.values(alone.statistics)]);
  }
  expect(`${log.join(' ')}: ${Object.values(alone.statistics).join(' ')}: ${sum.text()}`).toBe(figures);
});
