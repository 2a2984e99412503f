/**
 * Runs the built command line many times in one process, 100 times faster than a new process each.
 * A message is a folder and arguments, the answer what the command printed and its exit code. Commands run one after another.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printSummary } from '../cli/shared/output.js';
import './kept-threads.js';

const { href } = pathToFileURL(resolve('build/cli/prep.js'));
let runs = 0;

/** Takes what is printed; undoes what the command line does to its process. */
async function run({ folder, argv }: { folder: string; argv: string[] }) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array) => {
      said[name] += text;
      return true;
    };
  }
  process.chdir(folder);
  process.argv.splice(1, Infinity, 'prep', ...argv);
  // Another name is another module: its body, which is the command, runs once more; what it imports is there already.
  await import(`${href}?${++runs}`);
  const code = process.exitCode ?? 0;
  const result = { code, ...said };
  // Options of one run must not leak into the next.
  printSummary();
  process.exitCode = undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  for (const name of ['stdout', 'stderr'] as const) process[name].removeAllListeners('error');
  return result;
}

// The process of the tests may be gone without a word, and a command's own threads and handlers do not keep this one alive after it.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent || !process.connected) process.exit();
}, 200);
let last: Promise<unknown> = Promise.resolve();
process.on('message', (message: { id: number; folder: string; argv: string[] }) => {
  last = last.then(async () => process.send?.({ id: message.id, result: await run(message) }));
});
