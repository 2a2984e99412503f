import { figureMap, named, tally, testFigures } from '../../../test/figures.js';
import { random } from '../../../test/grids.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { navOf } from '../../runtime/load-grid.js';
import { editable } from '../edit/edit.js';
import { pathQueue } from './queue.js';

/** The same requests get the same answers in the same updates: games in lockstep rely on it. @param work of an update */
async function linesOf(map: string, work: number): Promise<string[]> {
  const grid = figureMap(map);
  const navs = [editable(navOf(grid.copy())), editable(navOf(grid.copy()))];
  const queue = pathQueue(navs, { budget: { work } });
  const alone = pathQueue(navs[0], { budget: { work } });
  const sum = tally();
  const next = random(11);
  const [[meetX, meetY]] = sampleOpen(grid, 1, next);
  const tickets: ReturnType<typeof alone.request>[] = [];
  let requests = 0;
  for (let frame = 0; frame < 120 && (frame < 20 || queue.pending + alone.pending > 0); frame++) {
    if (frame < 20) {
      for (const [[x0, y0], [x1, y1]] of Array.from({ length: 6 }, () => sampleOpen(grid, 2, next))) {
        const name = requests++;
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
      if (frame % 2 === 1) tickets[tickets.length - 1 - (frame % 5)]();
      if (frame === 9) navs[0].setOpen(meetX === 4 ? 5 : 4, 4, false);
    }
    queue.update();
    alone.update();
    sum.add([queue.pending, alone.pending, ...Object.values(queue.statistics), ...Object.values(alone.statistics)]);
  }
  const statistics = named(alone.statistics);
  return [`${map}, ${work} of work each update: ${statistics}, answers ${sum.text()}`];
}

testFigures(
  'queue',
  () => linesOf('caves', 100),
  () => linesOf('noise', 300),
  () => linesOf('rooms always', 600),
  () => linesOf('caves patches', 1500),
);
