/** Nodes of a search under any move rule, as arrays by their number. */
import { grown } from '../../../core/arrays.js';

export const newNodes = () => ({
  g: new Float64Array(1024),
  parents: new Int32Array(1024),
  stamps: new Int32Array(1024),
  points: new Int32Array(1024),
  /** 8 * cell + direction. */
  arrivals: new Int32Array(1024),
  firstEdge: new Int32Array(1024),
  endEdge: new Int32Array(1024),
  /** How far a goal is seen along each direction, before a turn. */
  views: new Int16Array(8 * 1024),
  /** The edits that the edges know, 0 without edges, and the box of the cells that they were read from. */
  edits: new Int32Array(1024),
  lows: new Int32Array(1024),
  highs: new Int32Array(1024),
  /** Corners of the rectangle of goals that a node is good for; 0 until they are asked for. */
  hulls: new Int32Array(2 * 1024),
});

export function growNodes(nodes: ReturnType<typeof newNodes>): void {
  for (const name of Object.keys(nodes) as (keyof typeof nodes)[]) nodes[name] = grown(nodes[name]) as never;
}
