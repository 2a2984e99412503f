/** Blobs of several agents. */
import { chooseAgent } from '../blob/read-agents.js';
import type { Core, LoadPart, Part } from './nav.js';

/** By the bytes that they were loaded from, then by what of these is theirs; no longer than somebody uses them. */
const cores = /* @__PURE__ */ new WeakMap<object, Map<string, WeakRef<Core>>>();

/** Part of {@link loader}: blobs of several agents, of which equal ones share their memory. */
export const agentsPart: LoadPart = {
  name: 'agentsPart',
  agents: {
    choose: chooseAgent,
    core(bytes, blobs, settings, make) {
      if (blobs[0].agents.length === 0) return undefined;
      const known = cores.get(bytes) ?? new Map<string, WeakRef<Core>>();
      cores.set(bytes, known);
      // Same bytes, same fingerprints and sections.
      const key = `${settings}${blobs.map(({ fingerprint, entries }) => [fingerprint, ...entries.map(({ crc }) => crc)])}`;
      const core = known.get(key)?.deref() ?? make();
      known.set(key, new WeakRef(core));
      return core;
    },
  },
} as Part;
