/** What all walkers of a map share: lines of sight, the edits of late, and the cells that stand for closed goals. */

import type { GridNav } from '../../core/runtime/nav.js';
import { nearestOpen } from '../../core/runtime/places.js';
import type { Box } from '../edit/area.js';
import type { EditableNav } from '../edit/edits.js';
import { type Sight, sightOf } from '../pull/pull.js';

export type Cell = readonly [x: number, y: number];

/** What a walker has to know of an edit. */
interface Edited {
  /** Where its changes lie. */
  boxes: Box[];
  /** Whether it may have made a way better. */
  opens: boolean;
}

/** Edits that are remembered. */
const MOST_EVENTS = 64;
const all = /* @__PURE__ */ new WeakMap<GridNav, Shared>();

export type Shared = ReturnType<typeof make>;

export function sharedOf(nav: GridNav): Shared {
  let shared = all.get(nav);
  if (!shared) {
    shared = make(nav);
    all.set(nav, shared);
  }
  return shared;
}

function make(nav: GridNav) {
  const sights = new Map<number, Sight>();
  const events: Edited[] = [];
  const targets = new Map<string, Cell>();
  let { version } = nav;
  (nav as Partial<EditableNav>).onChange?.(({ areas, changes }) => {
    const boxes = areas.map(({ x, y, width = 1, height = 1 }) => [x, y, x + width - 1, y + height - 1] as const);
    const opens = changes.some((change) => change.open !== false || ('cost' in change && change.cost !== undefined));
    if (events.push({ boxes, opens }) > MOST_EVENTS) events.shift();
  });
  return {
    /** The view of units of a radius. */
    sight(radius: number): Sight {
      const sight = sights.get(radius) ?? sightOf(nav, { radius });
      sights.set(radius, sight);
      return sight;
    },
    /** The edits after a version; undefined if they are not all remembered. */
    since(from: number): Edited[] | undefined {
      const count = nav.version - from;
      return count <= events.length ? events.slice(events.length - count) : undefined;
    },
    /** The cell itself if it is open, else the nearest that can be reached from a unit's cell. */
    target(cell: Cell, at: Cell): Cell {
      if (nav.isOpen(...cell)) return cell;
      if (version !== nav.version) targets.clear();
      version = nav.version;
      const key = `${cell} ${nav.label(nav.grid.cell(...at))}`;
      const target = targets.get(key) ?? nearestOpen(nav, ...cell, at) ?? cell;
      targets.set(key, target);
      return target;
    },
  };
}
