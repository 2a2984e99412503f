/** Numbers of objects, and what those that join cells have in common: links and ledges. */
import { MapError } from '../../core/errors.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Fields } from '../fields.js';
import { type FarLink, linkValues, type NamedLink } from '../links.js';
import { BLOCKED, type Plane } from '../plane.js';
import { plain, quote } from '../text.js';
import { SIDES } from './names.js';
import { propertiesOf } from './properties.js';

/** The number of an object; undefined where a file that was written by hand has another. */
export function idOf(object: Fields): number | undefined {
  const id = object.raw('id');
  return typeof id === 'number' ? id : undefined;
}

export const isFar = (link: NamedLink | FarLink): link is FarLink => 'refused' in link;

/** What links and ledges have in common. @throws {MapError} */
export function linkFields(object: Fields, properties: Map<string, unknown>): Omit<NamedLink, 'from' | 'to'> {
  return { where: object.where, name: object.text('name', ''), ...linkValues(properties, object.where, 'property') };
}

/** @param walls blocked cells that a ledge covers @throws {MapError} if it does not say where it leads */
export function ledgeLinks(
  object: Fields,
  walls: ReadonlySet<number>,
  { prices, width, height }: Pick<Plane, 'prices' | 'width' | 'height'>,
): NamedLink[] {
  const properties = propertiesOf(object);
  const down = (SIDES as readonly string[]).indexOf(plain(properties.get('down')).toLowerCase());
  if (down < 0)
    throw new MapError(
      `${object.where}: this ledge has "down" ${quote(properties.get('down'))}, expected north, east, south or west`,
    );
  const [dx, dy] = [DX[2 * down], DY[2 * down]];
  const shared = { ...linkFields(object, properties), oneWay: true };
  const open = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && prices[y * width + x] !== BLOCKED;
  return [...walls].flatMap((wall): NamedLink[] => {
    const [x, y] = [wall % width, Math.floor(wall / width)];
    // A thick wall is crossed once, from its upper cell.
    if (walls.has((y - dy) * width + x - dx)) return [];
    let steps = 1;
    while (walls.has((y + steps * dy) * width + x + steps * dx)) steps++;
    const to: [number, number] = [x + steps * dx, y + steps * dy];
    return open(x - dx, y - dy) && open(...to) ? [{ ...shared, from: [x - dx, y - dy], to }] : [];
  });
}
