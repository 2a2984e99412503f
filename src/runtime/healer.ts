/**
 * The worker of `nav.heal`: `gridprep/runtime/healer`, run as a Web Worker or a thread of Node.
 *
 *     new Worker(new URL('gridprep/runtime/healer', import.meta.url), { type: 'module' })
 */
import { bakeSections, type HealTask } from '../edit/heal.js';

/** Of a worker's own side what it needs, in a browser and in Node. */
interface Port {
  postMessage(message: unknown): void;
  onmessage?: ((event: { data: HealTask & { id: number } }) => void) | null;
  on?(name: 'message', listener: (data: HealTask & { id: number }) => void): void;
}

const host = globalThis as unknown as Port & { process?: { getBuiltinModule?(name: string): { parentPort: Port | null } } };
// Asked for at run time: an import would have to be resolved by every bundler.
const port = host.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? host;

const answer = ({ id, ...task }: HealTask & { id: number }): void => {
  try {
    port.postMessage({ id, sections: bakeSections(task) });
  } catch (error) {
    port.postMessage({ id, failure: (error as Error).message });
  }
};

if (port.on) port.on('message', answer);
else port.onmessage = ({ data }) => answer(data);
