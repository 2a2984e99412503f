/** A thread of the page with its desk, whose methods are called as if they were here; it reads files by `read`. */
import { expose, type Remote, wrap } from 'comlink';
import { byId } from './dom.js';

/** URL of the code of a thread, which the page holds in an element. */
export const codeOf = (id: string): string =>
  URL.createObjectURL(new Blob([byId(id).textContent ?? ''], { type: 'text/javascript' }));

/** @param name of the desk @param failed called when the thread itself fails */
export function connect<Desk>(
  url: string,
  name: string,
  read: (file: string) => Promise<Uint8Array>,
  failed: (error: Error) => void,
): Remote<Desk> {
  const worker = new Worker(url, { name });
  worker.onerror = ({ message }) => failed(new Error(`a thread of this page has failed: ${message}`));
  expose(read, worker);
  return wrap<Desk>(worker);
}
