/** The list of agents of a blob. */
import { ensure } from '../errors.js';

/** Agents by name, and the header and sections of the chosen one; those of the file if none is chosen. */
export interface Chosen<Entry> {
  agents: string[];
  /** Bytes 16 to 79 of each one's header. */
  heads: Uint8Array[];
  /** Bytes 16 to 79 of a header. */
  head: Uint8Array;
  entries: Entry[];
}

/**
 * Reads the list, a record for each agent: its header from byte 16, the numbers of its sections in the directory, its name.
 * @param head,entries of the file; its sizes are those of all agents
 * @throws {BlobError} if the list is damaged
 */
export function chooseAgent<Entry>(
  list: Uint8Array,
  head: Uint8Array,
  entries: Entry[],
  agent?: string,
): Chosen<Entry> {
  let chosen = { head, entries };
  const agents: string[] = [];
  const heads: Uint8Array[] = [];
  for (let at = 0; at < list.length; ) {
    const record = list.subarray(at, at + head.length);
    const start = at + record.length + record[9] + 1;
    const numbers = list.subarray(at + record.length, start - 1);
    // NaN where the record ends before its name.
    at = start + list[start - 1];
    const same = record.subarray(0, 4).every((byte, i) => byte === head[i]);
    ensure(at <= list.length && same && numbers.every((i) => i < entries.length), 'agents', 'damaged', 'whole');
    heads.push(record);
    const name = String.fromCharCode(...list.subarray(start, at));
    agents.push(name);
    if (name === agent) chosen = { head: record, entries: Array.from(numbers, (i) => entries[i]) };
  }
  return { agents, heads, ...chosen };
}

export type AgentChoice = typeof chooseAgent;
