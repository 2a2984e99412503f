/** What all walkers of a map share: lines of sight, the edits of late, and the cells that stand for closed goals. */

import type { Box } from '../../core/grid/rectangle.js';
import type { GridNav } from '../../runtime/nav.js';
import { nearestOpen } from '../../runtime/places.js';
import type { UnitBlockers, UnitMove } from '../avoid/blockers.js';
import { areaOf, united } from '../edit/boxes.js';
import type { EditableNav } from '../edit/edits.js';
import { type PartSight, sightAround } from '../pull/pull.js';

export type Cell = readonly [x: number, y: number];
export const isSame = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

const MOST_EVENTS = 64;
/** Cells of a box around an edit's areas, for each of these, up to which they count as that box. */
const TOGETHER = 8;
const all = /* @__PURE__ */ new WeakMap<object, Shared>();

export type Shared = ReturnType<typeof make>;

export function sharedOf(nav: GridNav, units?: UnitBlockers): Shared {
  const shared = all.get(units ?? nav) ?? make(nav, units);
  all.set(units ?? nav, shared);
  return shared;
}

function make(nav: GridNav, units: UnitBlockers | undefined) {
  const sights = new Map<number, PartSight>();
  const events: UnitMove[] = [];
  /** The events that were asked for last. */
  let [first, last] = [-1, -1];
  let recent: UnitMove[] | undefined;
  const targets = new Map<string, Cell>();
  let { version } = nav;
  /** Version of the last event: a listener of the game may update walkers before the event of an edit comes here. */
  let told = version;
  (nav as Partial<EditableNav>).onChange?.(({ areas, changes, version }) => {
    told = version;
    const all = areas.map(({ x, y, width = 1, height = 1 }): Box => [x, y, x + width - 1, y + height - 1]);
    const hull = all.reduce(united);
    // Cells that lie together count as one box.
    const boxes = areaOf(hull) <= TOGETHER * all.length ? [hull] : all;
    const opens = changes.some((change) => change.open !== false || ('cost' in change && change.cost !== undefined));
    if (events.push({ boxes, opens }) > MOST_EVENTS) events.shift();
  });
  const isFree = (x: number, y: number): boolean => nav.isOpen(x, y) && !units?.isTaken(x, y);
  /** The map as {@link nearestOpen} sees it, with other labels. */
  const labeled = (label: (x: number, y: number, cell: number) => number, linked = nav.linked): GridNav =>
    Object.create(nav, {
      linked: { value: linked },
      label: {
        value: (cell: number) => label((cell % nav.grid.stride) - 1, Math.floor(cell / nav.grid.stride) - 1, cell),
      },
    });
  return {
    isFree,
    sight(radius: number): PartSight {
      const known = sights.get(radius);
      if (known) return known;
      const sight = sightAround(nav, { radius }, units);
      sights.set(radius, sight);
      return sight;
    },
    /** The edits after a version; undefined if they are not all remembered. */
    since(from: number): UnitMove[] | undefined {
      if (first === from && last === nav.version) return recent;
      [first, last] = [from, nav.version];
      const count = last - first;
      recent = told === last && count <= events.length ? events.slice(events.length - count) : undefined;
      return recent;
    },
    /**
     * The cell itself if it is free, otherwise the nearest free one that can be reached from a walker's cell: by the
     * map's components, so that units may yet be in the way.
     */
    target(cell: Cell, at: Cell): Cell {
      if (isFree(...cell)) return cell;
      if (version !== nav.version) targets.clear();
      version = nav.version;
      const own = nav.grid.cell(...at);
      const key = `${cell} ${nav.label(own)}`;
      const view = units && labeled((x, y, c) => (c === own || isFree(x, y) ? nav.label(c) : 0));
      const target = (!units && targets.get(key)) || nearestOpen(view ?? nav, ...cell, at) || cell;
      if (!units) targets.set(key, target);
      return target;
    },
    /** The nearest free cell that can be reached around all units. */
    targetAround(around: UnitBlockers, cell: Cell, at: Cell): Cell {
      const reaches = around.reachable(...at);
      const own = nav.grid.cell(...at);
      const view = labeled((x, y, c) => Number(c === own || (isFree(x, y) && reaches(x, y))), undefined);
      return nearestOpen(view, ...cell, at) ?? at;
    },
  };
}
