// AssemblyScript: the search of `../../query/search-loop.ts` and `../../query/in-sight.ts` in WebAssembly. Those
// files explain it; here is only what differs. Same answers, same cells; tests compare them query by query.
//
// It works in the arena of `../arena.ts`: records are made by the JavaScript there, which is asked for those that are
// missing. Places in the arena are counted in ints, in here in bytes. Costs are integers here: each query writes those
// that it reads. Where the items of the open list are used up, or f is too large for an entry of the sorted list, it
// traps, and the query is asked again in JavaScript.

import {
  HEADS,
  HULLS,
  ITEMS,
  ITEMS_END,
  LIST,
  MASK,
  MOST,
  RESULT_COST,
  RESULT_EXPANDED,
  RESULT_GENERATED,
  START,
  START_EDGES,
} from './header';

import {
  allowedFrom,
  at,
  BASE,
  COST,
  DIAGONAL,
  DROPPED,
  EDGE,
  END,
  get,
  HIGH,
  holds,
  LOW,
  makeNode,
  NODE,
  PARENT,
  POINT,
  STAMP,
  STRAIGHT,
  setStart,
  straightJump,
  VIEWS,
  X_MASK,
} from './start';

const BUCKET: f64 = 6930;
const PER_BUCKET: f64 = 1 / BUCKET;

const LISTED: i32 = 8;
const PLACE_BITS: i64 = 30;
const NONE: i64 = 1 << 62;

/** An entry; traps where f has more bits than are left for it, which 619,000 straight steps do not. */
function entryOf(f: i64, n: i32): i64 {
  if (f >> (63 - PLACE_BITS)) unreachable();
  return (f << PLACE_BITS) | <i64>(n >>> 2);
}

function nodeOf(entry: i64): i32 {
  return (<i32>entry) << 2;
}

function bucketOf(f: i64, lowest: i64): i32 {
  return <i32>(<f64>(f - lowest) * PER_BUCKET);
}

function octile(dx: i32, dy: i32): i64 {
  const a = abs(dx);
  const b = abs(dy);
  return <i64>(STRAIGHT * max(a, b) + (DIAGONAL - STRAIGHT) * min(a, b));
}

function seenCost(n: i32, goalX: i32, goalY: i32): i64 {
  const point = load<i32>(n, POINT);
  const x = point & X_MASK;
  const y = point >> 16;
  const dx = goalX - x;
  const dy = goalY - y;
  const ax = abs(dx);
  const ay = abs(dy);
  const level = min(ax, ay);
  const rest = abs(ax - ay);
  const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
  const diagonal = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
  if (level > 0) {
    if (level > <i32>load<i16>(n + VIEWS + (diagonal << 1))) return NONE;
    const turnX = dx > 0 ? x + level : x - level;
    const turnY = dy > 0 ? y + level : y - level;
    if (rest > 0 && rest > abs(straightJump(turnX, turnY, straight))) return NONE;
  } else if (rest > <i32>load<i16>(n + VIEWS + (straight << 1))) return NONE;
  return <i64>(level * DIAGONAL + rest * STRAIGHT);
}

/** f of an open node. */
function fOf(n: i32, goalX: i32, goalY: i32): i64 {
  const point = load<i32>(n, POINT);
  return load<i64>(n, COST) + octile((point & X_MASK) - goalX, (point >> 16) - goalY);
}

/** Makes room in a short list of some bytes. @returns where a node of that f belongs */
function insertAt(i: i32, f: i64): i32 {
  const least = f << PLACE_BITS;
  for (; i > <i32>BASE; i -= LISTED) {
    const other = load<i64>(i, LIST - 8);
    if (other >= least) break;
    store<i64>(i, other, LIST);
  }
  return i;
}

/**
 * @param now stamp of this query
 * @returns number of points that it leaves at the items: the goal, then the nodes back to the start; 0 without a path
 */
export function search(x0: i32, y0: i32, goalX: i32, goalY: i32, now: i32): i32 {
  const goal = goalX | (goalY << 16);
  setStart(x0, y0, goal, get(HULLS) ? allowedFrom(x0, y0, goalX, goalY) : 255);
  let items = get(ITEMS);
  const itemsEnd = get(ITEMS_END);
  const heads = get(HEADS);
  const mask = get(MASK);
  const lowest = octile(goalX - x0, goalY - y0);
  let best = NONE;
  let last = get(START);
  let expanded = 0;
  let generated = 1;
  // End of the sorted list, as the address of an entry before LIST; -1 once the ring has taken over.
  const empty = <i32>BASE;
  let few = empty;
  let current = 0;
  let lastBucket = -1;
  let n = get(START);
  let base: i64 = 0;
  let e = get(START_EDGES);
  for (;;) {
    expanded++;
    store<i32>(n, now + 1, STAMP);
    if (holds(load<i32>(n, LOW), load<i32>(n, HIGH), goal)) {
      const seen = base + seenCost(n, goalX, goalY);
      if (seen < best) {
        last = n;
        best = seen;
      }
    }
    let next = 0;
    let nextF: i64 = -1;
    for (const to = load<i32>(n, END) << 2; e < to; e += EDGE) {
      if (!holds(load<i32>(e, 8), load<i32>(e, 12), goal)) continue;
      let t = at(e);
      if (t < 0) {
        t = makeNode(~t);
        store<i32>(e, t);
      }
      t <<= 2;
      const cost = base + <i64>load<i32>(e, 4);
      const state = load<i32>(t, STAMP);
      if (state >= now && load<i64>(t, COST) <= cost) {
        if (state !== DROPPED) continue;
        // Once more, for a record of the arrival.
        store<i32>(e, load<i32>(t, PARENT));
        e -= EDGE;
        continue;
      }
      let f: i64 = -1;
      if (next || few !== empty || best !== NONE) {
        const point = load<i32>(t, POINT);
        f = cost + octile((point & X_MASK) - goalX, (point >> 16) - goalY);
        if (f >= best) continue;
      }
      store<i64>(t, cost, COST);
      store<i32>(t, n >> 2, PARENT);
      store<i32>(t, now, STAMP);
      generated++;
      if (t === next) {
        nextF = f;
        continue;
      }
      const listed = few > empty && state === now;
      if (!next) {
        if (!listed) {
          next = t;
          nextF = f;
          continue;
        }
      } else {
        if (nextF < 0) nextF = fOf(next, goalX, goalY);
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
          do i -= LISTED;
          while (nodeOf(load<i64>(i, LIST)) !== t);
          for (; i + LISTED < few && load<i64>(i, LIST + 8) >= f << PLACE_BITS; i += LISTED) {
            store<i64>(i, load<i64>(i, LIST + 8), LIST);
          }
        } else if (few < empty + get(MOST)) {
          i = insertAt(few, f);
          few += LISTED;
        }
        if (i < few) {
          store<i64>(i, entryOf(f, t), LIST);
          continue;
        }
        current = 0x7fffffff;
      }
      for (;;) {
        const bucket = bucketOf(f, lowest);
        lastBucket = max(bucket, lastBucket);
        current = min(bucket, current);
        if (items === itemsEnd) unreachable();
        const head = heads + ((bucket & mask) << 2);
        store<i32>(items, t);
        store<i32>(items, at(head), 4);
        store<i32>(head, items);
        items += 8;
        if (few <= empty) break;
        few -= LISTED;
        const entry = load<i64>(few, LIST);
        t = nodeOf(entry);
        f = entry >> PLACE_BITS;
      }
      few = -1;
    }
    if (few === empty) {
      if (!next || nextF >= best) break;
      n = next;
    } else if (few > empty) {
      const first = load<i64>(few, LIST - 8);
      const f = first >> PLACE_BITS;
      if (next && nextF <= f) {
        if (nextF >= best) break;
        n = next;
      } else {
        if (f >= best) break;
        few -= LISTED;
        n = nodeOf(first);
        if (next) {
          const i = insertAt(few, nextF);
          store<i64>(i, entryOf(nextF, next), LIST);
          few += LISTED;
        }
      }
    } else {
      const bucket = next ? bucketOf(nextF, lowest) : lastBucket + 1;
      n = 0;
      while (!n && current < bucket && current <= lastBucket) {
        const slot = heads + ((current & mask) << 2);
        const item = at(slot);
        if (!item) {
          current++;
          continue;
        }
        if (<f64>lowest + <f64>current * BUCKET >= <f64>best) break;
        store<i32>(slot, load<i32>(item, 4));
        if (load<i32>(at(item), STAMP) !== now) continue;
        n = at(item);
        if (!next) continue;
        lastBucket = max(bucket, lastBucket);
        const other = heads + ((bucket & mask) << 2);
        store<i32>(item, next);
        store<i32>(item, at(other), 4);
        store<i32>(other, item);
      }
      if (!n) {
        if (!next || nextF >= best) break;
        n = next;
      }
    }
    base = load<i64>(n, COST);
    e = n + NODE;
  }
  if (few < 0) for (; current <= lastBucket; current++) store<i32>(heads + ((current & mask) << 2), 0);
  store<i32>(BASE, expanded, RESULT_EXPANDED);
  store<i32>(BASE, generated, RESULT_GENERATED);
  store<f64>(BASE, <f64>best, RESULT_COST);
  if (best === NONE) return 0;
  items = get(ITEMS);
  store<i32>(items, goal);
  for (; last >= 0; last = load<i32>(last, PARENT) << 2) {
    items += 4;
    store<i32>(items, load<i32>(last, POINT));
  }
  return (items - get(ITEMS) + 4) >> 2;
}
