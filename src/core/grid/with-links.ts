/** Links of a map, checked, with a default cost. */

import { assertNumber } from '../errors.js';
import { MAX_LINK_COST, MAX_LINK_NAME, MAX_LINKS } from '../limits.js';
import { metricOf } from './hexes.js';
import type { Link, LinkInput } from './links.js';
import type { MoveRule } from './rules.js';
import { STRAIGHT } from './step-costs.js';

/** The part of a map that links are checked with. */
interface LinkedMap {
  width: number;
  height: number;
  moveRule: MoveRule;
  isOpen(x: number, y: number): boolean;
}

/**
 * Links with every field.
 * @param where names the link in errors
 * @throws {TypeError} if they are no list of links
 * @throws {RangeError} if an end is not a cell of the map or blocked, both are one cell, or a cost, a name or the
 * number of links is out of its range
 */
export function checkLinks(
  map: LinkedMap,
  links: readonly LinkInput[],
  where: (index: number) => string = (index) => `link ${index}`,
): Link[] {
  if (!Array.isArray(links)) throw new TypeError(`links is ${String(links)}, expected a list of { from, to }`);
  checkCount(links);
  const distance = metricOf(map);
  return links.map((given: LinkInput | null, i) => {
    if (!(Array.isArray(given?.from) && Array.isArray(given.to)))
      throw new TypeError(`${where(i)} is ${JSON.stringify(given)}, expected { from: [x, y], to: [x, y] }`);
    const { from, to, oneWay = false } = given;
    const name = given.name ?? '';
    if (typeof name !== 'string') throw new TypeError(`${where(i)}: name is of type ${typeof name}, expected a string`);
    if (typeof oneWay !== 'boolean')
      throw new TypeError(`${where(i)}: oneWay is ${String(oneWay)}, expected true or false`);
    assertNumber(given.cost ?? 1, `${where(i)}: cost`);
    const place = `${where(i)}${name && ` (${name})`}`;
    checkEnd(map, from, `${place}: from`);
    checkEnd(map, to, `${place}: to`);
    if (from[0] === to[0] && from[1] === to[1])
      throw new RangeError(`${place}: both ends are ${from.join(', ')}; a link joins two cells`);
    const cost = given.cost ?? Math.max(1, distance(from[0], from[1], to[0], to[1]) / STRAIGHT);
    const whole = Math.round(cost * STRAIGHT);
    if (!(whole > 0 && cost <= MAX_LINK_COST))
      throw new RangeError(`${place}: cost is ${cost}, allowed is a number above 0, up to ${MAX_LINK_COST} steps`);
    if (name.length > MAX_LINK_NAME)
      throw new RangeError(`link ${i}: its name has ${name.length} letters, allowed are ${MAX_LINK_NAME}`);
    return { name, from: [from[0], from[1]], to: [to[0], to[1]], cost: whole / STRAIGHT, oneWay };
  });
}

/** @param end names the end in errors */
function checkEnd(map: LinkedMap, [x, y]: Link['from'], end: string): void {
  const { width, height } = map;
  const isInside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height;
  if (!isInside) throw new RangeError(`${end} is ${x}, ${y}, which is not on the map of ${width} x ${height} cells`);
  if (!map.isOpen(x, y)) throw new RangeError(`${end} is ${x}, ${y}, which is blocked; open that cell`);
}

/** @throws {RangeError} if there are too many */
export function checkCount({ length }: readonly LinkInput[]): void {
  if (length > MAX_LINKS) throw new RangeError(`there are ${length} links, allowed are ${MAX_LINKS}`);
}

/** Gives a grid links; none takes nothing. @throws {RangeError} as {@link checkLinks} */
export function withLinks<T extends Parameters<typeof checkLinks>[0] & { links?: readonly Link[] | undefined }>(
  grid: T,
  links: readonly LinkInput[] | null = [],
): T {
  if (links && links.length !== 0) grid.links = checkLinks(grid, links);
  return grid;
}
