/**
 * The loop of the search that `search.ts` describes. If a record is missing, or the trace must run, the loop saves its
 * state, returns to the caller, and continues from there. Callees are inlined. The loop reads only its arguments,
 * whichever map is searched.
 *
 * Sums of places have `| 0`, because the engine would check each for overflow. The layout of records is in local
 * variables, because imported ones are read from memory at every use. That saves a tenth of a query.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */

import { octileTo, sees } from './in-sight.js';
import type * as layout from './records.js';
import type * as states from './search-state.js';
import {
  BASE,
  BEST,
  BUCKET_LAST,
  BUCKET_NOW,
  CURRENT,
  CURRENT_EDGE,
  EXPANDED,
  FOUND,
  GENERATED,
  GOAL,
  LAST,
  LISTED,
  LOWEST,
  MORE_ITEMS,
  NEXT,
  NEXT_F,
  NOW,
  PHASE,
  TRACE,
  USED,
} from './search-state.js';

/**
 * Searches until the path is found or the caller must act.
 * @param heads first item of each bucket, -1 in empty ones, as they are left at the end
 * @param items node and next item of its bucket, in turn; a node that improves is in the ring twice: the later item
 * finds it expanded
 * @param fewNodes,fewCosts the sorted list: nodes and the f of each, the smallest last
 * @param tracing 1 to return before every expansion
 */
export function searchOn(
  ints: Int32Array,
  shorts: Int16Array,
  doubles: Float64Array,
  heads: Int32Array,
  items: Int32Array,
  fewNodes: Int32Array,
  fewCosts: Float64Array,
  state: Int32Array,
  sums: Float64Array,
  tracing: number,
): number {
  const STAMP: typeof layout.STAMP = 0;
  const PARENT: typeof layout.PARENT = 1;
  const DROPPED: typeof layout.DROPPED = 0x7fffffff;
  const COST: typeof layout.COST = 2;
  const POINT: typeof layout.POINT = 4;
  const END: typeof layout.END = 5;
  const SEES: typeof layout.SEES = 6;
  const NODE: typeof layout.NODE = 12;
  const EDGE: typeof layout.EDGE = 4;
  const X_MASK = 0x3fff;
  const SPARE = 0x40008000;
  // Half a step. Costs are integers, so that a product does not cross the edge of a bucket.
  const BUCKET = 6930;
  const PER_BUCKET = 1 / BUCKET;
  const EMPTY: typeof states.EMPTY = -1;
  const mask = heads.length - 1;
  const most = fewNodes.length;
  const goal = state[GOAL];
  const goalX = goal & X_MASK;
  const goalY = goal >> 16;
  const spare = (goal + SPARE) | 0;
  const now = state[NOW];
  const lowest = sums[LOWEST];
  let phase = state[PHASE];
  let n = state[CURRENT];
  let e = state[CURRENT_EDGE];
  let next = state[NEXT];
  let few = state[LISTED];
  let used = state[USED];
  let current = state[BUCKET_NOW];
  let lastBucket = state[BUCKET_LAST];
  let last = state[LAST];
  let expanded = state[EXPANDED];
  let generated = state[GENERATED];
  let base = sums[BASE];
  let nextF = sums[NEXT_F];
  let best = sums[BEST];
  let wanted = FOUND;
  search: for (;;) {
    if (phase < 2) {
      if (phase === 0) {
        expanded++;
        ints[(n + STAMP) | 0] = now + 1;
        if (tracing !== 0) {
          phase = 1;
          wanted = TRACE;
          break;
        }
      }
      if (((spare - ints[(n + SEES) | 0]) & (ints[(n + SEES + 1) | 0] - goal) & SPARE) === SPARE) {
        const seen = base + octileTo(ints[(n + POINT) | 0], goalX, goalY);
        if (seen < best && sees(ints, shorts, state, n, goalX, goalY)) {
          last = n;
          best = seen;
        }
      }
      next = -1;
      nextF = -1;
      const room = 2 * (used + most + 1) + ints[(n + END) | 0] - e;
      if (room > items.length) {
        phase = 1;
        wanted = MORE_ITEMS;
        break;
      }
    }
    phase = 0;
    for (const end = ints[(n + END) | 0]; e < end; e = (e + EDGE) | 0) {
      if (((spare - ints[(e + 2) | 0]) & (ints[(e + 3) | 0] - goal) & SPARE) !== SPARE) {
        e = (e + EDGE) | 0;
        if (e >= end) break;
        if (((spare - ints[(e + 2) | 0]) & (ints[(e + 3) | 0] - goal) & SPARE) !== SPARE) continue;
      }
      let t = ints[e];
      if (t < 0) {
        phase = 2;
        wanted = e;
        break search;
      }
      const cost = base + ints[(e + 1) | 0];
      const reached = ints[(t + STAMP) | 0];
      if (reached >= now && doubles[(t + COST) >> 1] <= cost) {
        if (reached !== DROPPED) continue;
        // Once more, for a record of the arrival.
        ints[e] = ints[(t + PARENT) | 0];
        e = (e - EDGE) | 0;
        continue;
      }
      let f = -1;
      if (next >= 0 || few !== 0 || best !== Infinity) {
        f = cost + octileTo(ints[(t + POINT) | 0], goalX, goalY);
        if (f >= best) continue;
      }
      doubles[(t + COST) >> 1] = cost;
      ints[(t + PARENT) | 0] = n;
      ints[(t + STAMP) | 0] = now;
      generated++;
      // Open nodes are in the short list already, except the best successor.
      const listed = few > 0 && reached === now;
      if (t === next) {
        nextF = f;
        continue;
      }
      if (next < 0) {
        if (!listed) {
          next = t;
          nextF = f;
          continue;
        }
      } else {
        if (nextF < 0) nextF = doubles[(next + COST) >> 1] + octileTo(ints[(next + POINT) | 0], goalX, goalY);
        if (f < nextF && !listed) {
          const worse = next;
          const worseF = nextF;
          next = t;
          nextF = f;
          t = worse;
          f = worseF;
        }
      }
      if (few >= 0) {
        let i = few;
        if (listed) {
          do i--;
          while (fewNodes[i] !== t);
          for (; i + 1 < few && fewCosts[i + 1] >= f; i++) {
            fewNodes[i] = fewNodes[i + 1];
            fewCosts[i] = fewCosts[i + 1];
          }
        } else if (few < most) {
          for (few++; i > 0 && fewCosts[i - 1] < f; i--) {
            fewNodes[i] = fewNodes[i - 1];
            fewCosts[i] = fewCosts[i - 1];
          }
        }
        if (i < few) {
          fewNodes[i] = t;
          fewCosts[i] = f;
          continue;
        }
        // The ring takes over: this node goes there first, then those of the short list.
        current = 0x7fffffff;
      }
      for (;;) {
        const bucket = ((f - lowest) * PER_BUCKET) | 0;
        if (bucket > lastBucket) lastBucket = bucket;
        if (bucket < current) current = bucket;
        items[2 * used] = t;
        items[2 * used + 1] = heads[bucket & mask];
        heads[bucket & mask] = used++;
        if (few <= 0) break;
        t = fewNodes[--few];
        f = fewCosts[few];
      }
      few = -1;
    }
    if (few === 0) {
      if (next < 0 || nextF >= best) break;
      n = next;
    } else if (few > 0) {
      const f = fewCosts[few - 1];
      if (next >= 0 && nextF <= f) {
        if (nextF >= best) break;
        n = next;
      } else {
        if (f >= best) break;
        n = fewNodes[--few];
        if (next >= 0) {
          let i = few++;
          for (; i > 0 && fewCosts[i - 1] < nextF; i--) {
            fewNodes[i] = fewNodes[i - 1];
            fewCosts[i] = fewCosts[i - 1];
          }
          fewNodes[i] = next;
          fewCosts[i] = nextF;
        }
      }
    } else {
      // Is a bucket before the successor's occupied? Nodes expanded since they were listed do not count.
      const bucket = next < 0 ? lastBucket + 1 : ((nextF - lowest) * PER_BUCKET) | 0;
      n = -1;
      while (n < 0 && current < bucket && current <= lastBucket) {
        const item = heads[current & mask];
        if (item === EMPTY) {
          current++;
          continue;
        }
        if (lowest + current * BUCKET >= best) break;
        heads[current & mask] = items[2 * item + 1];
        if (ints[items[2 * item] + STAMP] !== now) continue;
        n = items[2 * item];
        if (next < 0) continue;
        // It takes the item's place.
        if (bucket > lastBucket) lastBucket = bucket;
        items[2 * item] = next;
        items[2 * item + 1] = heads[bucket & mask];
        heads[bucket & mask] = item;
      }
      if (n < 0) {
        // Of buckets that may hold something better none is left, unless the successor's is the first of them.
        if (next < 0 || nextF >= best) break;
        n = next;
      }
    }
    base = doubles[(n + COST) >> 1];
    e = n + NODE;
  }
  if (wanted === FOUND && few < 0) for (; current <= lastBucket; current++) heads[current & mask] = EMPTY;
  state[PHASE] = phase;
  state[CURRENT] = n;
  state[CURRENT_EDGE] = e;
  state[NEXT] = next;
  state[LISTED] = few;
  state[USED] = used;
  state[BUCKET_NOW] = current;
  state[BUCKET_LAST] = lastBucket;
  state[LAST] = last;
  state[EXPANDED] = expanded;
  state[GENERATED] = generated;
  sums[BASE] = base;
  sums[NEXT_F] = nextF;
  sums[BEST] = best;
  return wanted;
}
