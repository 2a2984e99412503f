/** All pathfinding of the game: 60 small and 10 large units, doors, and a map that is replaced while they walk. */
import type { Load } from 'gridprep/parts';
import {
  cellAt,
  centerOf,
  crowdOf,
  editable,
  findDoor,
  follow,
  loadUrl,
  type Nav,
  type NavAsset,
  nearestOpen,
  pathQueue,
  pixels,
  type Walker,
} from 'gridprep/runtime';

const random = (below: number) => Math.floor(Math.random() * below);

/** Begins on a map. @param load of its import: only its engines @param before units that stay where they are */
export async function begin(map: NavAsset, load: Load, before: readonly Walker[] = []) {
  const small = editable(await loadUrl(load, map, { agent: 'small' })); // doors come with the map
  const large = editable(await loadUrl(load, map, { agent: 'large' }), { follows: small });
  const queue = pathQueue([small, large], { budget: { ms: 1 } });

  const [startX = 0, startY = 0] = map.markers[0]?.cell ?? [];
  const anywhere = (nav: Nav) => nearestOpen(nav, random(nav.width), random(nav.height), [startX, startY]) ?? [startX, startY];
  const unit = (i: number) => {
    const nav = i < 60 ? small : large;
    const old = before[i];
    const stays = old && nav.isOpen(...cellAt(nav, old.x, old.y)); // the new map has no wall there
    const [x, y] = stays ? [old.x, old.y] : centerOf(nav, ...anywhere(nav));
    return follow(nav, { speed: 6 - nav.size, queue: queue.of(nav), x, y });
  };
  const crowd = crowdOf(Array.from({ length: 70 }, (_, i) => unit(i)));
  const closing = new Set<string>();

  return {
    map,
    nav: small,
    walkers: crowd.walkers,
    /** Opens a door, or starts to close it: each cell as soon as it is empty. */
    toggle(name: string): void {
      if (closing.delete(name) || !findDoor(small, name).isOpen) findDoor(small, name).open();
      else closing.add(name);
    },
    /** A frame of all units. */
    update(ms: number): void {
      for (const name of closing) if (findDoor(small, name).close(crowd.isOn)) closing.delete(name);
      queue.update();
      crowd.update(Math.min(ms, 100));
      for (const walker of crowd.walkers) {
        if (walker.status === 'blocked') walker.escape();
        else if (!/walking|waiting/.test(walker.status) && random(60) === 0) walker.to(...anywhere(walker.nav));
      }
    },
  };
}

/** Sends a unit to a point in pixels, or the open cell nearest to it. */
export function send(unit: Walker, x: number, y: number): void {
  const goal = nearestOpen(unit.nav, ...pixels(unit.nav).cellAt(x, y));
  if (goal) unit.to(...goal);
}

/** Sends all units to the first marker of the map. */
export function gather({ map, walkers }: Units): void {
  const [x, y] = map.markers[0]?.cell ?? [0, 0];
  for (const unit of walkers) {
    const goal = nearestOpen(unit.nav, x, y);
    if (goal) unit.to(...goal);
  }
}

/** The middle of a door, a point in cells. */
export function middleOf(cells: ArrayLike<number>): { x: number; y: number } {
  const last = cells.length - 2;
  return { x: ((cells[0] ?? 0) + (cells[last] ?? 0) + 1) / 2, y: ((cells[1] ?? 0) + (cells[last + 1] ?? 0) + 1) / 2 };
}

/** The door whose number is at a point in cells. */
export function doorAt({ doors }: NavAsset, x: number, y: number): string | undefined {
  return doors.find(({ cells }) => Math.hypot(middleOf(cells).x - x, middleOf(cells).y - y) < 1.5)?.name;
}

export type Units = Awaited<ReturnType<typeof begin>>;
