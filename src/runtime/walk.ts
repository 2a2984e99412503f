/** Walks: near-optimal paths in pieces. */
import { ensure } from '../core/errors.js';
import type { Walk } from '../core/search/engine.js';
import { walkOver } from '../engines/links/walk.js';
import { inside, type Nav, type QueryOptions } from './nav.js';

/** {@link findWalk} of `gridprep/runtime`. */
export function findWalk(
  nav: Nav,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  options?: QueryOptions,
): Walk | null {
  const { walk, grid } = inside(nav);
  ensure(
    walk,
    'artifact',
    'missing',
    'hpa, which walks need',
    'missing',
    grid.walls
      ? 'maps with walls between cells have no HPA*, use findPath'
      : 'also bake and load HPA*, and give loader hpaEngine',
  );
  return walk(x0, y0, x1, y1, options, walkOver);
}
