/**
 * Links as a blob holds them, one after the other:
 *
 *     from x, from y, to x, to y: 2 bytes each | cost in 1 / 13860 of a step: 4 bytes
 *     | 1 if one way | length of the name | name in UTF-16
 */

import { ensure } from '../errors.js';
import type { ReadonlyGrid } from '../grid/grid.js';
import type { Link } from '../grid/links.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { MAX_LINK_COST, MAX_LINK_NAME, MAX_LINKS } from '../limits.js';
import type { Blob } from './read.js';

/** Bytes of a link without its name. */
const LINK_BYTES = 14;

/** Nothing without links. */
export function linksToBytes(links: readonly Link[] = []): Uint8Array {
  const bytes = new Uint8Array(links.reduce((sum, { name }) => sum + LINK_BYTES + 2 * name.length, 0));
  let at = 0;
  const number = (value: number, size: number) => {
    for (let i = 0; i < size; i++) bytes[at++] = value >>> (8 * i);
  };
  for (const { from, to, cost, oneWay, name } of links) {
    for (const value of [...from, ...to]) number(value, 2);
    number(Math.round(cost * STRAIGHT), 4);
    number(Number(oneWay), 1);
    number(name.length, 1);
    for (let i = 0; i < name.length; i++) number(name.charCodeAt(i), 2);
  }
  return bytes;
}

/** The inverse of {@link linksToBytes}. @throws {BlobError} if they are no links of this map */
export function readLinks(blob: Blob, kind: number, grid: ReadonlyGrid): Link[] {
  const bytes = blob.section(kind, Uint8Array, MAX_LINKS * (LINK_BYTES + 2 * MAX_LINK_NAME), LINK_BYTES);
  const values = new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer);
  const links: Link[] = [];
  for (let at = 0; 2 * at < bytes.length; ) {
    const [fromX, fromY, toX, toY, low, high, last] = values.subarray(at, at + LINK_BYTES / 2);
    const from = [fromX, fromY] as const;
    const to = [toX, toY] as const;
    const cost = (low + high * 2 ** 16) / STRAIGHT;
    const oneWay = last & 255;
    const begin = at + LINK_BYTES / 2;
    at = begin + (last >> 8);
    ensure(2 * at <= bytes.length, 'length of the links', bytes.length, `${2 * at} or more`);
    const isWeighted = cost > 0 && cost <= MAX_LINK_COST;
    const isSound = grid.contains(...from) && grid.contains(...to) && `${from}` !== `${to}` && isWeighted && oneWay < 2;
    ensure(isSound, `link ${links.length}`, `${from} to ${to}`, 'one between two cells of the map');
    ensure(links.length < MAX_LINKS, 'number of links', 'more', `at most ${MAX_LINKS}`);
    links.push({ name: String.fromCharCode(...values.subarray(begin, at)), from, to, cost, oneWay: oneWay > 0 });
  }
  return links;
}
