/** How many changes of a room may survive its tests. */
import { roomOf } from './tests-of.js';
import type { Outcome } from './try.js';

/**
 * Per cent of the changes that tests reach and that are to be noticed, of rooms that were measured to hold them
 * (docs/decisions/mutation-testing.md). The others have none.
 */
const FLOORS: Readonly<Record<string, number>> = {
  ...{ 'src/blob': 95, 'src/search': 90, 'src/jps': 90, 'src/bounds': 90, 'src/hpa': 90 },
  ...{ 'src/maps': 85, 'src/world': 85, 'src/runtime': 85, 'src/ch': 85, 'src/table': 85, 'src/priced': 85 },
  ...{ 'src/field': 95, 'src/edit': 90, 'src/pull': 85, 'src/queue': 80 },
  // The files of the viewer's page that do not draw.
  page: 80,
  ...{ 'src/cache': 80, 'src/config': 80, 'src/build': 80, 'src/prove': 80, 'src/estimate': 80, 'src/grid': 85 },
  ...{ 'src/fleet': 80, 'src/follow': 85, 'src/pool': 90 },
};
/** Files of the viewer's page that do not draw. */
const PAGE_PARTS = ['actions', 'answer-rows', 'camera', 'session', 'state', 'tile-plan'].map(
  (name) => `src/view/page/${name}.ts`,
);
/** Per cent of the changes that tests are to reach in every room. */
const REACHED = 90;

/** Does a file of a page have a floor? The others draw. */
export const isPagePart = (file: string): boolean => PAGE_PARTS.includes(file);

/** The files of the page are one room. */
const placeOf = (file: string): string => (isPagePart(file) ? 'page' : roomOf(file));

/**
 * Of few changes one may survive, whatever the floor.
 * @param floor of all rooms; that of each where it is left out
 * @returns a line for each room with too many that survived or were not reached
 */
export function belowFloors(outcomes: Outcome[], floor?: number): string[] {
  const rooms = [...new Set(outcomes.map(({ mutant }) => placeOf(mutant.file)))];
  return rooms.flatMap((room) => {
    const all = outcomes.filter(({ mutant }) => placeOf(mutant.file) === room);
    const least = floor ?? FLOORS[room];
    if (least === undefined) return [];
    const reached = all.filter(({ state }) => state !== 'not reached');
    const survived = reached.filter(({ state }) => state === 'survived').length;
    const fault = (count: number, of: number, what: string, percent: number) => {
      const most = Math.ceil(((100 - percent) * of) / 100);
      return count > most ? [`${room}: ${count} of ${of} ${what}, at most ${most} may (floor: ${percent} %)`] : [];
    };
    return [
      ...fault(survived, reached.length, 'survived', least),
      ...fault(all.length - reached.length, all.length, 'were not reached', REACHED),
    ];
  });
}
