/** The section that runs a crowd and shows its times. */
import type { Crowd } from '../desk/crowd.js';
import { button, byId, element, labelled } from './dom.js';

/**
 * @param run runs random queries with the chosen engine
 * @param failed called with errors
 */
export function crowdBox(
  run: (count: number) => Promise<{ engine: string } & Crowd>,
  failed: (error: unknown) => void,
): HTMLElement[] {
  const count = element('input', { type: 'number', min: '1', max: '100000', value: '500' });
  const box = element('div');
  const start = button('run', 'run a crowd of random queries', async () => {
    const queries = Math.max(1, Number(count.value) || 1);
    box.replaceChildren(element('p', {}, `${queries} queries ...`));
    try {
      const { engine, micros, expanded } = await run(queries);
      const median = [...micros].sort((a, b) => a - b)[micros.length >> 1] ?? 0;
      const text = `${engine}: ${micros.length} queries, median ${median.toFixed(1)} µs, ${expanded} expansions`;
      box.replaceChildren(element('p', {}, text), (await plots()).histogram(micros, 330));
    } catch (error) {
      box.replaceChildren();
      failed(error);
    }
  });
  return [labelled('queries', count), start, box];
}

/** The plotting library is evaluated on first use: it takes 50 ms. */
async function plots() {
  if (!('Plot' in globalThis)) document.head.append(element('script', {}, byId('plot').textContent ?? ''));
  return import('./histogram.js');
}
