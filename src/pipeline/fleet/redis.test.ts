import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/memory-fleet.js';
import { ConfigError, FleetError } from '../../core/errors.js';
import { connect, connectionTo, connectWithRetry, queueName, reasonOf, UnreachableError } from './redis.js';
import { TOOL } from './task.js';

/** A server that answers each command with a line, by the command's name. @returns its port, and the commands */
async function answering(line: (command: string) => string, port = 0) {
  const commands: string[] = [];
  const texts: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      texts.push(data.toString());
      for (const [, name] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        commands.push(name.toLowerCase());
        socket.write(`${line(name.toLowerCase())}\r\n`);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, commands, texts, server };
}

describe('the address of a queue', () => {
  it.each([
    ['redis://host', { host: 'host', port: 6379, db: 0 }, 'redis://host'],
    ['redis://host:1234/5', { host: 'host', port: 1234, db: 5 }, 'redis://host:1234/5'],
    ['redis://[::1]/', { host: '::1', port: 6379, db: 0 }, 'redis://[::1]'],
    ['rediss://host', { host: 'host', port: 6379, db: 0, tls: {} }, 'rediss://host'],
  ])('is read: %s', (address, options, shown) => {
    const { options: found, shown: said } = connectionTo(address);
    const { retryStrategy, maxRetriesPerRequest, ...place } = found;
    expect([place, said, maxRetriesPerRequest]).toEqual([options, shown, null]);
    expect([1, 5, 20, 900].map(retryStrategy)).toEqual([100, 500, 2000, 2000]);
  });

  it('has its credentials in the environment', () => {
    vi.stubEnv('GRIDPREP_FLEET_USER', 'ann');
    vi.stubEnv('GRIDPREP_FLEET_PASSWORD', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(connectionTo('redis://host').options).toMatchObject({ username: 'ann', password: 'secret' });
  });

  it('is refused where it is none', () => {
    expect(() => connectionTo('redis://host/jobs')).toThrow(
      new ConfigError("the queue's address ends with /jobs, expected the number of a database or nothing"),
    );
    expect(() => connectionTo('http://host')).toThrow(ConfigError);
  });

  it('has a separate queue for each version', () => {
    expect([queueName(), queueName('1-r1')]).toEqual([`jobs-${TOOL}`, 'jobs-1-r1']);
  });
});

describe('a queue', () => {
  const failing = async (line: (command: string) => string) => {
    const { port } = await answering(line);
    return connect(connectionTo(`redis://127.0.0.1:${port}`)).catch((error) => {
      expect(error).toBeInstanceOf(FleetError);
      return [error.message.replace(`${port}`, 'PORT'), error instanceof UnreachableError];
    });
  };

  it('is tried before it is used: each kind of command, once', async () => {
    const { port, commands, texts } = await answering(() => '+OK');
    const redis = await connect(connectionTo(`redis://127.0.0.1:${port}`));
    redis.disconnect();
    expect(commands.filter((name) => !/client|hello/.test(name)).slice(0, 3)).toEqual(['info', 'eval', 'set']);
    // Only names of this queue, and keys that expire immediately.
    const words = texts
      .join('')
      .split('\r\n')
      .filter((word) => !/^[*$]/.test(word));
    const wordsAfter = (name: string, count: number) =>
      words.slice(words.indexOf(name) + 1, words.indexOf(name) + 1 + count);
    expect(wordsAfter('eval', 3)).toEqual(['return redis.call("EXISTS", KEYS[1])', '1', 'gridprep:probe']);
    expect(wordsAfter('set', 4)).toEqual(['gridprep:probe', '1', 'EX', '1']);
  });

  it('that refuses credentials, lacks a right, or is none, says so', async () => {
    expect(await failing(() => '-NOAUTH Authentication required.')).toEqual([
      expect.stringMatching(
        /^the queue redis:\/\/127\.0\.0\.1:PORT cannot be reached \(NOAUTH.*\); credentials are taken from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD$/,
      ),
      false,
    ]);
    expect(await failing((name) => (name === 'eval' ? '-NOPERM no right to eval' : '+OK'))).toEqual([
      'the queue redis://127.0.0.1:PORT: its user lacks a right (no right to eval); give it: ' +
        '~gridprep:* &* +@read +@write +@connection +@scripting +info',
      false,
    ]);
    expect(reasonOf(Object.assign(new Error('x\ny')))).toBe('x');
    expect(reasonOf(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBe('EPIPE');
  });

  it('that is not there is waited for, which is reported once', async () => {
    const { port, server } = await answering(() => '+OK');
    server.close();
    await once(server, 'close');
    const connection = connectionTo(`redis://127.0.0.1:${port}`);
    const text = `the queue redis://127.0.0.1:${port} cannot be reached (ECONNREFUSED); is Redis running there?`;
    await expect(connect(connection)).rejects.toThrow(new UnreachableError(text));
    const messages: string[] = [];
    const connecting = connectWithRetry(connection, (line) => messages.push(line));
    await eventually(() => expect(messages).toEqual([`${text}; waiting for it`]));
    await answering(() => '+OK', port);
    (await connecting).disconnect();
    expect(messages).toHaveLength(1);
  });

  it('is waited for no longer than the signal says, and not where it refuses', async () => {
    const { port, server } = await answering(() => '+OK');
    server.close();
    await once(server, 'close');
    const end = new AbortController();
    const tries = connectWithRetry(connectionTo(`redis://127.0.0.1:${port}`), () => end.abort(), end.signal);
    await expect(tries).rejects.toThrow(UnreachableError);
    const refusing = await answering(() => '-NOAUTH no');
    const messages: string[] = [];
    const refused = connectWithRetry(connectionTo(`redis://127.0.0.1:${refusing.port}`), (line) => messages.push(line));
    await expect(refused).rejects.toThrow('NOAUTH');
    expect(messages).toEqual([]);
  });
});
