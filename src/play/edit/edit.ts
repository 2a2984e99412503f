/** Maps that change while the game runs. */
import type { Grid } from '../../core/grid/grid.js';
import type { Place } from '../../core/grid/places.js';
import { pricedJumps } from '../../core/priced/jumps.js';
import { pricedSearch } from '../../core/priced/query.js';
import { inside, type Nav } from '../../core/runtime/nav.js';
import { liveParts } from './components.js';
import { editableWith, type Parts } from './editable.js';
import { type ChangingNav, type EditableNav, editsOf } from './edits.js';
import { planning } from './planning.js';
import { groundUnder, livePrices } from './prices.js';

/** Options of {@link editable}. */
export interface EditOptions {
  /** The map of other walkers over the same ground; this one repeats its edits, and both change or neither. */
  follow?: EditableNav | undefined;
  /** Doors by name, in place of those that the map's file marks. */
  doors?: readonly Place[] | undefined;
  /**
   * Cells of paths are the same whether the map was healed or not. jps+bounds then chooses one of the cheapest paths by
   * a fixed order; other engines answer for the map that was loaded alone, and nothing of theirs is healed.
   */
  lockstep?: boolean | undefined;
}

const PARTS: Parts = {
  planning,
  liveParts,
  livePrices,
  // Landmarks would be of the map as it was.
  livePriced: (grid) => pricedSearch(grid, pricedJumps(grid), { count: 0, costs: new Uint16Array(0), unit: 1 }),
};

/**
 * The same map, able to change; the nav that it was made from still answers for the baked map.
 *
 *     const nav = editable(load(bytes)); // doors come with the map
 *     findDoor(nav, 'gate').close();
 *     nav.edit({ x: 10, y: 4, width: 3, height: 2, open: false });
 *
 * @throws {RangeError} if the map to follow is of another size
 */
export function editable(nav: Nav, options: EditOptions = {}): ChangingNav {
  if (typeof options !== 'object' || !options)
    throw new TypeError(`options is ${options}, expected { follow?, doors?, lockstep? }`);
  const { follow, doors, lockstep } = options;
  if (doors && !Array.isArray(doors)) throw new TypeError(`doors is ${doors}, expected a list of { name, cells }`);
  if (lockstep !== undefined && typeof lockstep !== 'boolean')
    throw new TypeError(`lockstep is ${lockstep}, expected true or false`);
  const leader = follow && editsOf(follow);
  if (leader && (nav.width !== follow.width || nav.height !== follow.height))
    throw new RangeError(`map is ${nav.width} x ${nav.height}, that to follow ${follow.width} x ${follow.height}`);
  const ground = leader && nav.size > 1 ? groundUnder(inside(nav).grid as Grid, leader.shipped) : undefined;
  const self = editableWith(nav, PARTS, ground, lockstep);
  self.edits.doors = doors ?? leader?.doors;
  if (leader) {
    self.edit(leader.changes());
    leader.followers.push(self.edits);
  }
  return self;
}

/**
 * {@link editable} for games that have neither HPA* nor costs, for maps of jps, jps+bounds and ch: a third of its size.
 *
 *     const nav = editableJps(load(bytes));
 *     nav.setOpen(10, 4, false);
 *
 * @throws {RangeError} if the map is of another engine
 */
export function editableJps(nav: Nav, options?: Pick<EditOptions, 'doors' | 'lockstep'>): ChangingNav {
  const self = editableWith(nav, {}, undefined, options?.lockstep);
  self.edits.doors = options?.doors;
  return self;
}
