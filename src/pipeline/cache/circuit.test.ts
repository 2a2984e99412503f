import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { Circuit } from './circuit.js';
import { FolderStore } from './folder.js';
import { SharedCache } from './shared-cache.js';
import { StoreError } from './store.js';

describe('a cache that does not answer', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.spyOn(Math, 'random').mockReturnValue(-0.49);
    return () => void vi.restoreAllMocks();
  });
  const fails = (circuit: Circuit, effect: StoreError['effect']) =>
    circuit.request(() => Promise.reject(new StoreError('no', effect))).catch((error) => error.effect);
  const asks = (circuit: Circuit) => circuit.request(async () => 'yes');

  it('in time is left alone for five seconds, then twice as long each time, a minute at most', async () => {
    const circuit = new Circuit();
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      expect(await fails(circuit, 'late')).toBe('late');
      expect(circuit.isOff).toBe(true);
      now += 1000 * seconds - 1;
      expect(await asks(circuit)).toBe(undefined);
      now += 1;
    }
    expect(circuit.counts).toMatchObject({ requests: 12, failed: 12 });
    expect(await asks(circuit)).toBe('yes');
    expect([circuit.isOff, circuit.counts.failed]).toEqual([false, 12]);
    // An answer makes the pause short again, and so does whoever cannot do without.
    for (const mend of [() => asks(circuit), () => circuit.close()]) {
      for (const seconds of [5, 10]) {
        await fails(circuit, 'late');
        now += 1000 * seconds;
      }
      await mend();
      await fails(circuit, 'late');
      now += 5000;
      expect(await asks(circuit)).toBe('yes');
    }
    await fails(circuit, 'late');
    circuit.close();
    expect([circuit.isOff, await asks(circuit)]).toEqual([false, 'yes']);
  });

  it('is tried three times, and left alone after three requests without an answer', async () => {
    const circuit = new Circuit();
    let tries = 0;
    const ask = () => {
      tries++;
      return Promise.reject(new Error('no way'));
    };
    for (let i = 1; i <= 3; i++) {
      await expect(circuit.request(ask)).rejects.toThrow('no way');
      expect(tries).toBe(3 * i);
      now += 1;
    }
    expect(await circuit.request(ask)).toBe(undefined);
    expect(tries).toBe(9);
    now += 4999;
    expect(await asks(circuit)).toBe('yes');
  });

  it('is not asked again where it denies, and has answered where it is wrong or refuses', async () => {
    const circuit = new Circuit();
    for (const effect of ['wrong', 'refused', 'wrong', 'refused'] as const) {
      expect(await fails(circuit, effect)).toBe(effect);
      expect([circuit.isOff, circuit.counts.failed]).toEqual([false, 0]);
    }
    expect(await fails(circuit, 'denied')).toBe('denied');
    now = 1e9;
    expect([circuit.isOff, await asks(circuit), circuit.counts.failed]).toEqual([true, undefined, 2]);
    circuit.close();
    expect(await asks(circuit)).toBe('yes');
  });
});

it('what only a cache can give is tried again, and its cache revived each time', async () => {
  let revived = 0;
  const cache: SharedCache = Object.assign(Object.create(SharedCache.prototype), { revive: () => revived++ });
  let tries = 0;
  expect(await cache.retry(async () => ++tries === 2)).toBe(true);
  expect([tries, revived]).toEqual([2, 2]);
});

describe('a folder', () => {
  const key = 'ab'.repeat(32);
  const kept = (bytes: string) => {
    const folder = temporaryFolder();
    const file = join(folder, 'ac', 'ab', key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return { folder, file, store: new FolderStore(folder) };
  };

  it('has no more than is asked for, nothing for a key without a file, and is no folder where it is a file', async () => {
    const { file, store } = kept('four');
    expect(await store.get('ac', key, 4)).toEqual(Buffer.from('four'));
    await expect(store.get('ac', key, 3)).rejects.toThrow('an answer of 4 bytes or more, expected at most 3');
    expect(await store.get('cas', key, 4)).toBe(undefined);
    await expect(new FolderStore(file).get('ac', key, 4)).rejects.toMatchObject({ code: 'ENOTDIR' });
    mkdirSync(join(file, '../..', 'cd', 'cd'.repeat(32)), { recursive: true });
    await expect(store.get('ac', 'cd'.repeat(32), 4)).rejects.toMatchObject({ effect: 'wrong' });
    await expect(new FolderStore(file).put('ac', key, Buffer.from('x'))).rejects.toMatchObject({
      effect: 'refused',
      message: expect.stringMatching(/: cannot be written to \(E\w+\)$/),
    });
  });

  it('notes a use of a result once a day', async () => {
    const { file, store } = kept('four');
    const ago = (hours: number) => {
      const then = new Date(Date.now() - hours * 3_600_000);
      utimesSync(file, then, then);
      return then.getTime();
    };
    const recent = ago(23.9);
    await store.get('ac', key, 4);
    expect(Math.round(statSync(file).mtimeMs)).toBe(recent);
    ago(24.1);
    await store.get('ac', key, 4);
    expect(statSync(file).mtimeMs).toBeGreaterThan(recent + 3_600_000);
  });
});
