/** What the game looks like: the tiles of the map once, gates and walkers over them in each frame, and on demand what their paths are made of. */
import { drawNav, recordSearch } from 'gridprep/debug';
import { cellAt, type NavAsset } from 'gridprep/runtime';
import type { game, Kind } from './game';

/** Draws a frame. */
export type View = (state: typeof game) => void;

/** Tiles of the picture: a closed gate, and the first tile of each kind of walker, which looks one way or the other. */
const GATE = 22;
const WALKERS = [[24, 25], [26]];
const COLUMNS = 8;

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
const status = document.querySelector('output') as HTMLOutputElement;
let pointer: [x: number, y: number] = [0, 0];
canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
  pointer = [offsetX, offsetY];
});

/** Reads the map's layers and its tiles. */
export async function loadView(map: NavAsset): Promise<View> {
  const [{ layers }, tiles] = await Promise.all([
    fetch(new URL('./map/town.tmj', import.meta.url)).then((response) => response.json()),
    fetch(new URL('./map/tiles.png', import.meta.url)).then(async (response) => createImageBitmap(await response.blob())),
  ]);
  const { width, cellSize = [16, 16] } = map;
  const [w, h] = cellSize;
  const place = (to: Canvas, tile: number, x: number, y: number, side = 1) =>
    to.drawImage(tiles, (tile % COLUMNS) * w, Math.floor(tile / COLUMNS) * h, side * w, side * h, x, y, side * w, side * h);

  const ground = new OffscreenCanvas(canvas.width, canvas.height);
  const paint = ground.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (const { data = [] } of layers as { data?: number[] }[])
    data.forEach((tile, i) => {
      if (tile > 0) place(paint, tile - 1, (i % width) * w, Math.floor(i / width) * h);
    });

  const drawGates = ({ map: { doors }, kinds: [{ nav }], closing }: typeof game) => {
    for (const { name, cells } of doors) {
      for (let i = 0; i < cells.length; i += 2)
        if (!nav.isOpen(cells[i], cells[i + 1])) place(context, GATE, cells[i] * w, cells[i + 1] * h);
      context.fillStyle = '#e8b23a88';
      for (let i = 0; closing.has(name) && i < cells.length; i += 2) context.fillRect(cells[i] * w, cells[i + 1] * h, w, h);
    }
  };

  const drawWays = ({ units }: Kind) => {
    context.strokeStyle = '#ffffff80';
    context.beginPath();
    for (const { x, y, way } of units) {
      context.moveTo(x * w, y * h);
      for (let i = 0; i < way.length; i += 2) context.lineTo(way[i] * w, way[i + 1] * h);
    }
    context.stroke();
  };

  /** How its path was found: that of the walker nearest to the pointer. */
  const drawSearch = ({ units, nav }: Kind) => {
    const away = ({ x, y }: { x: number; y: number }) => Math.hypot(x * w - pointer[0], y * h - pointer[1]);
    const unit = units.reduce((a, b) => (away(b) < away(a) ? b : a));
    const [x, y] = unit.way.slice(-2);
    if (x === undefined) return;
    const search = recordSearch(nav, ...cellAt(nav, unit.x, unit.y), ...cellAt(nav, x, y));
    drawNav(context, nav, { cellSize: [w, h], layers: ['search', 'path', 'ends'], search, path: search.path });
  };

  return (state) => {
    context.drawImage(ground, 0, 0);
    drawGates(state);
    state.kinds.forEach(({ nav, units }, k) => {
      units.forEach(({ x, y }, i) => {
        place(context, WALKERS[k][i % WALKERS[k].length], Math.round((x - nav.size / 2) * w), Math.round((y - nav.size / 2) * h), nav.size);
      });
    });
    const shown = state.kinds[state.debug];
    if (shown) {
      drawWays(shown);
      drawSearch(shown);
    }
    status.value = `paths ${state.pathMs.toFixed(1)} ms`;
  };
}

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
