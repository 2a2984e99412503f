/** Walks: a path found in pieces, refined and smoothed as it is walked. */
import { legal } from '../errors.js';
import type { Walk } from './engine.js';

/** Pieces that a walk refines ahead: smoothing sees as far. */
const AHEAD = 3;

/**
 * A walk over pieces of a path that are refined when it gets near them. Points are x | y << 16.
 * @param cost of the whole path, in steps
 * @param pieces number of them
 * @param addPiece appends the points of piece i to a list that ends where the piece begins
 * @param smooth pulls a list of points straight, in place; never makes it dearer
 */
export function walkPieces(
  start: number,
  goal: number,
  cost: number,
  pieces: number,
  addPiece: (points: number[], i: number) => void,
  smooth: (points: number[]) => void,
): Walk {
  // Begins with the turn that is walked to, or stood on.
  const path = [start];
  let at = start;
  let begun = false;
  let i = 0;
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
          else legal(i < pieces);
        }
        at += Math.sign((path[0] & 0xffff) - (at & 0xffff)) + Math.sign((path[0] >> 16) - (at >> 16)) * 65536;
      }
      begun = true;
      return { done: false, value: [at & 0xffff, at >> 16] };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
