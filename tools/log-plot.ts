/** Plots over two logarithmic axes, as SVG: curves or points. */

interface Series {
  name: string;
  points: number[][];
}

interface LogPlot {
  title: string;
  /** Titles of the horizontal and the vertical axis. */
  axes: [string, string];
  series: readonly Series[];
  /** Join the points, and draw the line of equal values. Default: the names stand in a column next to the plot. */
  curves: boolean;
}

const [WIDTH, HEIGHT] = [720, 440];
const MARGIN = { left: 64, right: 130, top: 20, bottom: 48 };
const [RIGHT, BOTTOM] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
const COLORS = ['#b8860b', '#2e8b57', '#1f5fbf', '#b03060', '#7048b0', '#888888', '#d2691e'];

/** An axis between powers of ten that hold all values, from `start` to `end` in the picture. */
function axis(values: number[], start: number, end: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    at: (value: number) => (start + ((end - start) * (Math.log10(value) - low)) / (high - low)).toFixed(1),
  };
}

export function logPlot({ title, axes, series, curves }: LogPlot): string {
  const points = series.flatMap((one) => one.points);
  const x = axis([...points.map(([a]) => a), ...(curves ? [1] : [])], MARGIN.left, RIGHT);
  const y = axis([...points.map(([, b]) => b), ...(curves ? [1] : [])], BOTTOM, MARGIN.top);
  const place = ([a, b]: number[]) => `${x.at(a)},${y.at(b)}`;
  const most = Math.min(x.ticks[x.ticks.length - 1], y.ticks[y.ticks.length - 1]);
  const shapes = series.flatMap(({ name, points }, i) => {
    const color = COLORS[i % COLORS.length];
    const last = points[points.length - 1];
    const end = curves
      ? [Number(x.at(last[0])) + 8, Number(y.at(last[1])) + 4]
      : [RIGHT + 12, MARGIN.top + 16 + 18 * i];
    const dot = ([a, b]: number[]) => `<circle cx="${x.at(a)}" cy="${y.at(b)}" r="${curves ? 3 : 1.6}"/>`;
    return [
      curves
        ? `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`
        : '',
      `<g fill="${color}">${points.map(dot).join('')}<text x="${end[0]}" y="${end[1]}">${name}</text></g>`,
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...x.ticks.map(
      (tick) =>
        `<path d="M${x.at(tick)},${BOTTOM}V${MARGIN.top}" stroke="#ddd"/>` +
        `<text x="${x.at(tick)}" y="${BOTTOM + 18}" text-anchor="middle">${tick}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${MARGIN.left},${y.at(tick)}H${RIGHT}" stroke="#ddd"/>` +
        `<text x="${MARGIN.left - 8}" y="${Number(y.at(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ),
    curves ? `<path d="M${place([1, 1])}L${place([most, most])}" stroke="#999" stroke-dasharray="4 4"/>` : '',
    ...shapes,
    `<text x="${(MARGIN.left + RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${axes[0]}</text>`,
    `<text transform="translate(16,${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${axes[1]}</text>`,
    '</svg>',
  ]
    .filter((line) => line !== '')
    .join('\n')}\n`;
}
