/** Checkpoints of a contraction: numbers of nodes and pairs, then the arrays of {@link ContractionState}. */
import { createHash } from 'node:crypto';
import { fingerprint } from '../blob/fingerprint.js';
import { type CheckpointKind, damaged, readCheckpoint, writeCheckpoint } from '../chunks/checkpoint.js';
import type { Grid } from '../grid/grid.js';
import type { ContractionState } from './contract.js';

/** 'CHc' and the version of this form. */
const KIND: CheckpointKind = { magic: 0x01634843, what: 'contraction hierarchies' };

export function saveContraction(grid: Grid, witness: number, state: ContractionState): Uint8Array {
  const { order, counts, pairs, costs, stale } = state;
  const arrays = [Uint32Array.of(order.length, pairs.length), order, counts, pairs, costs, stale];
  return writeCheckpoint(KIND, hashOf(grid, witness), new Uint8Array(), arrays);
}

/** @throws {CheckpointError} if it is of another map or other options, or damaged */
export function loadContraction(bytes: Uint8Array, grid: Grid, witness: number): ContractionState {
  const { results } = readCheckpoint(bytes, KIND, hashOf(grid, witness), 0);
  let at = 0;
  const next = (length: number) => {
    at += length;
    return results.slice(at - length, at).buffer;
  };
  const [nodes, pairs] = new Uint32Array(next(8));
  const order = new Int32Array(next(4 * nodes));
  const counts = new Int32Array(next(4 * nodes));
  const state = { order, counts, pairs: new Int32Array(next(4 * pairs)) };
  const left = results.length - at;
  // The rest is 9 bytes a node.
  if (left < 0 || left % 9 !== 0) throw damaged();
  return { ...state, costs: new Float64Array(next((8 * left) / 9)), stale: new Uint8Array(next(left / 9)) };
}

/** SHA-256 of all that decides the order of contraction. */
function hashOf(grid: Grid, witness: number): Uint8Array {
  return createHash('sha256').update(fingerprint(grid)).update(`ch ${witness}`).digest();
}
