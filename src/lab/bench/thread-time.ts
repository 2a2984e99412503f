/** Processor time of this thread, without V8's compiler and collector threads. */
import { openSync, readSync } from 'node:fs';

const buffer = Buffer.alloc(64);
let file: number | undefined;
try {
  file = openSync('/proc/thread-self/schedstat', 'r');
} catch {
  // Only Linux has it.
}

/** Milliseconds since some moment; of the whole process if the system does not measure threads. */
export function threadTime(): number {
  // Updates the file.
  const { user, system } = process.cpuUsage();
  if (file === undefined) return (user + system) / 1000;
  return Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ', 1)[0]) / 1e6;
}
