/** Walks: near-optimal paths in pieces. */
import { must } from '../errors.js';
import type { Walk } from '../search/engine.js';
import { inside, type Nav } from './nav.js';

/**
 * A near-optimal path in pieces, refined as they are asked for; its cost is known at once. Whatever engine answers `findPath`, the blobs must hold HPA*; the
 * first call may have to load it. On a map that can change it is a {@link LiveWalk}, which goes on over the map as it is.
 *
 *     const walk = findWalk(nav, 2, 2, 900, 700);
 *     for (const [x, y] of walk ?? []) await unit.step(x, y);
 *
 * @returns null when there is no path
 * @throws {RangeError} as `findPath`
 * @throws {BlobError} `missing` if blobs or bundle are without HPA*; `damaged` at the first call, if what it loads is
 */
export function findWalk(nav: Nav, x0: number, y0: number, x1: number, y1: number): Walk | null {
  const { walk } = inside(nav);
  must(walk, 'artifact', 'missing', 'hpa, which walks need', 'missing', 'bake and load HPA*, too, and give loader hpaEngine');
  return walk(x0, y0, x1, y1);
}
