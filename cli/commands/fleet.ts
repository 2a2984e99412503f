/** `prep fleet`: what builds and workers have in common. */
import type { Argv } from 'yargs';
import { cleanQueue, failedJobs, queueStatus, retryFailed } from '../../src/pipeline/fleet/status.js';
import { count, flags, json, type Values } from '../shared/options.js';
import { print, printJson, summarize, table } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('action', {
      choices: ['status', 'clean', 'failed', 'retry'] as const,
      demandOption: true,
      describe: 'Show status, empty it, list failed jobs, or retry them',
    })
    .positional('fleet', {
      type: 'string',
      demandOption: true,
      describe: 'Redis of the builds: redis://HOST or rediss://HOST',
    })
    .options(flags({ json: json('worker or job') }))
    .example('$0 fleet status redis://build.local', 'how much is waiting, who works')
    .epilogue(
      'clean removes waiting and failed jobs; running builds submit their maps again, and what is in the ' +
        'cache stays.',
    );

export async function handler({ action, fleet, json }: Values<typeof builder>): Promise<void> {
  if (action === 'clean') {
    await cleanQueue(fleet);
    if (json) summarize({ cleaned: true });
    else print('the queue of the fleet is empty');
    return;
  }
  if (action === 'retry') {
    const jobs = await retryFailed(fleet);
    if (json) summarize({ retried: jobs });
    else print(`${count(jobs, 'job')} submitted again`);
    return;
  }
  if (action === 'failed') {
    for (const job of await failedJobs(fleet)) {
      if (json) printJson(job);
      else
        print(
          `${new Date(job.at).toISOString()}  ${job.id.slice(0, 13)}  ${count(job.attempts, 'attempt')}  ${job.error}`,
        );
    }
    return;
  }
  const status = await queueStatus(fleet);
  if (json) return printJson(status);
  const { tool, waiting, delayed, active, sharing, failed, workers, builds } = status;
  print(
    `gridprep ${tool}: ${waiting} waiting, ${active} active, ${sharing} in shards, ${delayed} to be retried, ` +
      `${failed} failed`,
  );
  const names = builds.map(({ name, tool: of }) => `, ${name}${of === tool ? '' : ` (gridprep ${of})`}`);
  print(`${count(builds.length, 'build')}${names.join('')}`);
  const rows = workers.map((worker) => [
    worker.name,
    worker.tool,
    String(worker.jobs),
    String(worker.busy),
    worker.trouble ?? '',
  ]);
  print(table([['worker', 'gridprep', 'jobs at once', 'busy', 'takes no jobs because'], ...rows], 2));
}
