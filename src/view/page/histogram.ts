/** Times of queries as a histogram. */
import * as Plot from '@observablehq/plot';

/** Times of queries, on a logarithmic scale. */
export function histogram(micros: number[], width: number): Element {
  const logs = micros.filter((us) => us > 0).map((us) => Math.log10(us));
  return Plot.plot({
    width,
    height: 170,
    ariaLabel: 'queries by their time',
    marginLeft: 36,
    style: { background: 'none' },
    x: { label: 'query time, µs', tickFormat: (log: number) => (log % 1 === 0 ? String(10 ** log) : '') },
    y: { label: 'queries', grid: true },
    marks: [
      Plot.rectY(
        logs,
        Plot.binX<Plot.RectYOptions>(
          { y: 'count' },
          { x: (log: number) => log, thresholds: 24, fill: 'currentColor', fillOpacity: 0.6 },
        ),
      ),
      Plot.ruleY([0]),
    ],
  });
}
