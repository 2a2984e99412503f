/** The section that runs a crowd and shows its times. */
import type { Crowd } from '../desk/crowd.js';
import { button, element, labelled } from './dom.js';
import { histogram } from './histogram.js';

/**
 * @param run runs random queries with the chosen engine
 * @param failed called with errors
 */
export function crowdBox(
  run: (count: number) => Promise<{ engine: string } & Crowd>,
  failed: (error: unknown) => void,
): HTMLElement[] {
  const count = Object.assign(element('input'), { type: 'number', min: '1', max: '100000', value: '500' });
  const box = element('div');
  const start = button('run', 'run a crowd of random queries', () => {
    const wanted = Math.max(1, Number(count.value) || 1);
    box.replaceChildren(element('p', `${wanted} queries ...`));
    run(wanted).then(
      ({ engine, micros, expanded }) => {
        const sorted = [...micros].sort((a, b) => a - b);
        const median = sorted[sorted.length >> 1] ?? 0;
        const text = `${engine}: ${sorted.length} queries, median ${median.toFixed(1)} µs, ${expanded} expansions`;
        box.replaceChildren(element('p', text), histogram(micros, 330));
      },
      (error) => {
        box.replaceChildren();
        failed(error);
      },
    );
  });
  return [labelled('queries', count), start, box];
}
