/** Loaded before a command (`node --import`): writes the most memory that its process had, in bytes, to the file GRIDPREP_PEAK. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Of this program alone: what the system counts for a process may begin with that of the one that started it. */
function peak(): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}

const file = process.env.GRIDPREP_PEAK;
if (isMainThread && file !== undefined) process.on('exit', () => writeFileSync(file, String(peak())));
