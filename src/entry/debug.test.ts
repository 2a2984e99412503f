import { expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { bundle } from '../../test/bundle.js';
import { makeGrid } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { IS_LONG } from '../../test/samples.js';
import { withMoves } from '../core/grid/clearance.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from '../runtime/load-all.js';
import { pixels } from '../runtime/pixels.js';
import { type Canvas2D, drawNav, recordSearch } from './debug.js';

const grid = makeGrid('rooms', 40, 32, 0.4, 5);
const [x0, y0, x1, y1] = connectedPairs(grid, 60).sort((a, b) => Math.abs(b[0] - b[2]) - Math.abs(a[0] - a[2]))[0];

/** A canvas that only notes what is asked of it. */
function notes() {
  const said: string[] = [];
  const styles = { fillStyle: '', strokeStyle: '', lineWidth: 0, lineCap: '', lineJoin: '', font: '' };
  const ctx = styles as unknown as Canvas2D;
  for (const name of ['save', 'restore', 'beginPath', 'moveTo', 'lineTo', 'arc', 'fill', 'fillText'] as const)
    ctx[name] = (...values: unknown[]) => said.push(`${name} ${values.join(' ')}`);
  ctx.fillRect = (...values) => said.push(`fillRect ${ctx.fillStyle} ${values.join(' ')}`);
  ctx.stroke = () => said.push(`stroke ${ctx.strokeStyle}`);
  return { ctx, said };
}

it('draws a path and the clusters of HPA* where the game has its canvas', async () => {
  const nav = load(await bakeHpa(grid, { cluster: 8 }));
  const { ctx, said } = notes();
  drawNav(ctx, nav, { cellSize: [10, 20], origin: [100, 0], path: nav.findPath(x0, y0, x1, y1) });
  expect([said[0], said.at(-1)]).toEqual(['save ', 'restore ']);
  // A border every eight cells of ten pixels; the path begins in the middle of its first cell.
  const start = `moveTo ${100 + 10 * (x0 + 0.5)} ${20 * (y0 + 0.5)}`;
  for (const text of ['moveTo 180 0', 'stroke #5c6bc0ff', start, 'stroke #e6007aff']) expect(said).toContain(text);
  // Nothing of the ground, unless it is asked for.
  expect(said.filter((text) => text.startsWith('fillRect'))).toEqual([]);
});

it.each(['hex-odd-r', 'hex-even-q', 'hex'] as const)('draws over hexagons where pixels has them: %s', async (rule) => {
  const hexes = withMoves(grid, rule);
  const nav = load(await bakeJps(hexes));
  const { ctx, said } = notes();
  const path = nav.findPath(x0, y0, x1, y1);
  expect(path).not.toBe(null);
  drawNav(ctx, nav, { cellSize: [32, 36], origin: [100, 50], layers: ['terrain', 'path'], path });
  const px = pixels(nav, { cellSize: [32, 36] });
  const { x, y } = px.centerOf(x0, y0);
  const moves = said.filter((text) => text.startsWith('moveTo')).map((text) => text.split(' ').slice(1).map(Number));
  expect(moves.some(([mx, my]) => Math.hypot(mx - 100 - x, my - 50 - y) < 1e-6)).toBe(true);
});

it('draws what a search expanded, and layers of blobs, in the part that is seen', async () => {
  const nav = load(await bakeJps(grid));
  const search = recordSearch(nav, x0, y0, x1, y1);
  expect(search.points.length).toBe(nav.search.expanded);
  const { ctx, said } = notes();
  drawNav(ctx, nav, { cellSize: 4, layers: ['terrain', 'search'], search, area: { x0: 0, y0: 0, x1: 8.5, y1: 3 } });
  const filled = said.filter((text) => text.startsWith('fillRect')).map((text) => text.split(' ').slice(2).map(Number));
  expect(filled.length).toBeGreaterThan(3);
  for (const [x, y, width, height] of filled) expect(x + width <= 36 && y + height <= 12).toBe(true);
  const wrong = () => drawNav(ctx, nav, { cellSize: 4, layers: ['terrain'], blobs: [new Uint8Array(9)] });
  expect(wrong).toThrow('unusable blob');
});

it('is not in a game that does not import it, and only what is used of it is', async () => {
  const game = await bundle(`export { load } from './src/entry/runtime.ts';`);
  expect(game.inputs.filter((file) => file.includes('/view/') || file.includes('debug'))).toEqual([]);
  const recorder = await bundle(`export { recordSearch } from './src/entry/debug.ts';`);
  expect(recorder.inputs.filter((file) => file.startsWith('src/')).sort()).toEqual([
    'src/core/search/path.ts',
    'src/entry/debug.ts',
    'src/runtime/nav.ts',
    'src/view/record.ts',
  ]);
  expect(recorder.gzipped).toBeLessThan(1500);
});

it.runIf(haveBrowser && IS_LONG)('draws on a real canvas', async () => {
  const { code } = await bundle(
    `
    import { load } from './src/entry/runtime.ts';
    import { drawNav } from './src/entry/debug.ts';
    globalThis.draw = (bytes) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 288 });
      const nav = load(Uint8Array.from(bytes));
      drawNav(canvas.getContext('2d'), nav, { cellSize: 9, layers: ['terrain', 'path'], path: nav.findPath(${x0}, ${y0}, ${x1}, ${y1}) });
      const { data } = canvas.getContext('2d').getImageData(0, 0, 360, 288);
      return Array.from(new Uint32Array(data.buffer), (value) => value >>> 0);
    };`,
    'iife',
  );
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const pixels = await page.evaluate<number[]>(`draw([${await bakeHpa(grid, { cluster: 8 })}])`);
    const at = (x: number, y: number) => pixels[(9 * y + 4) * 360 + 9 * x + 4];
    expect(at(x0, y0)).toBe(0xff7a00e6);
    const wall = grid.open.findIndex(
      (open, c) => open === 0 && c > 2 * grid.stride && c % grid.stride > 0 && c % grid.stride < 41,
    );
    expect(at((wall % grid.stride) - 1, Math.floor(wall / grid.stride) - 1)).toBe(0xff2e1e1e);
  } finally {
    await browser.close();
  }
});
