/** `prep worker`: bakes for builds on other machines. */
import type { Argv } from 'yargs';
import { runWorker } from '../../src/fleet/worker.js';
import { WORKER_DEFAULTS, type WorkerEvent } from '../../src/fleet/worker-options.js';
import { DEFAULT_MAX_MEMORY } from '../../src/threads/memory.js';
import { namedCache } from '../shared/cache.js';
import type { Values } from '../shared/command.js';
import { describe, UsageError } from '../shared/errors.js';
import { memory } from '../shared/memory.js';
import { count, milliseconds, wholeNumber } from '../shared/options.js';
import { print, printJson, warn } from '../shared/output.js';
import { untilInterrupted } from '../shared/signals.js';

/** The longest time of a job. */
const WEEK_MS = 7 * 86_400_000;

export const builder = (yargs: Argv) =>
  yargs
    .positional('fleet', {
      type: 'string',
      demandOption: true,
      describe: 'Redis that builds give maps, and tiles of worlds, to: redis://HOST or rediss://HOST',
    })
    .options({
      cache: {
        type: 'string',
        requiresArg: true,
        describe: 'Cache of the builds: folder, http(s)://, redis(s)://',
      },
      threads: {
        type: 'number',
        requiresArg: true,
        describe: 'Jobs at once, a thread each; 0 for one per core [default: 0]',
      },
      'max-memory': {
        type: 'string',
        requiresArg: true,
        describe: `Most memory [default: ${DEFAULT_MAX_MEMORY}]`,
      },
      'shard-time': {
        type: 'string',
        default: `${WORKER_DEFAULTS.shardMs / 1000}s`,
        requiresArg: true,
        describe: 'Time of a part of a long bake, 10ms to 10min',
      },
      name: { type: 'string', requiresArg: true, describe: 'Name that builds show [default: machine and process]' },
      'job-timeout': {
        type: 'string',
        requiresArg: true,
        describe: 'Most time of a job, as 1h; then it fails and is retried',
      },
      health: {
        type: 'number',
        requiresArg: true,
        describe: 'Port of /healthz, /readyz and /metrics (prom-client); 0: any',
      },
      log: {
        choices: ['text', 'json'] as const,
        requiresArg: true,
        describe: 'json: an object per event on stderr, with time and level',
      },
      json: { type: 'boolean', describe: 'Print JSON: an object per event, a summary last' },
      quiet: { alias: 'q', type: 'boolean', conflicts: ['json'], describe: 'Print errors only' },
    })
    .example(
      '$0 worker redis://build.local --cache http://build.local:8080',
      'work for the builds that name the same two',
    )
    .epilogue(
      `Credentials come from the environment: GRIDPREP_FLEET_USER, GRIDPREP_FLEET_PASSWORD, and those of the cache, see prep build --help.
It works until it is told to end (Ctrl-C); what takes longer than some seconds then, another worker takes up.`,
    );

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const threads = wholeNumber('threads', argv.threads ?? 0, 0, 256);
  const maxMemory = memory(argv['max-memory'] ?? DEFAULT_MAX_MEMORY);
  const shardMs = milliseconds('shard-time', argv['shard-time'], 10, 600_000);
  const { health, 'job-timeout': timeout, name } = argv;
  if (health !== undefined) wholeNumber('health', health, 0, 65_535);
  const more = {
    ...(name !== undefined && { name }),
    ...(health !== undefined && { healthPort: health }),
    ...(timeout !== undefined && { jobTimeoutMs: milliseconds('job-timeout', timeout, 1, WEEK_MS) }),
  };
  const onEvent = (event: WorkerEvent) => (argv.log === 'json' ? log(event) : printEvent(event, argv));
  const cache = await namedCache(argv, (text) => onEvent({ event: 'trouble', text }), undefined, true);
  if (!cache)
    throw new UsageError('a worker needs --cache, the one that the builds name: inputs and outputs travel through it');
  try {
    await untilInterrupted((signal) =>
      runWorker(argv.fleet, { cache, threads, maxMemory, shardMs, onEvent, signal, ...more }),
    );
  } finally {
    await cache.close();
  }
}

/** A line of a structured log. */
function log(event: WorkerEvent): void {
  const level = event.event === 'failed' ? 'error' : event.event === 'trouble' ? 'warn' : 'info';
  const printed = event.event === 'failed' ? { ...event, error: describe(event.error).replace(/^prep: /, '') } : event;
  warn(JSON.stringify({ time: new Date().toISOString(), level, ...printed }));
}

function printEvent(event: WorkerEvent, { json, quiet }: Arguments): void {
  if (json) {
    const printed =
      event.event === 'failed' ? { ...event, error: describe(event.error).replace(/^prep: /, '') } : event;
    printJson({ ...printed, at: Date.now() });
  } else if (event.event === 'trouble') warn(`prep: ${event.text}`);
  else if (event.event === 'failed') warn(`prep: ${event.map}: ${describe(event.error).replace(/^prep: /, '')}`);
  else if (!quiet) print(inWords(event));
}

function inWords(event: Exclude<WorkerEvent, { event: 'trouble' | 'failed' }>): string {
  if (event.event === 'ready')
    return `worker ${event.name}: ${count(event.threads, 'thread')}${event.health === undefined ? '' : `, health on port ${event.health}`}`;
  const { map, place, shard, tile, gates, seconds, sharedWith } = event;
  const part = `${tile ? ` tile ${tile.x}, ${tile.y}` : ''}${gates === undefined ? '' : `, ${count(gates, 'gate')}`}${place ? ` ${place}` : ''}${shard ? `, chunks ${shard.from} to ${shard.to}` : ''}`;
  if (sharedWith !== undefined)
    return `${map}${part}: in ${sharedWith} ${place ? 'shards' : 'artifacts'} after ${seconds?.toFixed(2)} s`;
  return event.event === 'begun' ? `${map}${part}: begun` : `${map}${part}: ${seconds?.toFixed(2)} s`;
}
