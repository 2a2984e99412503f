/** Blobs of several agents. */
import { chooseAgent } from '../blob/read-agents.js';
import { ensure } from '../errors.js';
import type { Core, LoadPart, Part } from './nav.js';

/** By the bytes that they were loaded from, then by the agent's sections; weak, so that unused ones are freed. */
const cores = /* @__PURE__ */ new WeakMap<object, Map<string, WeakRef<Core>>>();

/** Part of {@link loader}: blobs of several agents, of which equal ones share their memory. */
export const agentsPart: LoadPart = {
  agents: {
    choose(...args) {
      const chosen = chooseAgent(...args);
      const { head, heads } = chosen;
      const print = (bytes: Uint8Array) => `${bytes.subarray(16, 48)}`;
      // A fingerprint is of one rule and size.
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
      // The header has fingerprint, rule and size. Other contents may have an equal checksum, but lie elsewhere in the file.
      const key = `${settings}${blobs.map(({ head, entries }) => [head, ...entries.map(({ kind, crc, parts }) => [kind, crc, parts[0]?.byteOffset])])}`;
      const core = known.get(key)?.deref() ?? make();
      known.set(key, new WeakRef(core));
      return core;
    },
  },
} as Part;
