/** Numbers of objects, and what those that join cells have in common: links and ledges. */
import type { Fields } from '../fields.js';
import { type FarLink, linkValues, type NamedLink } from '../links.js';

/** The number of an object; undefined where a file that was written by hand has another. */
export function idOf(object: Fields): number | undefined {
  const id = object.raw('id');
  return typeof id === 'number' ? id : undefined;
}

export const DOWN: ReadonlyMap<string, readonly [dx: number, dy: number]> = new Map([
  ['north', [0, -1]],
  ['east', [1, 0]],
  ['south', [0, 1]],
  ['west', [-1, 0]],
]);

export const isFar = (link: NamedLink | FarLink): link is FarLink => 'refused' in link;

/** What links and ledges have in common. @throws {MapError} */
export function linkFields(object: Fields, properties: Map<string, unknown>): Omit<NamedLink, 'from' | 'to'> {
  return { where: object.where, name: object.text('name', ''), ...linkValues(properties, object.where, 'property') };
}
