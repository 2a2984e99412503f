/**
 * Links as a blob holds them, one after the other, in numbers of 16 bits:
 *
 *     from x | from y | to x | to y | cost in 1 / 13860 of a step, its low and its high half
 *     | 1 if one way, and 256 times the length of the name | name in UTF-16
 */

import { ensure } from '../errors.js';
import type { ReadonlyGrid } from '../grid/grid.js';
import type { Link } from '../grid/links.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { MAX_LINK_COST, MAX_LINK_NAME, MAX_LINKS } from '../limits.js';
import type { Blob } from './read.js';

/** Numbers of a link before its name. */
const HEAD = 7;

/** Nothing without links. */
export function linksToBytes(links: readonly Link[] = []): Uint8Array {
  const numbers = new Uint16Array(links.reduce((sum, { name }) => sum + HEAD + name.length, 0));
  let at = 0;
  for (const { from, to, cost, oneWay, name } of links) {
    const whole = Math.round(cost * STRAIGHT);
    numbers.set([...from, ...to, whole & 0xffff, whole >>> 16, Number(oneWay) | (name.length << 8)], at);
    at += HEAD;
    for (let i = 0; i < name.length; i++) numbers[at++] = name.charCodeAt(i);
  }
  return new Uint8Array(numbers.buffer);
}

/** The inverse of {@link linksToBytes}. @throws {BlobError} if they are no links of this map */
export function readLinks(blob: Blob, kind: number, grid: ReadonlyGrid): Link[] {
  const bytes = blob.section(kind, Uint8Array, 2 * MAX_LINKS * (HEAD + MAX_LINK_NAME), 2 * HEAD);
  const numbers = new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer);
  const links: Link[] = [];
  for (let at = 0; 2 * at < bytes.length; ) {
    const [fromX, fromY, toX, toY, low, high, last] = numbers.subarray(at, at + HEAD);
    const begin = at + HEAD;
    at = begin + (last >> 8);
    ensure(2 * at <= bytes.length, 'length of the links', bytes.length, `${2 * at} or more`);
    const cost = (low + high * 2 ** 16) / STRAIGHT;
    const isCost = cost > 0 && cost <= MAX_LINK_COST;
    const isApart = fromX !== toX || fromY !== toY;
    const isSound = grid.contains(fromX, fromY) && grid.contains(toX, toY) && isApart && isCost && (last & 255) < 2;
    const ends = `${fromX},${fromY} to ${toX},${toY}`;
    ensure(isSound, `link ${links.length}`, ends, 'one between two cells of the map');
    ensure(links.length < MAX_LINKS, 'number of links', 'more', `at most ${MAX_LINKS}`);
    const name = String.fromCharCode(...numbers.subarray(begin, at));
    links.push({ name, from: [fromX, fromY], to: [toX, toY], cost, oneWay: (last & 255) > 0 });
  }
  return links;
}
