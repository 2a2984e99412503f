/** `prep worker`: bakes for builds on other machines. */
import type { Argv } from 'yargs';
import { MAX_MEMORY, THREADS } from '../../src/core/options/bake.js';
import { choice, defined, flag, text } from '../../src/core/options/option.js';
import type { WorkerEvent } from '../../src/pipeline/fleet/worker-options.js';
import { namedCache } from '../shared/cache.js';
import { describe, UsageError } from '../shared/errors.js';
import { byteCount, count, flags, milliseconds, type Values } from '../shared/options.js';
import { logJson, print, printJson, warn } from '../shared/output.js';
import { untilInterrupted } from '../shared/signals.js';

const WEEK_MS = 7 * 86_400_000;

const FLAGS = {
  cache: text('Cache of the builds: folder, redis(s)://'),
  threads: { ...THREADS, about: 'Jobs at the same time, a thread each' },
  maxMemory: MAX_MEMORY,
  name: { ...text('Name in the output of builds'), shown: 'machine and process' },
  jobTimeout: text('Most time of a job, as 1h; then it fails and is retried'),
  log: choice('json: an object per event on stderr, with time and level', ['text', 'json']),
  json: flag('Print JSON: an object per event, a summary last'),
  quiet: { ...flag('Print errors only'), flag: { alias: 'q', conflicts: ['json'] } },
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('fleet', {
      type: 'string',
      demandOption: true,
      describe: 'Redis that builds give maps to: redis://HOST or rediss://HOST',
    })
    .options(flags(FLAGS))
    .example('$0 worker redis://build.local --cache /mnt/cache', 'work for the builds that name the same two')
    .epilogue(
      'Credentials come from the environment: GRIDPREP_FLEET_USER, GRIDPREP_FLEET_PASSWORD, and those of the cache, ' +
        'see prep build --help.\n' +
        'It works until it is interrupted (Ctrl-C); unfinished jobs return to the queue.',
    );

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { threads, 'job-timeout': timeout, name } = argv;
  const maxMemory = byteCount('max-memory', argv['max-memory']);
  const jobTimeoutMs = timeout === undefined ? undefined : milliseconds('job-timeout', timeout, 1, WEEK_MS);
  const more = defined({ name, jobTimeoutMs });
  const onEvent = (event: WorkerEvent) => printEvent(event, argv);
  const cache = await namedCache(argv, (text) => onEvent({ event: 'trouble', text }), { needed: true, maxMemory });
  if (!cache) throw new UsageError('a worker needs the --cache of the builds: inputs and outputs travel through it');
  const { runWorker } = await import('../../src/pipeline/fleet/worker.js');
  try {
    await untilInterrupted((signal) => runWorker(argv.fleet, { cache, threads, maxMemory, onEvent, signal, ...more }));
  } finally {
    await cache.close();
  }
}

const LEVELS = { failed: 'error', trouble: 'warn', ready: 'info', begun: 'info', baked: 'info' };

/** Prints an event: a line, an object on stdout, or one of a structured log on stderr. */
export function printEvent(event: WorkerEvent, { log, json, quiet }: Pick<Arguments, 'log' | 'json' | 'quiet'>): void {
  const reason = event.event === 'failed' ? describe(event.error).replace(/^prep: /, '') : '';
  const printed = event.event === 'failed' ? { ...event, error: reason } : event;
  if (log === 'json') logJson({ time: new Date().toISOString(), level: LEVELS[event.event], ...printed });
  else if (json) printJson({ ...printed, at: Date.now() });
  else if (event.event === 'trouble') warn(`prep: ${event.text}`);
  else if (event.event === 'failed') warn(`prep: ${event.map}: ${reason}`.split('\n'));
  else if (!quiet) print(inWords(event));
}

function inWords(event: Exclude<WorkerEvent, { event: 'trouble' | 'failed' }>): string {
  if (event.event === 'ready') return `worker ${event.name}: ${count(event.threads, 'thread')}`;
  return `${event.map}: ${event.event === 'begun' ? 'begun' : `${event.seconds.toFixed(2)} s`}`;
}
