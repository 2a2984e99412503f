// AssemblyScript: `baseGraph` of `../../graph.ts`, for abstractions without shortcuts. What contradicts the map is
// given up, and JavaScript says what is wrong. The map comes by rows of clusters, each with the row of cells above it
// and the one below.

import { double, int, release, setDouble, setInt, take } from './memory';
import { DIAGONAL, linePrice, priceOf, rowOf, STEP, setSteps, stepOf, walk } from './steps';

/** The map: columns, rows, cells from a row to the next. */
let width: i32 = 0;
let height: i32 = 0;
let stride: i32 = 0;
/** The abstraction: side of a cluster, clusters in a row and in all, levels, clusters in a side of the next level's. */
let size: i32 = 0;
let columns: i32 = 0;
let clusters: i32 = 0;
export let levels: i32 = 0;
let merge: i32 = 0;
export let nodes: i32 = 0;
/** Most that a stored cost may add to a line. */
let dearest: f64 = 0;
/** Per pair u16, or where no paths are stored u32; runs, u8, 0 without them. */
let pairs: i32 = 0;
let runs: i32 = 0;
/** How many of both have been read. */
let pair: i32 = 0;
let run: i32 = 0;
/** Of the rows at hand, u8 a cell: cost, 0 blocked; and i32: number of its node and 1. */
let weights: i32 = 0;
let nodeAt: i32 = 0;
/** Cost of each pair's path, f64. */
let prices: i32 = 0;

/** Numbers of edges inside clusters, and across borders. */
export let edges: i32 = 0;
export let across: i32 = 0;
/** Cost of the dearest of them. */
export let longest: f64 = 0;

// What is made, in the order in which it lies in memory. x and y of nodes, u16 each; first node of each cluster.
let points: i32 = 0;
let clusterFirst: i32 = 0;
/** Per node where its edges begin and end; per pair where its path begins. */
export let first: i32 = 0;
export let end: i32 = 0;
let pathFirst: i32 = 0;
/** Where edges across borders begin, the last of which is their number; u8 a node, its level. */
export let acrossFirst: i32 = 0;
export let nodeLevels: i32 = 0;
/** Per edge its target, cost (f64) and twice its pair; across borders target, cost, and level (u8). */
export let to: i32 = 0;
export let cost: i32 = 0;
let pairOf: i32 = 0;
export let acrossTo: i32 = 0;
export let acrossCost: i32 = 0;
let acrossLevel: i32 = 0;

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
  size = side;
  levels = levelCount;
  merge = merged;
  nodes = nodeCount;
  pairs = pairsAt;
  runs = runsAt;
  dearest = mostAdded;
  release(freeAt);
  columns = (width + size - 1) / size;
  clusters = columns * ((height + size - 1) / size);
  setSteps(stride, openBeside);
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
