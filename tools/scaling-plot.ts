/** The plot of docs/scaling.md: curves over two logarithmic axes, as SVG. */

interface Curve {
  name: string;
  points: number[][];
}

const [WIDTH, HEIGHT] = [720, 440];
const MARGIN = { left: 64, right: 110, top: 20, bottom: 48 };
const COLOURS = ['#b8860b', '#2e8b57', '#1f5fbf', '#b03060'];

/** Workers to the right, how many times faster upwards; the grey line is as many times as workers. */
export function scalingPlot(curves: Curve[]): string {
  const most = 10 ** Math.ceil(Math.log10(Math.max(...curves.flatMap(({ points }) => points.flat()))));
  const x = (value: number) =>
    MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * Math.log10(value)) / Math.log10(most);
  const y = (value: number) =>
    HEIGHT -
    MARGIN.bottom -
    ((HEIGHT - MARGIN.top - MARGIN.bottom) * Math.log10(Math.max(1, value))) / Math.log10(most);
  const place = ([a, b]: number[]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`;
  const ticks = Array.from({ length: Math.round(Math.log10(most)) + 1 }, (_, i) => 10 ** i);
  const grid = ticks.flatMap((tick) => [
    `<path d="M${place([tick, 1])}V${y(most)}M${place([1, tick])}H${x(most)}" stroke="#ddd"/>`,
    `<text x="${x(tick)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${tick}</text>`,
    `<text x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  ]);
  const lines = curves.flatMap(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const last = points[points.length - 1];
    return [
      `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(
        (point) => `<circle cx="${x(point[0]).toFixed(1)}" cy="${y(point[1]).toFixed(1)}" r="3" fill="${colour}"/>`,
      ),
      `<text x="${(x(last[0]) + 8).toFixed(1)}" y="${(y(last[1]) + 4).toFixed(1)}" fill="${colour}">${name}</text>`,
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>How much faster a build is with more workers</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${grid.join('\n')}
<path d="M${place([1, 1])}L${place([most, most])}" stroke="#999" stroke-dasharray="4 4"/>
${lines.join('\n')}
<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">workers</text>
<text transform="translate(16,${HEIGHT / 2}) rotate(-90)" text-anchor="middle">times faster than one thread</text>
</svg>
`;
}
