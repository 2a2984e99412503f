/** The list of agents of a blob. */
import { must } from '../errors.js';

/** What the list says of an agent. */
export interface AgentRecord {
  name: string;
  /** Bytes 16 to 79 of a header. */
  head: Uint8Array;
  /** Numbers of its sections in the directory. */
  numbers: Uint8Array;
}

/**
 * Each agent's record is its header from byte 16, the numbers of its sections, and its name.
 * @param head the file's own, whose sizes are those of all
 * @param count of sections in the directory
 * @throws {BlobError} if it is damaged
 */
export function readAgents(list: Uint8Array, head: Uint8Array, count: number): AgentRecord[] {
  const agents: AgentRecord[] = [];
  for (let at = 0; at < list.length; ) {
    const own = list.subarray(at, at + head.length);
    const name = at + own.length + own[9] + 1;
    const numbers = list.subarray(at + own.length, name - 1);
    // Not a number where the record ends before its name.
    at = name + list[name - 1];
    const same = own.subarray(0, 4).every((byte, i) => byte === head[i]);
    must(at <= list.length && same && numbers.every((i) => i < count), 'agents', 'damaged', 'whole');
    agents.push({ name: String.fromCharCode(...list.subarray(name, at)), head: own, numbers });
  }
  return agents;
}
