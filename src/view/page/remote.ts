/** A thread of the page, and calls of its desk. */
import type { FromDesk, ToDesk } from '../desk/calls.js';

/** Arguments of a method without the last one, its report callback. */
type Asked<Method> = Method extends (...args: infer Args) => unknown
  ? Args extends [...infer Given, (part: never) => void]
    ? Given
    : Args
  : never;
type Part<Method> = Method extends (...args: [...infer _, (part: infer P) => void]) => unknown ? P : never;
type Value<Method> = Method extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** Calls a method of a desk in another thread; rejected with what it throws. */
export interface Remote<Desk> {
  call<K extends keyof Desk & string>(name: K, ...args: Asked<Desk[K]>): Promise<Value<Desk[K]>>;
  /** The same with a callback for reports. */
  follow<K extends keyof Desk & string>(
    name: K,
    report: (part: Part<Desk[K]>) => void,
    ...args: Asked<Desk[K]>
  ): Promise<Value<Desk[K]>>;
}

interface Waiting {
  done(value: unknown): void;
  failed(error: Error): void;
  report(part: unknown): void;
}

/** Starts a thread. @param name of its desk @param read reads the files that it requests */
export function connect<Desk>(url: string, name: string, read: (file: string) => Promise<Uint8Array>): Remote<Desk> {
  const worker = new Worker(url, { name });
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  const send = (message: ToDesk) => worker.postMessage(message);
  worker.onmessage = ({ data }: MessageEvent<FromDesk>) => {
    if ('ticket' in data) {
      const { ticket } = data;
      read(data.read).then(
        (bytes) => send({ ticket, bytes }),
        (error: Error) => send({ ticket, fault: error.message }),
      );
      return;
    }
    const asked = waiting.get(data.id);
    if ('part' in data) {
      asked?.report(data.part);
      return;
    }
    waiting.delete(data.id);
    if ('fault' in data) asked?.failed(new Error(data.fault));
    else asked?.done(data.value);
  };
  worker.onerror = (event) => {
    for (const { failed } of waiting.values()) failed(new Error(`a thread of this page has failed: ${event.message}`));
    waiting.clear();
  };
  const ask = (call: string, args: unknown[], report: (part: unknown) => void): Promise<unknown> =>
    new Promise((done, failed) => {
      const id = calls++;
      waiting.set(id, { done, failed, report });
      send({ id, call, args });
    });
  return {
    call: (method, ...args) => ask(method, args, () => {}) as Promise<never>,
    follow: (method, report, ...args) => ask(method, args, report as (part: unknown) => void) as Promise<never>,
  };
}
