/** Healing, the side of the worker. */
import { listen, node, type Port } from '../pool/protocol.js';
import { bakeSections, type HealTask } from './heal.js';

/** Bakes what maps of other threads ask for. */
export function serveHealing(): void {
  const port = node('worker_threads')?.parentPort ?? (globalThis as unknown as Port);
  listen<HealTask & { id: number }>(port, 'message', ({ id, ...task }) => {
    // Queries of a pool are not asked here.
    if (!task.engine) return;
    try {
      port.postMessage({ id, sections: bakeSections(task) });
    } catch (error) {
      port.postMessage({ id, failure: (error as Error).message });
    }
  });
}
