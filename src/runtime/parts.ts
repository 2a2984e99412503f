/** Parts of a loader other than engines. A bundle has only the parts that it names. */

import type { Keep } from '../core/blob/keep.js';
import { chooseAgent, type SectionEntry } from '../core/blob/read.js';
import { unzstd } from '../core/blob/unzstd.js';
import { ensure } from '../core/errors.js';
import { touchesAbove } from '../core/grid/hexes.js';
import { hexagons } from '../core/search/hexagons.js';
import { loadMoveBounds } from '../engines/bounds/move-boxes.js';
import { ruleOf } from '../engines/ch/rules.js';
import { onAxial } from '../engines/jps/moves/hexes.js';
import { buildMoveJumps } from '../engines/jps/moves/jumps.js';
import { moveSearch } from '../engines/jps/moves/search.js';
import { loadMoveJumps } from '../engines/jps/moves/section.js';
import { native } from '../engines/jps/wasm/native.js';
import type { Core, LoadPart, Part } from './nav.js';

/** Part of {@link loader}: the decompressor. Blobs baked with `--codec none` load without it. */
export const zstdPart: LoadPart = { decompress: unzstd } as Part;

/**
 * Part of {@link loader}: JPS+ in WebAssembly, where the host allows it; without it the same search runs in JavaScript.
 */
export const wasmPart: LoadPart = { native } as Part;

/**
 * Part of {@link loader}: moves other than `no-corners` for JPS+, goal bounds and contraction hierarchies, and
 * hexagons, weighted or not. HPA* and tables support all rules of squares without it.
 */
export const diagonalsPart: LoadPart = {
  moves: {
    jumps: (grid, jps, bounds) =>
      onAxial(grid, (axial) => {
        const jumps = jps ? loadMoveJumps(jps, axial) : buildMoveJumps(axial);
        return moveSearch(axial, jumps, bounds && loadMoveBounds(bounds, axial, jumps));
      }),
    touches: touchesAbove,
    hexes: hexagons,
    onAxial,
    subgoals: ruleOf,
  },
} as Part;

/**
 * Part of {@link loader}: `load(bytes, { shared: true })`, arrays in memory that the threads of {@link navPool} share.
 */
export const sharedPart: LoadPart = {
  share(kept = {}) {
    if (typeof kept !== 'object') throw new TypeError(`shared is ${kept}, expected true or false`);
    return canShare() ? { kept, keep: keepShared(kept) } : undefined;
  },
} as Part;

/** By the bytes that they were loaded from, then by the agent's sections; weak, so that unused ones are freed. */
const cores = /* @__PURE__ */ new WeakMap<object, Map<string, WeakRef<Core>>>();

/** Part of {@link loader}: blobs of several agents, of which equal ones share their memory. */
export const agentsPart: LoadPart = {
  agents: {
    choose(list, own, entries, agent) {
      const chosen = chooseAgent(list, own, entries, agent);
      const { agents, head, heads } = chosen;
      if (agents[1] && agent === undefined)
        throw new RangeError(`agent is missing, the blob has ${agents.join(', ')}; name one`);
      const print = (bytes: Uint8Array) => `${bytes.subarray(16, 48)}`;
      // Fingerprints differ by rule and size.
      const sound = heads.every(
        (other) => (other[8] === head[8] && other[10] === head[10]) || print(other) !== print(head),
      );
      ensure(sound, 'agents', 'damaged', 'whole');
      return chosen;
    },
    core(bytes, blobs, settings, make) {
      if (blobs[0].agents.length === 0) return undefined;
      const known = cores.get(bytes) ?? new Map<string, WeakRef<Core>>();
      cores.set(bytes, known);
      // The header has fingerprint, rule and size. Other contents may have an equal checksum, but lie elsewhere in the
      // file.
      const placeOf = ({ kind, crc, parts }: SectionEntry) => [kind, crc, parts[0]?.byteOffset];
      const key = `${settings}${blobs.map(({ head, entries }) => [head, ...entries.map(placeOf)])}`;
      const core = known.get(key)?.deref() ?? make();
      known.set(key, new WeakRef(core));
      return core;
    },
  },
} as Part;

/** Arrays by the names that {@link Keep} gives them. */
export type Kept = Record<string, unknown>;

/** Whether threads can share memory here: pages can where they are isolated from other origins. */
function canShare(): boolean {
  const { SharedArrayBuffer: memory, crossOriginIsolated = true } = globalThis as {
    SharedArrayBuffer?: unknown;
    crossOriginIsolated?: boolean;
  };
  return memory !== undefined && crossOriginIsolated;
}

/** Puts what is made into shared memory, once, and remembers it in `kept`. */
export function keepShared(kept: Kept): Keep {
  return <T>(name: string, make: () => T) => {
    if (!(name in kept)) kept[name] = shared(make());
    return kept[name] as T;
  };
}

/**
 * A copy of a tree without its functions whose typed arrays lie in shared memory; what does so already is not copied.
 */
function shared(value: unknown): unknown {
  if ((value as { buffer?: unknown } | undefined)?.buffer instanceof SharedArrayBuffer) return value;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const bytes = new Uint8Array(new SharedArrayBuffer(byteLength));
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
    return new (value.constructor as new (buffer: ArrayBufferLike) => unknown)(bytes.buffer);
  }
  if (Array.isArray(value)) return value.map(shared);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shared(part)]));
  return typeof value === 'function' ? undefined : value;
}
