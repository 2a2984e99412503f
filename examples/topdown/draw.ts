/**
 * Draws the game: the tiles once, gates and walkers in each frame, and on demand paths and searches. The map covers the
 * window at every size; in a narrower window, a drag moves the view.
 */
import { drawNav, recordSearch } from 'gridprep/debug';
import { cellAt, type NavAsset, pixels } from 'gridprep/runtime';
import type { game, Kind } from './game';

/** Draws a frame. */
export type View = (state: typeof game) => void;

/** Tiles of the picture: a closed gate, and the first tile of each kind of walker, which looks one way or the other. */
const GATE = 22;
const WALKERS = [[24, 25], [26]];
const COLUMNS = 8;
/** Pixels of the window: of a gate's number, of a finger, and of a click that is no drag. */
const [BADGE, FINGER, STILL] = [11, 26, 6];

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
const status = document.querySelector('output') as HTMLOutputElement;
const isDark = () => document.documentElement.dataset.theme === 'dark' || (!document.documentElement.dataset.theme && dark.matches);
const dark = matchMedia('(prefers-color-scheme: dark)');
/** Pixels of the window for each of the map, and the middle of the window on the map. */
const camera = { scale: 1, x: 0, y: 0 };
let level = { width: 1, height: 1 };
let pointer: [x: number, y: number] = [0, 0];
let dragged = 0;

/** A place of the window on the map, in pixels of the map. */
function onMap(x: number, y: number): [x: number, y: number] {
  return [camera.x + (x - canvas.clientWidth / 2) / camera.scale, camera.y + (y - canvas.clientHeight / 2) / camera.scale];
}

/** Sets the size of the canvas to that of the window, and keeps the window on the map. */
function fit(): void {
  const { clientWidth: w, clientHeight: h } = canvas;
  const ratio = devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(w * ratio), height: Math.round(h * ratio) });
  camera.scale = Math.max(w / level.width, h / level.height);
  look(camera.x, camera.y);
}

function look(x: number, y: number): void {
  const [w, h] = [canvas.clientWidth / camera.scale / 2, canvas.clientHeight / camera.scale / 2];
  camera.x = Math.min(level.width - w, Math.max(w, x));
  camera.y = Math.min(level.height - h, Math.max(h, y));
}

addEventListener('resize', fit);
canvas.addEventListener('pointerdown', () => {
  dragged = 0;
});
canvas.addEventListener('pointermove', ({ offsetX, offsetY, movementX, movementY, buttons }) => {
  pointer = onMap(offsetX, offsetY);
  if (buttons !== 1) return;
  dragged += Math.hypot(movementX, movementY);
  if (dragged > STILL) look(camera.x - movementX / camera.scale, camera.y - movementY / camera.scale);
});

/** The gate near a click, otherwise the cell; undefined at the end of a drag. */
export function clickedAt(map: NavAsset, x: number, y: number): { door?: string; cell: [x: number, y: number] } | undefined {
  if (dragged > STILL) return undefined;
  const [px, py] = onMap(x, y);
  const away = (cells: readonly number[]) => {
    const [mx, my] = middleOf(map, cells);
    return Math.hypot(mx - px, my - py) * camera.scale;
  };
  const [door] = map.doors.filter(({ cells }) => away(cells) < FINGER).sort((a, b) => away(a.cells) - away(b.cells));
  return { ...(door && { door: door.name }), cell: pixels(map).cellAt(px, py) };
}

/** The middle of a gate, in pixels of the map. */
function middleOf({ cellSize: [w, h] = [16, 16] }: NavAsset, cells: readonly number[]): [x: number, y: number] {
  const half = cells.length / 2;
  const sum = cells.reduce<[number, number]>(([x, y], at, i) => (i % 2 ? [x, y + at] : [x + at, y]), [0, 0]);
  return [(sum[0] / half + 0.5) * w, (sum[1] / half + 0.5) * h];
}

/** Waits for the first frame: where the reader prefers no motion, until the button is pressed. */
export async function allowed(draw: () => void): Promise<void> {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const button = document.querySelector('button') as HTMLButtonElement;
  button.hidden = false;
  draw();
  await new Promise((done) => button.addEventListener('click', done, { once: true }));
  button.hidden = true;
}

/** Reads the map's layers and its tiles. */
export async function loadView(map: NavAsset): Promise<View> {
  const [{ layers }, tiles] = await Promise.all([
    fetch(new URL('./map/town.tmj', import.meta.url)).then((response) => response.json()),
    fetch(new URL('./map/tiles.png', import.meta.url)).then(async (response) => createImageBitmap(await response.blob())),
  ]);
  const { width, height, cellSize = [16, 16] } = map;
  const [w, h] = cellSize;
  const place = (to: Canvas, tile: number, x: number, y: number, side = 1) =>
    to.drawImage(tiles, (tile % COLUMNS) * w, Math.floor(tile / COLUMNS) * h, side * w, side * h, x, y, side * w, side * h);

  const ground = new OffscreenCanvas(width * w, height * h);
  const paint = ground.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (const { data = [] } of layers as { data?: number[] }[])
    data.forEach((tile, i) => {
      if (tile > 0) place(paint, tile - 1, (i % width) * w, Math.floor(i / width) * h);
    });
  const isFirst = level.width === 1;
  level = ground;
  if (isFirst) Object.assign(camera, { x: ground.width / 2, y: ground.height / 2 });
  fit();

  const drawGates = ({ map: { doors }, kinds: [{ nav }], closing }: typeof game) => {
    for (const { name, cells } of doors) {
      for (let i = 0; i < cells.length; i += 2)
        if (!nav.isOpen(cells[i], cells[i + 1])) place(context, GATE, cells[i] * w, cells[i + 1] * h);
      context.fillStyle = '#e8b23a88';
      for (let i = 0; closing.has(name) && i < cells.length; i += 2) context.fillRect(cells[i] * w, cells[i + 1] * h, w, h);
    }
  };

  /** The number of each gate: green where it is open, red where it is closed, yellow while it closes. */
  const drawNumbers = ({ map: { doors }, kinds: [{ nav }], closing }: typeof game) => {
    const radius = BADGE / camera.scale;
    Object.assign(context, { textAlign: 'center', textBaseline: 'middle', font: `bold ${1.2 * radius}px system-ui, sans-serif` });
    for (const [i, { name, cells }] of doors.entries()) {
      const [x, y] = middleOf(map, cells);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = closing.has(name) ? '#8a6100' : nav.isOpen(cells[0], cells[1]) ? '#1b6e3a' : '#a8261c';
      context.fill();
      context.lineWidth = 1.5 / camera.scale;
      context.strokeStyle = context.fillStyle = '#fff';
      context.stroke();
      context.fillText(String(i + 1), x, y);
    }
  };

  /** Guards wear red, and glide from cell to cell. */
  const drawGuards = ({ guards, march }: typeof game) => {
    context.fillStyle = '#a8261c';
    for (const unit of guards?.units ?? []) {
      const [x, y] = unit.at(march);
      place(context, WALKERS[0][0], (x - 0.5) * w, (y - 0.5) * h);
      context.fillRect((x - 0.2) * w, (y - 0.05) * h, 0.4 * w, 0.3 * h);
    }
  };

  const drawWays = ({ units }: Kind) => {
    context.strokeStyle = '#ffffff80';
    context.lineWidth = 1;
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

  /** At night the ground is blue; gates and ways are drawn over that. */
  const drawNight = () => {
    context.globalCompositeOperation = 'multiply';
    context.fillStyle = '#6f7fb8';
    context.fillRect(0, 0, ground.width, ground.height);
    context.globalCompositeOperation = 'source-over';
  };

  return (state) => {
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const scale = camera.scale * ratio;
    context.setTransform(scale, 0, 0, scale, canvas.width / 2 - camera.x * scale, canvas.height / 2 - camera.y * scale);
    context.imageSmoothingEnabled = false;
    context.drawImage(ground, 0, 0);
    drawGates(state);
    state.kinds.forEach(({ nav, units }, k) => {
      units.forEach(({ x, y }, i) => {
        place(context, WALKERS[k][i % WALKERS[k].length], (x - nav.size / 2) * w, (y - nav.size / 2) * h, nav.size);
      });
    });
    drawGuards(state);
    if (isDark()) drawNight();
    const shown = state.kinds[state.debug];
    if (shown) {
      drawWays(shown);
      drawSearch(shown);
    }
    drawNumbers(state);
    const walkers = state.kinds.reduce((sum, { units }) => sum + units.length, state.guards?.units.length ?? 0);
    status.value = `${walkers} walkers, paths ${state.pathMs.toFixed(1)} ms a frame`;
  };
}

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
