/** Walks: a path found in pieces, refined and smoothed as it is walked. */
import { assertOpen } from '../errors.js';
import type { Portal, Walk } from './engine.js';

/** Pieces that a walk refines ahead: smoothing sees as far. */
const AHEAD = 3;

/**
 * A walk over pieces of a path that are refined when it gets near them. Points are x | y << 16.
 * @param cost of the whole path, in steps
 * @param pieces number of them
 * @param addPiece appends the points of piece i to a list that ends where the piece begins
 * @param smooth pulls a list of points straight, in place; never makes it costlier
 * @param plan x, y of the nodes that the path leads over
 * @param size side of a cluster
 */
export function walkPieces(
  start: number,
  goal: number,
  cost: number,
  pieces: number,
  addPiece: (points: number[], i: number) => void,
  smooth: (points: number[]) => void,
  plan: readonly (readonly [x: number, y: number])[],
  size: number,
): Walk {
  // Begins with the turn that is walked to, or stood on.
  const path = [start];
  let at = start;
  let begun = false;
  let i = 0;
  let behind = 0;
  const clusterOf = (x: number, y: number) => Math.floor(x / size) + 65536 * Math.floor(y / size);
  // Not a generator: making one takes as long as the first twenty steps.
  return {
    cost,
    next() {
      if (begun) {
        if (at === goal) return { done: true, value: undefined };
        // Each round takes a piece or, once none is left, makes what is left of the path cheaper, so that it ends.
        while (at === path[0]) {
          for (const end = i + AHEAD; i < pieces && (path.length < 2 * AHEAD || i === end); i++) addPiece(path, i);
          smooth(path);
          // Nothing is left to shift where all that was added leads back to where it began.
          if (path.length > 1) path.shift();
          else assertOpen(i < pieces);
        }
        at += Math.sign((path[0] & 0xffff) - (at & 0xffff)) + Math.sign((path[0] >> 16) - (at >> 16)) * 65536;
      }
      begun = true;
      return { done: false, value: [at & 0xffff, at >> 16] };
    },
    portals() {
      const current = clusterOf(at & 0xffff, at >> 16);
      let last = behind > 0 ? clusterOf(...plan[behind - 1]) : clusterOf(start & 0xffff, start >> 16);
      // Smoothed, the walk may pass a cluster of the plan by.
      if (current !== last) {
        const k = plan.findIndex((point, n) => n >= behind && clusterOf(...point) === current);
        if (k >= 0) {
          behind = k + 1;
          last = current;
        }
      }
      const ahead: Portal[] = [];
      for (const [x, y] of at === goal ? [] : plan.slice(behind)) {
        if (clusterOf(x, y) !== last) ahead.push({ x, y, cluster: { x: x - (x % size), y: y - (y % size), size } });
        last = clusterOf(x, y);
      }
      return ahead;
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
