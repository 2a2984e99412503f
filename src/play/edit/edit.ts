/** Maps that change while the game runs. */
import type { Grid } from '../../core/grid/grid.js';
import { repriceSeams } from '../../core/grid/wrap.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { over } from '../../runtime/over.js';
import { liveParts } from './components.js';
import { type ChangingNav, type EditOptions, editsOf, editsWith, repeatEdits } from './edits.js';
import { jumpLines, jumpPoints, weightedPoints } from './engines.js';
import { groundUnder, livePrices } from './prices.js';
import { liveWalk, planned } from './walks.js';
import { walledLayer } from './walled.js';

export type { EditOptions } from './edits.js';

/**
 * An editable copy of the map. The original nav still answers for the baked map.
 *
 *     const nav = editable(load(bytes)); // doors come with the map
 *     findDoor(nav, 'gate').close();
 *     nav.edit({ x: 10, y: 4, width: 3, height: 2, open: false });
 *
 * @throws {RangeError} if the map to follow is of another size
 */
export function editable(nav: Nav, options: EditOptions = {}): ChangingNav {
  if (typeof options !== 'object' || !options)
    throw new TypeError(`options is ${options}, expected { follows?, doors? }`);
  refuseUnknown(options, 'follows', 'doors');
  const { follows, doors } = options;
  if (doors && !(Array.isArray(doors) && doors.every((door) => door?.cells)))
    throw new TypeError(`doors is ${doors}, expected a list of { name, cells }`);
  const leader = follows && editsOf(follows);
  if (leader && (nav.width !== follows.width || nav.height !== follows.height))
    throw new RangeError(`map is ${nav.width} x ${nav.height}, that to follow ${follows.width} x ${follows.height}`);
  const grid = inside(nav).grid as Grid;
  // A map of larger units knows single cells from a map of them that it follows. A map baked again has edited cells.
  const ground =
    leader && nav.size > 1
      ? (groundUnder(grid, inside(follows).ground ?? leader.shipped) ?? groundUnder(grid, leader.grid)?.copy())
      : undefined;
  const parts = {
    engines: [jumpLines, weightedPoints, jumpPoints],
    planned,
    liveWalk,
    liveParts,
    livePrices,
    repriceSeams,
    walled: walledLayer,
  };
  const edits = editsWith(ground ? over(inside(nav), { ground }) : nav, parts, { doors: doors ?? leader?.doors });
  if (leader) {
    edits.self.edit(leader.changes());
    repeatEdits(edits, leader);
  }
  return edits.self;
}

/**
 * {@link editable} for games without HPA* and costs (engines jps, jps+bounds and ch). About a third of its size.
 *
 *     const nav = editableJps(load(bytes));
 *     nav.setOpen(10, 4, false);
 *
 * @throws {RangeError} if the map is of another engine
 */
export function editableJps(nav: Nav, options?: Pick<EditOptions, 'doors'>): ChangingNav {
  refuseUnknown(options, 'doors');
  return editsWith(nav, { engines: [jumpLines, jumpPoints] }, options).self;
}
