// AssemblyScript: the look round and the search of `../look-round.ts`, `../in-sight.ts` and `../search-loop.ts` in
// WebAssembly. What it does and why is said there; here is only what differs. Same answers, same cells; tests compare
// them query by query.
//
// It works in the arena of `../arena.ts`: records are made by the JavaScript there, which is asked for those that are
// missing. Places in the arena are counted in ints, in here in bytes. Where the items of the open list are used up it
// traps, and the query is asked again in JavaScript.

// The header of the arena, in bytes; `../native.ts` writes it.
/** Result: cost, number of nodes expanded, and generated. */
const RESULT_COST: usize = 0;
const RESULT_EXPANDED: usize = 8;
const RESULT_GENERATED: usize = 12;
const ORIGIN: usize = 24;
const PITCH: usize = 40;
const WALLS: usize = 56;
const FOLDED: usize = 60;
const MODULUS: usize = 64;
const RECORDS: usize = 68;
const SIGHTS: usize = 72;
const START_EDGES: usize = 76;
const HEADS: usize = 80;
const MASK: usize = 84;
/** 0 without goal bounds. */
const HULLS: usize = 88;
const START: usize = 92;
const ITEMS: usize = 96;
const ITEMS_END: usize = 100;
/** Bytes of the short list at most. */
const MOST: usize = 104;
/** The short list: entries of a cost and a node. */
const LIST: usize = 256;
const LISTED: i32 = 16;
/** Where the header begins. */
declare const BASE: usize;

/** Makes the record of an arrival, and the hull of a jump point; memory may grow. */
declare function makeNode(arrival: i32): i32;
declare function makeHull(number: i32, arrival: i32): void;
/** Directions in which an optimal path from a cell to a goal may start; in `build.ts`, where there is room. */
declare function allowedFrom(x: i32, y: i32, goalX: i32, goalY: i32): i32;

const STAMP: usize = 0;
const PARENT: usize = 4;
const COST: usize = 8;
const POINT: usize = 16;
const END: usize = 20;
const LOW: usize = 24;
const HIGH: usize = 28;
const VIEWS: i32 = 32;
const NODE: i32 = 48;
const EDGE: i32 = 16;
const SIGHT: i32 = 12;

const STRAIGHT: i32 = 13860;
const DIAGONAL: i32 = 19601;
const BUCKET: f64 = 6930;
const PER_BUCKET: f64 = 1 / BUCKET;
const X_MASK: i32 = 0x3fff;
const SPARE: i32 = (1 << 15) | (1 << 30);
const EVERYWHERE: i32 = (X_MASK | (X_MASK << 16)) + SPARE;

function at(address: i32): i32 {
  return load<i32>(address);
}

function get(field: usize): i32 {
  return load<i32>(BASE + field);
}

function holds(low: i32, high: i32, point: i32): bool {
  return ((point + SPARE - low) & (high - point) & SPARE) === SPARE;
}

function bucketOf(f: f64, lowest: f64): i32 {
  return <i32>((f - lowest) * PER_BUCKET);
}

function octile(dx: i32, dy: i32): f64 {
  const a = abs(dx);
  const b = abs(dy);
  return <f64>(STRAIGHT * max(a, b) + (DIAGONAL - STRAIGHT) * min(a, b));
}

/** Column step of a direction, 1, 0 or -1; row steps are those of d - 2. */
function dxOf(d: i32): i32 {
  return ((0x1a9 >> ((d & 7) << 1)) & 3) - 1;
}

function arrivalAt(x: i32, y: i32, d: i32): i32 {
  return x | (y << 16) | (d << 13);
}

function diagonalAt(x: i32, y: i32, kind: i32): i32 {
  const modulus = get(MODULUS);
  const fold = at(get(FOLDED) + (x << 2));
  let line = kind === 1 ? y + fold : y - fold;
  if (line < 0) line += modulus;
  else if (line >= modulus) line -= modulus;
  return load<i32>(BASE + (kind << 2), ORIGIN) + (line << 5);
}

/** Group of a cell on the straight line of direction d. */
function groupAt(x: i32, y: i32, d: i32): i32 {
  const kind = d & 2;
  return (
    load<i32>(BASE + (kind << 2), ORIGIN) +
    ((kind ? y : x) << 4) +
    ((kind ? x : y) >> 5) * load<i32>(BASE + (kind << 2), PITCH)
  );
}

function straightJump(x: i32, y: i32, d: i32): i32 {
  const kind = d & 2;
  let p = kind ? x : y;
  const line = load<i32>(BASE + (kind << 2), ORIGIN) + ((kind ? y : x) << 4);
  const walls = get(WALLS);
  const side = load<i32>(BASE + (kind << 2), PITCH);
  let base: i32, bit: i32, marks: i32, i: i32;
  if (d === 2 || d === 4) {
    base = (p + 1) & ~31;
    i = line + (base >> 5) * side;
    marks = (at(i) | at(walls + (i >> 2))) & (-1 << (p + 1));
    while (!marks) {
      i += side;
      base += 32;
      marks = at(i) | at(walls + (i >> 2));
    }
    bit = ctz(marks);
    p = base + bit - p;
  } else {
    base = (p - 1) & ~31;
    i = line + (base >> 5) * side;
    marks = (load<i32>(i, 8) | at(walls + (i >> 2))) & (-1 >>> (32 - p));
    while (!marks) {
      i -= side;
      base -= 32;
      marks = load<i32>(i, 8) | at(walls + (i >> 2));
    }
    bit = 31 - clz(marks);
    p = p - base - bit;
  }
  return (at(walls + (i >> 2)) >> bit) & 1 ? 1 - p : p;
}

function numberBeyond(x: i32, y: i32, d: i32): i32 {
  const p = d & 2 ? x : y;
  const i = groupAt(x, y, d);
  return d === 2 || d === 4
    ? load<i32>(i, 4) + popcnt(at(i) & ((2 << p) - 1))
    : load<i32>(i, 12) + popcnt(load<i32>(i, 8) & ((1 << p) - 1)) - 1;
}

/** Arrival at which a sight ends. */
function arrivalOf(from: i32): i32 {
  const x = from & X_MASK;
  const y = from >> 16;
  const d = (from >> 13) & 6;
  const v = straightJump(x, y, d);
  return arrivalAt(x + v * dxOf(d), y + v * dxOf(d - 2), d);
}

/** Adds the jump points that the marks of a group of a diagonal turn to. */
function addSights(into: i32, bits: i32, x: i32, y: i32, base: i32, d: i32, side: i32): i32 {
  for (; bits; bits &= bits - 1) {
    const atX = base + ctz(bits);
    const run = abs(atX - x);
    const atY = y + run * dxOf(d - 2);
    store<i32>(into, numberBeyond(atX, atY, side));
    store<i32>(into, arrivalAt(atX, atY, side), 4);
    store<i32>(into, run * DIAGONAL, 8);
    into += SIGHT;
  }
  return into;
}

function setStart(x: i32, y: i32, goal: i32, allowed: i32): void {
  const start = get(START);
  const widePitch = load<i32>(BASE + 4, PITCH);
  const group = (x >> 5) * widePitch;
  const bounded = get(HULLS);
  const sights = get(SIGHTS);
  // As there: read at once.
  const rising = diagonalAt(x, y, 1);
  const falling = diagonalAt(x, y, 3);
  store<i32>(sights, at(rising + group) ^ at(falling + group) ^ at(groupAt(x, y, 2)) ^ at(groupAt(x, y, 0)));
  let end = sights;
  for (let d = 0; d < 8; d += 2) {
    const v = (allowed >> d) & 1 ? straightJump(x, y, d) : 0;
    store<i16>(start + VIEWS + (d << 1), abs(v));
    if (v > 0) {
      store<i32>(end, numberBeyond(x, y, d));
      store<i32>(end, arrivalAt(x, y, d), 4);
      store<i32>(end, 0, 8);
      end += SIGHT;
    }
  }
  for (let d = 1; d < 8; d += 2) {
    let view = 0;
    if ((allowed >> d) & 1) {
      const east = d < 4;
      let base = (east ? x + 1 : x - 1) & ~31;
      let i = (d & 2 ? falling : rising) + (base >> 5) * widePitch + (east ? 0 : 16);
      let reach = east ? -1 << (x + 1) : -1 >>> (32 - x);
      for (let walls = 0; !walls; ) {
        walls = at(i) & reach;
        if (walls) {
          const bit = east ? ctz(walls) : 31 - clz(walls);
          reach &= east ? (1 << bit) - 1 : -2 << bit;
          view = abs(base + bit - x) - 1;
        }
        end = addSights(end, load<i32>(i, 4) & reach, x, y, base, d, east ? 2 : 6);
        end = addSights(end, load<i32>(i, 8) & reach, x, y, base, d, d === 3 || d === 5 ? 4 : 0);
        reach = -1;
        base += east ? 32 : -32;
        i += east ? widePitch : -widePitch;
      }
    }
    store<i16>(start + VIEWS + (d << 1), view);
  }
  let into = get(START_EDGES);
  for (let s = sights; s < end; s += SIGHT) {
    const target = at(s);
    const from = load<i32>(s, 4);
    if (bounded) {
      const hull = bounded + (target << 3);
      if (load<i32>(hull, 4) === 0) makeHull(target, arrivalOf(from));
      if (!holds(at(hull), load<i32>(hull, 4), goal)) continue;
    }
    let node = at(get(RECORDS) + (target << 2));
    if (!node) node = makeNode(arrivalOf(from));
    const point = load<i32>(node << 2, POINT);
    store<i32>(into, node);
    store<i32>(
      into,
      load<i32>(s, 8) + (abs((point & X_MASK) - (from & X_MASK)) + abs((point >> 16) - (from >> 16))) * STRAIGHT,
      4,
    );
    store<i32>(into, 0, 8);
    store<i32>(into, EVERYWHERE, 12);
    into += EDGE;
  }
  store<i32>(start, x | (y << 16), POINT);
  store<i32>(start, into >> 2, END);
}

function seenCost(n: i32, goalX: i32, goalY: i32): f64 {
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
    if (level > <i32>load<i16>(n + VIEWS + (diagonal << 1))) return Infinity;
    const turnX = dx > 0 ? x + level : x - level;
    const turnY = dy > 0 ? y + level : y - level;
    if (rest > 0 && rest > abs(straightJump(turnX, turnY, straight))) return Infinity;
  } else if (rest > <i32>load<i16>(n + VIEWS + (straight << 1))) return Infinity;
  return <f64>(level * DIAGONAL + rest * STRAIGHT);
}

/** f of an open node. */
function fOf(n: i32, goalX: i32, goalY: i32): f64 {
  const point = load<i32>(n, POINT);
  return load<f64>(n, COST) + octile((point & X_MASK) - goalX, (point >> 16) - goalY);
}

/** Makes room in a short list of some bytes. @returns where a node of that f belongs */
function insertAt(i: i32, f: f64): i32 {
  for (; i > <i32>BASE && load<f64>(i, LIST - 16) < f; i -= LISTED) {
    store<f64>(i, load<f64>(i, LIST - 16), LIST);
    store<i32>(i, load<i32>(i, LIST - 8), LIST + 8);
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
  let best = Infinity;
  let last = get(START);
  let expanded = 0;
  let generated = 1;
  // End of the sorted list, as the address of an entry before LIST; -1 once the ring has taken over.
  const empty = <i32>BASE;
  let few = empty;
  let current = 0;
  let lastBucket = -1;
  let n = get(START);
  let base: f64 = 0;
  let e = get(START_EDGES);
  for (;;) {
    expanded++;
    store<i32>(n, now + 1, STAMP);
    if (holds(load<i32>(n, LOW), load<i32>(n, HIGH), goal)) {
      const seen = base + seenCost(n, goalX, goalY);
      if (seen < best) {
        best = seen;
        last = n;
      }
    }
    let next = 0;
    let nextF: f64 = -1;
    for (const to = load<i32>(n, END) << 2; e < to; e += EDGE) {
      if (!holds(load<i32>(e, 8), load<i32>(e, 12), goal)) continue;
      let t = at(e);
      if (t < 0) {
        t = makeNode(~t);
        store<i32>(e, t);
      }
      t <<= 2;
      const cost = base + <f64>load<i32>(e, 4);
      const state = load<i32>(t, STAMP);
      if (state >= now && load<f64>(t, COST) <= cost) continue;
      let f: f64 = -1;
      if (next || few !== empty || best !== Infinity) {
        const point = load<i32>(t, POINT);
        f = cost + octile((point & X_MASK) - goalX, (point >> 16) - goalY);
        if (f >= best) continue;
      }
      store<f64>(t, cost, COST);
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
          while (load<i32>(i, LIST + 8) !== t);
          for (; i + LISTED < few && load<f64>(i, LIST + 16) >= f; i += LISTED) {
            store<f64>(i, load<f64>(i, LIST + 16), LIST);
            store<i32>(i, load<i32>(i, LIST + 24), LIST + 8);
          }
        } else if (few < empty + get(MOST)) {
          i = insertAt(few, f);
          few += LISTED;
        }
        if (i < few) {
          store<f64>(i, f, LIST);
          store<i32>(i, t, LIST + 8);
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
        t = load<i32>(few, LIST + 8);
        f = load<f64>(few, LIST);
      }
      few = -1;
    }
    if (few === empty) {
      if (!next || nextF >= best) break;
      n = next;
    } else if (few > empty) {
      const f = load<f64>(few, LIST - 16);
      if (next && nextF <= f) {
        if (nextF >= best) break;
        n = next;
      } else {
        if (f >= best) break;
        few -= LISTED;
        n = load<i32>(few, LIST + 8);
        if (next) {
          const i = insertAt(few, nextF);
          store<f64>(i, nextF, LIST);
          store<i32>(i, next, LIST + 8);
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
        if (lowest + <f64>current * BUCKET >= best) break;
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
    base = load<f64>(n, COST);
    e = n + NODE;
  }
  if (few < 0) for (; current <= lastBucket; current++) store<i32>(heads + ((current & mask) << 2), 0);
  store<i32>(BASE, expanded, RESULT_EXPANDED);
  store<i32>(BASE, generated, RESULT_GENERATED);
  store<f64>(BASE, best, RESULT_COST);
  if (best === Infinity) return 0;
  items = get(ITEMS);
  store<i32>(items, goal);
  for (; last >= 0; last = load<i32>(last, PARENT) << 2) {
    items += 4;
    store<i32>(items, load<i32>(last, POINT));
  }
  return (items - get(ITEMS) + 4) >> 2;
}
