/** Starts threads of the page. The methods of their desks are called as local ones. */
import { expose, type Remote, wrap } from 'comlink';
import { byId } from './dom.js';

/** URL of the code of a thread, which is in an element of the page. */
export const codeOf = (id: string): string =>
  URL.createObjectURL(new Blob([byId(id).textContent ?? ''], { type: 'text/javascript' }));

/** @param name of the desk @param read reads files for the thread @param failed called if the thread fails */
export function connect<Desk>(
  url: string,
  name: string,
  read: (file: string) => Promise<Uint8Array>,
  failed: (error: Error) => void,
): Remote<Desk> {
  const worker = new Worker(url, { name, type: /^blob:/.test(url) ? 'classic' : 'module' });
  worker.onerror = ({ message }) => failed(new Error(`a thread of this page has failed: ${message}`));
  expose(read, worker);
  return wrap<Desk>(worker);
}
