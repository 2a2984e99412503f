/** How many changes of a room may survive its tests. */
import { roomOf } from './tests-of.js';
import type { Outcome } from './try.js';

/**
 * Per cent of the changes that tests reach and that are to be noticed, of rooms that were measured to hold them
 * (docs/decisions/tests.md). The others have none.
 */
const FLOORS: Readonly<Record<string, number>> = {
  ...{ 'src/core/blob': 95, 'src/core/search': 90, 'src/core/jps': 90, 'src/core/bounds': 90, 'src/core/hpa': 90 },
  ...{
    'src/core/maps': 85,
    'src/world': 85,
    'src/core/runtime': 85,
    'src/core/ch': 85,
    'src/core/table': 85,
    'src/core/priced': 85,
  },
  ...{ 'src/play/field': 95, 'src/play/edit': 90, 'src/play/pull': 85, 'src/play/queue': 80 },
  // The files of the viewer's page that do not draw.
  page: 80,
  ...{
    'src/pipeline/cache': 80,
    'src/pipeline/config': 80,
    'src/pipeline/build': 80,
    'src/pipeline/prove': 80,
    'src/pipeline/estimate': 80,
    'src/core/grid': 85,
  },
  ...{ 'src/pipeline/fleet': 80, 'src/play/follow': 85, 'src/play/pool': 90 },
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
