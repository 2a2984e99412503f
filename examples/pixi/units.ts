/** All pathfinding of the game: 60 small and 10 large units, doors, and a map that is replaced while they walk. */
import {
  crowdOf,
  editable,
  findDoor,
  follow,
  load,
  loadUrl,
  type NavAsset,
  nearestReachable,
  pathQueue,
  type Walker,
  warmUp,
} from 'gridprep/runtime';

const random = (below: number) => Math.floor(Math.random() * below);

/** Begins on a map. @param before units that stay where they are */
export async function begin(map: NavAsset, before: readonly Walker[] = []) {
  const small = editable(await loadUrl(load, map, { agent: 'small' })); // doors come with the map
  const large = editable(await loadUrl(load, map, { agent: 'large' }), { follow: small });
  const queue = pathQueue([small, large], { budget: { ms: 1 } });
  for (const one of [small, large, queue]) warmUp(one, { ms: before.length > 0 ? 0 : 50 });

  const [startX = 0, startY = 0] = map.markers[0]?.cells ?? [];
  const somewhere = (nav: typeof small) => nearestReachable(nav, random(nav.width), random(nav.height), startX, startY) ?? [startX, startY];
  const units = Array.from({ length: 70 }, (_, i) => {
    const nav = i < 60 ? small : large;
    const [cellX, cellY] = somewhere(nav);
    const { x, y } = before[i] ?? { x: cellX + nav.size / 2, y: cellY + nav.size / 2 };
    const walker = follow(nav, { radius: 0.4 * nav.size, speed: 6 - nav.size, queue: queue.of(nav), x, y });
    walker.escape(); // where the new map has a wall
    return { nav, walker };
  });
  const crowd = crowdOf(units.map(({ walker }) => walker));
  const closing = new Set<string>();
  const isTaken = (x: number, y: number) =>
    units.some(({ nav, walker }) => Math.max(Math.abs(x + 0.5 - walker.x), Math.abs(y + 0.5 - walker.y)) < (nav.size + 1) / 2);

  return {
    map,
    nav: small,
    units,
    walkers: crowd.walkers,
    /** Opens a door, or has it closed: a cell at a time, wherever nobody stands. */
    toggle(name: string): void {
      if (closing.delete(name) || !findDoor(small, name).isOpen) findDoor(small, name).open();
      else closing.add(name);
    },
    /** Sends everybody to a cell. */
    send(x: number, y: number): void {
      if (x >= 0 && y >= 0 && x < map.width && y < map.height) for (const walker of crowd.walkers) walker.to(x, y);
    },
    /** A frame of all units. */
    update(ms: number): void {
      for (const name of closing) if (findDoor(small, name).close(isTaken)) closing.delete(name);
      queue.update();
      crowd.update(Math.min(ms, 100));
      for (const { nav, walker } of units) {
        if (walker.status === 'blocked') walker.escape();
        else if (walker.status !== 'walking' && walker.status !== 'waiting' && random(60) === 0) walker.to(...somewhere(nav));
      }
    },
  };
}

export type Units = Awaited<ReturnType<typeof begin>>;
