/**
 * What depends on each cell: the dominator tree of what a start reaches. Closing a cell cuts off exactly the cells below
 * it in the tree, whatever way links lead. Semidominators by path compression (Lengauer & Tarjan 1979), then nearest
 * common ancestors (Georgiadis 2005).
 */
import { eachNext, type Graph } from './graph.js';

/**
 * @returns numbers of cells in depth-first order, 1 for the start and 0 where it does not lead; cells by number; by number
 * the nearest number whose cell all ways lead through, 0 for the start
 */
export function dominatorsOf(graph: Graph, start: number) {
  const { number, cells, parent } = depthFirst(graph, start);
  const above = parent.slice();
  /** The lowest number on the way from each number up to where its path is compressed to. */
  const label = Int32Array.from(parent, (_, n) => n);
  const semi = label.slice();
  const path = new Int32Array(parent.length);
  for (let n = parent.length - 1; n > 1; n--) {
    const take = (from: number) => {
      let v = number[from];
      let length = 0;
      // Numbers above n are linked with their parents. Unreached cells have number 0.
      for (; parent[v] > n; v = parent[v]) path[length++] = v;
      while (length > 0) {
        const w = path[--length];
        if (label[v] < label[w]) label[w] = label[v];
        parent[w] = parent[v];
        v = w;
      }
      if (v > 0 && label[v] < semi[n]) semi[n] = label[v];
    };
    eachNext(graph, cells[n], take, graph.into);
    label[n] = semi[n];
  }
  for (let n = 2; n < above.length; n++) while (above[n] > semi[n]) above[n] = above[above[n]];
  return { number, cells, above };
}

function depthFirst({ moves, steps, out }: Graph, start: number) {
  const number = new Int32Array(moves.length);
  const [cells, parent] = [new Int32Array(moves.length + 1), new Int32Array(moves.length + 1)];
  const left = moves.slice();
  const edges = new Map([...out].map(([cell, list]) => [cell, list.slice()]));
  let count = 1;
  number[start] = 1;
  cells[1] = start;
  for (let n = 1; n > 0; ) {
    const cell = cells[n];
    const mask = left[cell];
    left[cell] &= mask - 1;
    const next = mask > 0 ? cell + steps[31 - Math.clz32(mask & -mask)] : edges.size > 0 && edges.get(cell)?.pop();
    if (!next) n = parent[n];
    else if (number[next] === 0) {
      number[next] = ++count;
      cells[count] = next;
      parent[count] = n;
      n = count;
    }
  }
  return { number, cells: cells.slice(0, count + 1), parent: parent.slice(0, count + 1) };
}
