import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { busy } from '../../src/core/busy.js';
import { PREP } from '../../test/prep.js';
import { progress } from './output.js';
import { endWithoutWaiting, exitOnSignal, isInterruption, untilInterrupted } from './signals.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let said = '';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const { argv } = process;
  return () => {
    for (const [i, signal] of SIGNALS.entries()) {
      process.removeAllListeners(signal);
      for (const one of before[i]) process.on(signal, one);
    }
    process.argv = argv;
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** Effects of a signal, with the ends of the process recorded. */
function handlers() {
  const ends: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation(((code: unknown) => ends.push(code ?? 'exit')) as never);
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    ends.push([pid === process.pid, signal]);
    return true;
  });
  const before = SIGNALS.map((signal) => process.listeners(signal));
  exitOnSignal();
  const [onInt, onTerm] = SIGNALS.map(
    (signal, i) => process.listeners(signal).filter((one) => !before[i].includes(one))[0] as () => Promise<void>,
  );
  return { ends, onInt, onTerm };
}

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the process with code %i, and says how far its work came', async (signal, code) => {
    const line = progress('a.map');
    line.update(3, 4);
    const { ends, onInt, onTerm } = handlers();
    await (signal === 'SIGINT' ? onInt() : onTerm());
    line.end();
    expect([ends, said]).toEqual([[code], 'prep: interrupted at 75 %\n']);
  });

  it('says nothing where nothing is under way', async () => {
    const { ends, onInt } = handlers();
    await onInt();
    expect([ends, said]).toEqual([[130], '']);
  });

  it('stops work that saves something, and waits for it', async () => {
    let save = () => {};
    let isStopped = false;
    const work = untilInterrupted(async (signal) => {
      await new Promise<void>((done) => signal.addEventListener('abort', () => done()));
      isStopped = true;
      await new Promise<void>((done) => {
        save = done;
      });
      throw signal.reason;
    });
    const failed = work.catch((error) => error);
    const { ends, onTerm } = handlers();
    await onTerm();
    await vi.waitFor(() => expect(isStopped).toBe(true));
    expect(ends).toEqual([]);
    save();
    expect(isInterruption(await failed)).toBe(true);
    await vi.waitFor(() => expect(ends).toEqual([143]));
  });

  it('counts as the same for a quarter of a second; the next one ends the process immediately', async () => {
    const { ends, onInt, onTerm } = handlers();
    vi.advanceTimersByTime(10);
    await onInt();
    vi.advanceTimersByTime(250);
    await onTerm();
    expect(ends).toEqual([130]);
    vi.advanceTimersByTime(1);
    await onTerm();
    expect(ends).toEqual([130, [true, 'SIGTERM']]);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('ends a process that is busy by default, without a handler, and is handled again afterwards', async () => {
    const { onInt, onTerm } = handlers();
    const handled = () => [onInt, onTerm].map((one, i) => process.listeners(SIGNALS[i]).includes(one as () => void));
    expect(handled()).toEqual([true, true]);
    let end = () => {};
    const other = busy(() => new Promise<void>((done) => (end = done)));
    await busy(async () => expect(handled()).toEqual([false, false]));
    expect(handled()).toEqual([false, false]);
    end();
    await other;
    expect(handled()).toEqual([true, true]);
    process.off('SIGINT', onInt as () => void);
    await busy(async () => {});
    expect(handled()).toEqual([false, true]);
  });

  it('waits a second for a file that does not answer, then kills the process', async () => {
    const open = vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue(['Timeout', 'FSReqPromise']);
    const { ends, onInt } = handlers();
    const ended = onInt();
    await vi.advanceTimersByTimeAsync(980);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(40);
    await ended;
    expect(ends).toEqual([[true, 'SIGINT'], 130]);
    expect(open).toHaveBeenCalledTimes(52);
  });

  it('does not wait for one that does', async () => {
    const open = vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValueOnce(['FSReqPromise']);
    const { ends, onInt } = handlers();
    const ended = onInt();
    open.mockReturnValue(['Timeout']);
    await vi.advanceTimersByTimeAsync(20);
    await ended;
    expect(ends).toEqual([130]);
  });
});

describe('an error', () => {
  it('is no interruption unless work that was stopped threw it', async () => {
    const abort = () => Object.assign(new Error('stopped'), { name: 'AbortError' });
    const own = await untilInterrupted(() => Promise.reject(abort())).catch((error) => error);
    expect(isInterruption(own)).toBe(false);
    const { onInt } = handlers();
    const other = untilInterrupted(async (signal) => {
      await new Promise<void>((done) => signal.addEventListener('abort', () => done()));
      throw new Error('a bug');
    }).catch((error) => error);
    await onInt();
    expect(isInterruption(await other)).toBe(false);
    expect(await untilInterrupted(async () => 7)).toBe(7);
  });
});

describe('after the work', () => {
  const later = (program: string, resources: string[][], unread = [0]) => {
    process.argv = ['node', program];
    const { ends } = handlers();
    vi.spyOn(process, 'getActiveResourcesInfo').mockImplementation(() => resources.shift() ?? []);
    vi.spyOn(process.stdout, 'writableLength', 'get').mockImplementation(() => unread.shift() ?? 0);
    endWithoutWaiting();
    return ends;
  };

  it('the process ends after a second, whatever is open', () => {
    const ends = later(resolve(PREP), []);
    vi.advanceTimersByTime(999);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends[0]).toBe('exit');
  });

  it('it waits for a slow reader', () => {
    const ends = later(resolve(PREP), [], [1, 0]);
    vi.advanceTimersByTime(1999);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends[0]).toBe('exit');
  });

  it('it is killed where a file does not answer', () => {
    const ends = later(resolve(PREP), [['FSReqCallback']]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual([[true, 'SIGKILL']]);
    expect(said).toBe('prep: a file or folder does not answer; the process is killed, its work is done\n');
  });

  it.each([resolve('test/prep-server.ts'), 'prep'])('another process, %s, goes on', (program) => {
    const ends = later(program, []);
    vi.advanceTimersByTime(5000);
    expect(ends).toEqual([]);
  });
});
