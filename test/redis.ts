/** A Redis of a test's own, on loopback; its data in a folder, so that it can be ended and started again. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allPresent } from '../src/pipeline/fleet/presence.js';
import { connect, connectionTo, PREFIX, packages, queueName } from '../src/pipeline/fleet/redis.js';

const SERVER = process.env.REDIS_SERVER ?? 'redis-server';

/** Whether there is one to start; tests are skipped, and say so, where there is none. */
export const HAS_REDIS = (() => {
  try {
    return execFileSync(SERVER, ['--version'], { encoding: 'utf8' }).includes('Redis');
  } catch {
    return false;
  }
})();

export interface RedisServer {
  url: string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, at the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** @param options `persistent`: every write is on the disk before it is answered; `args`: more of the server's own */
export async function startRedis({
  persistent = false,
  args = [],
}: {
  persistent?: boolean;
  args?: string[];
} = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-redis-'));
  const port = await freePort();
  const keep = persistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const own = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
      ];
      child = spawn(SERVER, [...own, ...keep, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      for await (const part of child.stdout as NodeJS.ReadableStream) {
        said += part;
        if (said.includes('Ready to accept connections')) break;
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Jobs in the queue of a Redis, and its workers. */
export async function queueStatus(address: string) {
  const connection = connectionTo(address);
  const { Queue } = (await packages()).bullmq;
  const redis = await connect(connection);
  const queue = new Queue(queueName(), { connection: connection.options, prefix: PREFIX });
  try {
    const { wait = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = await queue.getJobCounts();
    return { waiting: wait + prioritized, delayed, active, failed, workers: await allPresent(redis) };
  } finally {
    await queue.close();
    redis.disconnect();
  }
}
