// AssemblyScript: `baseGraph`, `hopsOf` and `landmarkCosts` of `../../`, in WebAssembly, for abstractions without
// shortcuts: in a fresh process nothing is compiled yet, and there they take ten times as long. What is made and why is
// said there; tests compare the arrays byte for byte.
//
// What contradicts the map is given up, and JavaScript says what is wrong. Places are bytes. The map comes by rows of
// clusters, each with the row of cells above it and the one below.

const STRAIGHT: f64 = 13860;
const DIAGONAL: f64 = 19601;
const STEP: f64 = 27720;
const LANDMARKS: i32 = 8;
/** Where the header has the step of each direction, in cells. */
const STEPS: usize = 8;
/** Places are 32 bits with a sign, so that memory ends below 2 GB. */
const MOST: i64 = 0x7fff0000;

/** The map: columns, rows, cells from a row to the next; how many cells beside a diagonal have to be open. */
let width: i32 = 0;
let height: i32 = 0;
let stride: i32 = 0;
let beside: i32 = 0;
/** The abstraction: side of a cluster, clusters in a row and in all, levels, clusters in a side of the next level's. */
let size: i32 = 0;
let columns: i32 = 0;
let clusters: i32 = 0;
let levels: i32 = 0;
let merge: i32 = 0;
let nodes: i32 = 0;
/** Most that a stored cost may add to a line. */
let dearest: f64 = 0;
/** Per pair u16, or where no paths are stored u32; runs, u8, 0 without them. */
let pairs: i32 = 0;
let runs: i32 = 0;
/** How many of both have been read. */
let pair: i32 = 0;
let run: i32 = 0;
/** Behind all that is taken. */
let free: i32 = 0;
/** Of the rows at hand, u8 a cell: cost, 0 blocked; and i32: number of its node and 1. */
let weights: i32 = 0;
let nodeAt: i32 = 0;
/** Cost of each pair's path, f64. */
let prices: i32 = 0;

/** Numbers of edges inside clusters, across borders, and of hops. */
let edges: i32 = 0;
let across: i32 = 0;
let hops: i32 = 0;
/** Cost of the dearest edge, or hop. */
let longest: f64 = 0;

// What is made, in the order in which it lies in memory. x and y of nodes, u16 each; first node of each cluster.
let points: i32 = 0;
let clusterFirst: i32 = 0;
/** Per node where its edges begin and end; per pair where its path begins. */
let first: i32 = 0;
let end: i32 = 0;
let pathFirst: i32 = 0;
/** Where edges across borders begin, the last of which is their number; u8 a node, its level. */
let acrossFirst: i32 = 0;
let nodeLevels: i32 = 0;
/** Per edge its target, cost (f64) and twice its pair; across borders target, cost, and level (u8). */
let to: i32 = 0;
let cost: i32 = 0;
let pairOf: i32 = 0;
let acrossTo: i32 = 0;
let acrossCost: i32 = 0;
let acrossLevel: i32 = 0;
/** f64, node by node. */
let marks: i32 = 0;
/** Of hops as of edges; their costs lie before their targets. */
let hopFirst: i32 = 0;
let hopCost: i32 = 0;
let hopTo: i32 = 0;

/** Item of an array of i32, f64. */
function int(array: i32, i: i32): i32 {
  return load<i32>(array + (i << 2));
}
function setInt(array: i32, i: i32, value: i32): void {
  store<i32>(array + (i << 2), value);
}
function double(array: i32, i: i32): f64 {
  return load<f64>(array + (i << 3));
}
function setDouble(array: i32, i: i32, value: f64): void {
  store<f64>(array + (i << 3), value);
}

/** Takes room for items of some bytes each; traps where there is none. */
function take(items: i32, bytes: i32): i32 {
  const from = free;
  const until = <i64>from + <i64>items * bytes + 7;
  if (until > MOST) unreachable();
  free = <i32>until & ~7;
  const more = ((free + 0xffff) >>> 16) - memory.size();
  // By an eighth at least: to grow is slow.
  if (more > 0 && memory.grow(more + (memory.size() >> 3)) < 0) unreachable();
  return from;
}

/** Rows that a step in direction d goes down: -1, 0 or 1, kept in two bits for each direction. */
function rowOf(d: i32): i32 {
  return ((0x1a90 >> (d << 1)) & 3) - 1;
}
/** Cells of a step in direction d, modulo 8. */
function stepOf(d: i32): i32 {
  return load<i32>((d & 7) << 2, STEPS);
}

/** Place of a node's cell among the rows at hand. @param top row of the map in which the clusters begin */
function cellOf(n: i32, top: i32): i32 {
  const point = int(points, n);
  return ((point >>> 16) - top + 1) * stride + (point & 0xffff) + 1;
}

/** Takes an abstraction, whose sections lie in memory. @returns where the rows of cells go; 0 if a node is misplaced */
export function begin(
  columnsOfCells: i32,
  rowsOfCells: i32,
  openBeside: i32,
  side: i32,
  levelCount: i32,
  merged: i32,
  nodeCount: i32,
  pairCount: i32,
  counts: i32,
  places: i32,
  pairsAt: i32,
  runsAt: i32,
  mostAdded: f64,
  freeAt: i32,
): i32 {
  width = columnsOfCells;
  height = rowsOfCells;
  stride = width + 2;
  beside = openBeside;
  size = side;
  levels = levelCount;
  merge = merged;
  nodes = nodeCount;
  pairs = pairsAt;
  runs = runsAt;
  dearest = mostAdded;
  free = freeAt;
  columns = (width + size - 1) / size;
  clusters = columns * ((height + size - 1) / size);
  for (let d = 0; d < 8; d++) store<i32>(d << 2, rowOf(d) * stride + rowOf((d + 2) & 7), STEPS);
  prices = take(pairCount, 8);
  weights = take((size + 2) * stride, 1);
  nodeAt = take((size + 2) * stride, 4);
  points = take(nodes, 4);
  clusterFirst = take(clusters + 1, 4);
  first = take(nodes, 4);
  end = take(nodes, 4);
  pathFirst = take(pairCount + 1, 4);
  acrossFirst = take(nodes + 1, 4);
  nodeLevels = take(nodes, 1);
  let n = 0;
  for (let c = 0; c < clusters; c++) {
    const left = (c % columns) * size;
    const top = (c / columns) * size;
    let before = -1;
    for (const stop = n + load<u16>(counts + (c << 1)); n < stop; n++) {
      if (n === nodes) return 0;
      const place: i32 = load<u16>(places + (n << 1));
      const x = left + (place % size);
      const y = top + place / size;
      if (place <= before || place >= size * size || x >= width || y >= height) return 0;
      before = place;
      setInt(points, n, x | (y << 16));
    }
    setInt(clusterFirst, c + 1, n);
  }
  return n === nodes ? weights : 0;
}

/** What is stored of a pair. */
function pairAt(p: i32): u32 {
  return runs ? load<u16>(pairs + (p << 1)) : load<u32>(pairs + (p << 2));
}

/** Sum of the weights that n steps pass, each cell's for both its steps; -1 where one is illegal. */
function walk(cell: i32, d: i32, n: i32): i32 {
  const step = stepOf(d);
  const left = stepOf(d - 1);
  const right = stepOf(d + 1);
  let sum = 0;
  for (let weight: i32 = load<u8>(cell); n > 0; n--) {
    if (d & 1 && i32(load<u8>(cell + left) > 0) + i32(load<u8>(cell + right) > 0) < beside) return -1;
    cell += step;
    const next: i32 = load<u8>(cell);
    if (!next) return -1;
    sum += weight + next;
    weight = next;
  }
  return sum;
}

/** Cost of steps in direction d. @param sum of the weights that they pass */
function priceOf(sum: i32, d: i32): f64 {
  return <f64>sum * (d & 1 ? DIAGONAL : STRAIGHT);
}

/** Cost of the line from a cell, diagonal first; below 0 where it is blocked. */
function linePrice(cell: i32, dx: i32, dy: i32): f64 {
  const ax = abs(dx);
  const ay = abs(dy);
  const level = min(ax, ay);
  const slant = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
  const slants = walk(cell, slant, level);
  const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
  const straights = slants < 0 ? -1 : walk(cell + level * stepOf(slant), straight, ax + ay - 2 * level);
  return straights < 0 ? -1 : priceOf(slants, 1) + priceOf(straights, 0);
}

/** Cost of a pair's runs from a cell in row y of its cluster; below 0 where they do not lead to the other one. */
function pathPrice(cell: i32, target: i32, y: i32, count: i32): f64 {
  let price: f64 = 0;
  let steps = 0;
  for (const stop = run + count; run < stop; run++) {
    const code: i32 = load<u8>(runs + run);
    const d = code & 7;
    const n = (code >> 3) + 1;
    steps += n;
    y += n * rowOf(d);
    // Outside of the rows at hand JavaScript looks.
    if (steps >= size * size || y < 0 || y >= size) return -1;
    const sum = walk(cell, d, n);
    if (sum < 0) return -1;
    price += priceOf(sum, d);
    cell += n * stepOf(d);
  }
  return cell === target ? price : -1;
}

/** Prices the pairs of a cluster and counts edges of its nodes. @returns whether each path leads from node to node */
function pricePairs(from: i32, until: i32, top: i32): bool {
  for (let a = from; a < until; a++) {
    const cell = weights + cellOf(a, top);
    const point = int(points, a);
    if (!load<u8>(cell)) return false;
    for (let b = a + 1; b < until; b++, pair++) {
      const stored = pairAt(pair);
      if (stored) {
        const dx = (int(points, b) & 0xffff) - (point & 0xffff);
        const dy = (int(points, b) >>> 16) - (point >>> 16);
        const ax = abs(dx);
        const ay = abs(dy);
        let price: f64 = -1;
        if (!runs) {
          const octile = <f64>min(ax, ay) * (2 * DIAGONAL) + <f64>abs(ax - ay) * STEP;
          if (<f64>stored <= dearest) price = octile + <f64>stored - 1;
        } else if (stored === 1) price = linePrice(cell, dx, dy);
        else price = pathPrice(cell, weights + cellOf(b, top), (point >>> 16) - top, stored - 1);
        if (price < 0) return false;
        setDouble(prices, pair, price);
        longest = max(longest, price);
        setInt(end, a, int(end, a) + 1);
        setInt(end, b, int(end, b) + 1);
      }
      setInt(pathFirst, pair + 1, run);
    }
  }
  return true;
}

/** How many levels' clusters a step between two points leaves, from the lowest on. */
function levelOf(a: i32, b: i32): i32 {
  let level = 0;
  let span = size;
  while (level < levels && ((a & 0xffff) / span !== (b & 0xffff) / span || (a >>> 16) / span !== (b >>> 16) / span)) {
    level++;
    span *= merge;
  }
  return level;
}

/** Counts a node's edges across borders, or lists them, too. */
function addAcross(n: i32, top: i32, list: bool): void {
  const here = cellOf(n, top);
  const cell = weights + here;
  let count = across;
  for (let d = 0; d < 8; d++) {
    const t = load<i32>(nodeAt + ((here + stepOf(d)) << 2)) - 1;
    const sum = t < 0 ? -1 : walk(cell, d, 1);
    if (sum < 0) continue;
    const level = levelOf(int(points, n), int(points, t));
    if (!level) continue;
    const price = priceOf(sum, d);
    if (list) {
      setInt(acrossTo, count, t);
      setDouble(acrossCost, count, price);
      store<u8>(acrossLevel + count, level);
    }
    count++;
    const own = nodeLevels + n;
    if (level > load<u8>(own)) store<u8>(own, level);
    longest = max(longest, price);
  }
  across = count;
  setInt(acrossFirst, n + 1, count);
}

/** Numbers the cells of nodes in the rows at hand, or forgets them. */
function number(r: i32, top: i32, there: bool): void {
  const until = int(clusterFirst, min(clusters, (r + 2) * columns));
  for (let n = int(clusterFirst, max(0, r - 1) * columns); n < until; n++) {
    const y = int(points, n) >>> 16;
    if (y >= top - 1 && y <= top + size) store<i32>(nodeAt + (cellOf(n, top) << 2), there ? n + 1 : 0);
  }
}

/** Reads a row of clusters, whose cells are at hand: prices and counts, or lists. @returns whether all fits the map */
export function read(r: i32, list: bool): bool {
  const top = r * size;
  number(r, top, true);
  for (let c = r * columns; c < (r + 1) * columns; c++) {
    const from = int(clusterFirst, c);
    const until = int(clusterFirst, c + 1);
    if (!list && !pricePairs(from, until, top)) return false;
    for (let n = from; n < until; n++) addAcross(n, top, list);
  }
  number(r, top, false);
  return true;
}

/** Makes the edges of level 1, and room for those across borders, all of which have been counted. */
export function connect(): void {
  for (let n = 0; n < nodes; n++) {
    setInt(first, n, edges);
    edges += int(end, n);
    setInt(end, n, int(first, n));
  }
  to = take(edges, 4);
  cost = take(edges, 8);
  pairOf = take(edges, 4);
  let p = 0;
  for (let c = 0; c < clusters; c++) {
    const until = int(clusterFirst, c + 1);
    for (let a = int(clusterFirst, c); a < until; a++) {
      for (let b = a + 1; b < until; b++, p++) {
        if (!pairAt(p)) continue;
        addEdge(a, b, p, 0);
        addEdge(b, a, p, 1);
      }
    }
  }
  acrossTo = take(across, 4);
  acrossCost = take(across, 8);
  acrossLevel = take(across, 1);
  across = 0;
}

/** Lists an edge of level 1. @param back 1 against the direction of the pair's path */
function addEdge(from: i32, until: i32, p: i32, back: i32): void {
  const e = int(end, from);
  setInt(end, from, e + 1);
  setInt(to, e, until);
  setDouble(cost, e, double(prices, p));
  setInt(pairOf, e, 2 * p + back);
}

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
  free = items;
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
  marks = take(LANDMARKS * nodes, 8);
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
  for (let i = 0, reached = 0; i < 8 && <f64>reached < <f64>nodes / 2; i++) {
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
  free = behind;
  if (levels === 1) hop();
  return longest;
}

/** Where the hop to a node is, among those of the node at hand. */
let place: i32 = 0;

/** Adds the hops over the border from a node. @param from the first hop of the node at hand @param price up to there */
function addHops(from: i32, via: i32, price: f64): void {
  const until = int(acrossFirst + 4, via);
  for (let k = int(acrossFirst, via); k < until; k++) {
    const t = load<i32>(acrossTo + (k << 2));
    const whole = price + load<f64>(acrossCost + (k << 3));
    longest = max(longest, whole);
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
  hopFirst = take(nodes + 1, 4);
  hopCost = take(most, 8);
  hopTo = take(most, 4);
  longest = 0;
  for (let n = 0; n < nodes; n++) {
    const from = hops;
    setInt(hopFirst, n, from);
    if (!load<u8>(nodeLevels + n)) continue;
    addHops(from, n, 0);
    for (let e = int(first, n); e < int(end, n); e++) addHops(from, int(to, e), double(cost, e));
  }
  setInt(hopFirst, nodes, hops);
}
