/** Processor time of this thread alone, without V8's compiler and collector threads. */
import { openSync, readSync } from 'node:fs';

const buffer = Buffer.alloc(64);
let file: number | undefined;
try {
  file = openSync('/proc/thread-self/schedstat', 'r');
} catch {
  // Linux alone has it.
}

/** Milliseconds since some moment; where the system does not tell them of a thread, of the whole process. */
export function threadTime(): number {
  // Brings what the file says up to date.
  const { user, system } = process.cpuUsage();
  if (file === undefined) return (user + system) / 1000;
  return Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ', 1)[0]) / 1e6;
}
