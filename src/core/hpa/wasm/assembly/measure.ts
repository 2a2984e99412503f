// AssemblyScript: `landmarkCosts` and `hopsOf` of `../../`, over the edges of level 1 and those across borders.

import {
  across,
  acrossCost,
  acrossFirst,
  acrossTo,
  cost,
  edges,
  end,
  first,
  levels,
  longest,
  nodeLevels,
  nodes,
  to,
} from './edges';
import { double, free, int, release, setDouble, setInt, take } from './memory';
import { STEP } from './steps';

const LANDMARKS: i32 = 8;

/** Of floods: costs and least costs of nodes, f64; whether a node was reached over a border, u8; buckets. */
let costs: i32 = 0;
let nearest: i32 = 0;
let crossed: i32 = 0;
let heads: i32 = 0;
let mask: i32 = 0;
/** Node and next item of its bucket, in turn, at the end of memory. */
let items: i32 = 0;

/** Costs of all nodes from a source. @returns how many it reaches */
function flood(source: i32): i32 {
  for (let n = 0; n < nodes; n++) setDouble(costs, n, Infinity);
  release(items);
  setDouble(costs, source, 0);
  store<u8>(crossed + source, 1);
  store<i64>(take(1, 8), source);
  store<i32>(heads, items);
  let taken = 0;
  let waiting = 1;
  for (let bucket = 0; waiting > 0; bucket++) {
    const slot = heads + ((bucket & mask) << 2);
    for (let item = load<i32>(slot); item; item = load<i32>(slot)) {
      store<i32>(slot, load<i32>(item, 4));
      waiting--;
      const n = load<i32>(item);
      const base = load<f64>(costs + (n << 3));
      // Stale items are done.
      if (base < <f64>bucket * STEP) continue;
      taken++;
      for (let part: i32 = 1 - load<u8>(crossed + n); part < 2; part++) {
        const targets = part ? acrossTo : to;
        const prices = part ? acrossCost : cost;
        const until = int(part ? acrossFirst + 4 : end, n);
        for (let e = int(part ? acrossFirst : first, n); e < until; e++) {
          const t = load<i32>(targets + (e << 2));
          const price = base + load<f64>(prices + (e << 3));
          const known = costs + (t << 3);
          if (price >= load<f64>(known)) continue;
          store<f64>(known, price);
          store<u8>(crossed + t, part);
          const head = heads + ((<i32>(<i64>(price / STEP)) & mask) << 2);
          const next = take(1, 8);
          store<i32>(next, t);
          store<i32>(next, load<i32>(head), 4);
          store<i32>(head, next);
          waiting++;
        }
      }
    }
  }
  return taken;
}

/** Makes the landmarks' costs, and with one level the hops. @returns cost of the dearest hop */
export function measure(): f64 {
  const marks = take(LANDMARKS * nodes, 8);
  const behind = free;
  let buckets = 2;
  while (<f64>buckets < longest / STEP + 2) buckets <<= 1;
  mask = buckets - 1;
  costs = take(nodes, 8);
  nearest = take(nodes, 8);
  crossed = take(nodes, 1);
  heads = take(buckets, 4);
  items = free;
  for (let n = 0; n < nodes; n++) setDouble(nearest, n, Infinity);
  let source = 0;
  for (let i = 0, reached = 0; i < 8 && 2 * reached < nodes; i++) {
    source = <i32>((<i64>i * nodes) >> 3);
    reached = flood(source);
  }
  for (let l = -1; l < LANDMARKS; l++) {
    let most: f64 = 0;
    if (l >= 0) flood(source);
    for (let n = 0; n < nodes; n++) {
      let price = double(costs, n);
      if (l >= 0) {
        setDouble(marks, LANDMARKS * n + l, price);
        price = min(price, double(nearest, n));
        setDouble(nearest, n, price);
      }
      if (price > most && price < Infinity) {
        most = price;
        source = n;
      }
    }
  }
  release(behind);
  if (levels === 1) hop();
  return dearest;
}

/** Hops: how many there are, the cost of the dearest, and their costs (f64) and targets. */
let hops: i32 = 0;
let dearest: f64 = 0;
let hopCost: i32 = 0;
let hopTo: i32 = 0;
/** Where the hop to a node is, among those of the node at hand. */
let place: i32 = 0;

/** Adds the hops over the border from a node. @param from the first hop of the node at hand @param price up to there */
function addHops(from: i32, via: i32, price: f64): void {
  const until = int(acrossFirst + 4, via);
  for (let k = int(acrossFirst, via); k < until; k++) {
    const t = load<i32>(acrossTo + (k << 2));
    const whole = price + load<f64>(acrossCost + (k << 3));
    dearest = max(dearest, whole);
    const own = place + (t << 2);
    const h = load<i32>(own);
    const known = hopCost + (h << 3);
    if (h >= from && h < hops && load<i32>(hopTo + (h << 2)) === t) store<f64>(known, min(load<f64>(known), whole));
    else {
      store<i32>(own, hops);
      store<i32>(hopTo + (hops << 2), t);
      store<f64>(hopCost + (hops << 3), whole);
      hops++;
    }
  }
}

/** Makes the hops of all nodes. */
function hop(): void {
  // Each hop is an edge across a border, alone or after another edge.
  let most = across;
  for (let e = 0; e < edges; e++) {
    const t = int(to, e);
    most += int(acrossFirst, t + 1) - int(acrossFirst, t);
    if (most > 1 << 28) unreachable();
  }
  store<i32>(0, most);
  place = take(nodes, 4);
  const hopFirst = take(nodes + 1, 4);
  hopCost = take(most, 8);
  hopTo = take(most, 4);
  for (let n = 0; n < nodes; n++) {
    const from = hops;
    setInt(hopFirst, n, from);
    if (!load<u8>(nodeLevels + n)) continue;
    addHops(from, n, 0);
    for (let e = int(first, n); e < int(end, n); e++) addHops(from, int(to, e), double(cost, e));
  }
  setInt(hopFirst, nodes, hops);
}
