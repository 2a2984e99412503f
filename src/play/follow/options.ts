/** Checks what a walker is made with. */
import { assertNumber } from '../../core/errors.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { inside, type Nav } from '../../core/runtime/nav.js';
import { cellAt, centerOf } from '../../core/runtime/places.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import type { LimitedQueue } from '../queue/requests.js';
import type { FollowOptions } from './walker.js';

/** Radius of a point: coordinates of lines of sight are rounded to 1/1024. */
const LEAST = 1 / 512;

/** Options of `follow` with their defaults. @throws {TypeError | RangeError} as `follow` */
export function checkOptions(of: Nav, options?: FollowOptions) {
  const nav = inside(of);
  refuseUnknown(options, 'size', 'radius', 'speed', 'queue', 'blockers', 'x', 'y', 'pull', 'facing', 'onCell');
  const [middleX, middleY] = centerOf(nav, 0, 0);
  const { size, speed = 4, queue, blockers, x = middleX, y = middleY, onCell, facing = 4 } = options ?? {};
  const map = { moveRule: nav.diagonals };
  const { radius = isHex(map) ? 0.25 : 0.4 * nav.size, pull = !isStraight(map) } = options ?? {};
  const units = blockers as UnitBlockers | undefined;
  for (const [name, value] of Object.entries({ speed, x, y, facing })) assertNumber(value, name);
  if (queue !== undefined && !queue?.request)
    throw new TypeError(`queue is ${String(queue)}, expected what pathQueue gives`);
  if (units !== undefined && !units?.findPathInto)
    throw new TypeError(`blockers is ${String(blockers)}, expected what blockersOf gives`);
  if (typeof pull !== 'boolean') throw new TypeError(`pull is ${String(pull)}, expected true or false`);
  if (onCell !== undefined && (typeof onCell !== 'function' || pull))
    throw new TypeError(
      pull
        ? 'onCell is for walkers that go from cell to cell; add pull: false'
        : `onCell is ${onCell}, expected a function`,
    );
  if (units && units.nav !== nav) throw new RangeError('blockers of another map');
  if (size !== undefined && size !== nav.size)
    throw new RangeError(`size is ${size}, the map is for ${nav.size}: load another agent`);
  if (!(speed > 0)) throw new RangeError(`speed is ${speed}, not above 0`);
  if (!(Number.isInteger(facing) && facing >= 0 && facing < 8))
    throw new RangeError(`facing is ${facing}, allowed are 0, north, to 7, clockwise`);
  if (!nav.grid.contains(...cellAt(nav, x, y)))
    throw new RangeError(`point ${x}, ${y} is not on the map of ${nav.width} x ${nav.height} cells`);
  const checked = { nav, x, y, speed, units, onCell, facing, queue: queue as LimitedQueue | undefined };
  return { ...checked, radius: radius === 0 ? LEAST : radius, isPulled: pull };
}
