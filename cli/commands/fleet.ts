/** `prep fleet`: what builds and workers have in common. */
import type { Argv } from 'yargs';
import { cleanQueue, queueStatus } from '../../src/fleet/status.js';
import type { Values } from '../shared/command.js';
import { print, printJson } from '../shared/output.js';
import { table } from '../shared/text-table.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('action', { choices: ['status', 'clean'] as const, demandOption: true, describe: 'Say what is in it, or empty it' })
    .positional('fleet', { type: 'string', demandOption: true, describe: 'Redis of the builds: redis://HOST or rediss://HOST' })
    .options({ json: { type: 'boolean', default: false, describe: 'Print one JSON object' } })
    .example('$0 fleet status redis://build.local', 'how much is waiting, who works')
    .epilogue('clean forgets what waits and what failed; builds that are under way give their maps again, and what is in the cache stays.');

type Arguments = Values<typeof builder>;

export async function handler({ action, fleet, json }: Arguments): Promise<void> {
  if (action === 'clean') {
    await cleanQueue(fleet);
    if (json) printJson({ event: 'cleaned' });
    else print('the queue of the fleet is empty');
    return;
  }
  const status = await queueStatus(fleet);
  if (json) return printJson(status);
  const { tool, waiting, delayed, active, sharing, failed, workers, builds } = status;
  print(`gridprep ${tool}: ${waiting} waiting, ${active} active, ${sharing} in shards, ${delayed} to be tried again, ${failed} failed`);
  print(`${builds.length} builds${builds.map(({ name, tool: of }) => `, ${name}${of === tool ? '' : ` (gridprep ${of})`}`).join('')}`);
  const rows = workers.map((worker) => [worker.name, worker.tool, String(worker.jobs), String(worker.busy)]);
  print(table([['worker', 'gridprep', 'jobs at once', 'busy'], ...rows], 2));
}
