/** The queue's Redis: its address, packages and names. */
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { ConfigError, FleetError } from '../../core/errors.js';
import { defined } from '../../core/options/option.js';
import { credentialsFor, hintOfTls, optional, shownAs, urlOf } from '../cache/address.js';
import { TOOL } from './task.js';

export const PREFIX = 'gridprep';
/** Each version has a queue, so that a worker never sees jobs of another version. */
export const queueName = (tool = TOOL) => `jobs-${tool}`;
const CONNECT_MS = 5000;
const RETRY_MS = 1000;

export const NAMES = {
  worker: (name: string) => `${PREFIX}:worker:${name}`,
  /** Names of recent workers. */
  workers: `${PREFIX}:workers`,
  /** A build that is there, by the SHA-256 of its token; all of them. */
  build: (proof: string) => `${PREFIX}:build:${proof}`,
  builds: `${PREFIX}:builds`,
  withdrawn: (task: string) => `${PREFIX}:withdrawn:${task}`,
};

/** Options of a connection, with its password; `shown` is the address without it. */
type Connection = ReturnType<typeof connectionTo>;

/**
 * @param fromConfig whether the address comes from a config; see `credentialsFor`
 * @throws {ConfigError} if the address is invalid or has a password
 */
export function connectionTo(address: string, fromConfig = false, onTrouble: (text: string) => void = () => {}) {
  const url = urlOf(address, 'queue', 'redis://HOST or rediss://HOST', ['redis:', 'rediss:']);
  const shown = shownAs(url);
  const { user, password } = credentialsFor('FLEET', url, fromConfig, (text) => onTrouble(`queue ${shown}: ${text}`));
  const db = Number(url.pathname.slice(1) || 0);
  if (!Number.isInteger(db))
    throw new ConfigError(
      `the queue's address ends with ${url.pathname}, expected the number of a database or nothing`,
    );
  return {
    shown,
    options: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 6379),
      db,
      ...defined({ username: user, password, tls: url.protocol === 'rediss:' ? {} : undefined }),
      // Requests wait while Redis restarts.
      maxRetriesPerRequest: null,
      retryStrategy: (times: number) => Math.min(times * 100, 2000),
    },
  };
}

/** The queue does not answer; it may later. */
export class UnreachableError extends FleetError {}

interface Packages {
  bullmq: typeof import('bullmq');
  Redis: typeof import('ioredis').Redis;
}

/** Imports the packages of queues. @throws {ConfigError} if they are not installed */
export async function packages(): Promise<Packages> {
  const load = () => Promise.all([import('bullmq'), import('ioredis')]);
  const [bullmq, ioredis] = await optional(load, 'bullmq ioredis', 'a queue');
  return { bullmq, Redis: ioredis.Redis };
}

/** Rights of the queue's user in Redis, as a rule of its ACL. */
const RIGHTS = `~${PREFIX}:* &* +@read +@write +@connection +@scripting +info`;

export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (/NOPERM/.test(message))
    return `its user lacks a right (${message.split('\n')[0].replace(/^.*?NOPERM /, '')}); give it: ${RIGHTS}`;
  return code ?? message.split('\n')[0];
}

/** @returns an error handler that reports a lost connection once until Redis is ready again */
export function lossReporter(redis: Redis, onEvent: (event: { event: 'trouble'; text: string }) => void = () => {}) {
  let isLost = false;
  redis.on('ready', () => {
    isLost = false;
  });
  return (error: NodeJS.ErrnoException): void => {
    // BullMQ reports jobs that another worker has taken.
    if (isLost || /Missing (key|lock)/.test(error.message)) return;
    isLost = true;
    onEvent({ event: 'trouble', text: `queue: ${reasonOf(error)}; waiting for it` });
  };
}

/** Connects with one attempt. @throws {FleetError} if there is no answer */
export async function connect({ options, shown }: Connection): Promise<Redis> {
  const { Redis } = await packages();
  const probe = new Redis({
    ...options,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: 0,
    // It prints a warning if the user lacks the right.
    enableReadyCheck: false,
  });
  let reason = '';
  probe.on('error', (error: NodeJS.ErrnoException) => {
    reason ||= error.code ?? error.message;
  });
  try {
    await probe.connect();
    await probe.info('server');
    await probe.eval('return redis.call("EXISTS", KEYS[1])', 1, `${PREFIX}:probe`);
    await probe.set(`${PREFIX}:probe`, '1', 'EX', 1);
  } catch (error) {
    const { message } = error as Error;
    const all = `${message} ${reason}`;
    if (/NOPERM/.test(all)) throw new FleetError(`the queue ${shown}: ${reasonOf(error as Error)}`);
    const tls = hintOfTls(all);
    const isDown = !/NOAUTH|WRONGPASS/.test(all) && tls === undefined;
    const other = isDown
      ? 'is Redis running there?'
      : 'credentials are taken from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD';
    const text = `the queue ${shown} cannot be reached (${reason || message}); ${tls ?? other}`;
    throw isDown ? new UnreachableError(text) : new FleetError(text);
  } finally {
    probe.disconnect();
  }
  const redis = new Redis(options);
  redis.on('error', () => {});
  return redis;
}

/** Connects as soon as there is an answer. @param onWait called once, if the first try fails */
export async function connectWithRetry(
  connection: Connection,
  onWait: (text: string) => void,
  signal?: AbortSignal,
): Promise<Redis> {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(connection);
    } catch (error) {
      if (!(error instanceof UnreachableError) || signal?.aborted) throw error;
      if (tries === 0) onWait(`${error.message}; waiting for it`);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
