/** The canvas: the map's tiles, lines above them, and moving about with pointer, wheel, touch and keys. */

import type { Grid } from '../../grid/grid.js';
import { canvasSurface } from '../canvas-surface.js';
import type { Surface } from '../surface.js';
import type { Colour } from '../theme.js';
import type { Cell } from './state.js';
import { Tiles } from './tiles.js';

/** Most pixels of a cell. */
const NEAREST = 80;
/** Milliseconds of a frame that tiles may take. */
const TILE_MS = 9;
/** Lines that take longer are moved while the map moves, and drawn anew when it rests. */
const LINES_MS = 8;
const REST_MS = 140;
/** Pixels around an end of a path where it can be taken hold of. */
const HOLD = 14;

export interface ViewEvents {
  /** Draws the lines above the cells. */
  drawLines(surface: Surface): void;
  /** The pointer is over a cell; undefined outside of the map. */
  hovered(cell: Cell | undefined): void;
  clicked(cell: Cell, shift: boolean): void;
  /** Places that can be dragged, in cells. */
  handles(): { name: 'start' | 'goal'; cell: Cell }[];
  dragged(name: 'start' | 'goal', cell: Cell): void;
  moved(): void;
}

export class MapView {
  private readonly base: CanvasRenderingContext2D;
  private readonly above: CanvasRenderingContext2D;
  private grid: Grid | undefined;
  private tiles: Tiles | undefined;
  /** Middle of the view in cells, and pixels of a cell. */
  private middle: [number, number] = [0, 0];
  private zoom = 1;
  private asked = false;
  private linesMs = 0;
  /** Where the lines were drawn: middle and zoom of that moment. */
  private drawnAt: [number, number, number] = [0, 0, 1];
  private restTimer = 0;
  /** Times of the last frames, for the test of how fast the map pans. */
  readonly frames: number[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly lines: HTMLCanvasElement,
    private readonly events: ViewEvents,
  ) {
    this.base = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    this.above = lines.getContext('2d') as CanvasRenderingContext2D;
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.listen();
  }

  get view(): [number, number, number] {
    return [...this.middle, this.zoom];
  }

  /** Bytes of the tiles. */
  get bytes(): number {
    return this.tiles?.bytes ?? 0;
  }

  /** Another map. @param view where it is looked at; all of it without */
  show(grid: Grid, view?: readonly [number, number, number]): void {
    const other = !this.grid || this.grid.width !== grid.width || this.grid.height !== grid.height;
    this.grid = grid;
    this.tiles = new Tiles(grid);
    if (view) this.look(...view);
    else if (other) this.fit();
  }

  fit(): void {
    if (!this.grid) return;
    const { width, height } = this.grid;
    const zoom = Math.min(this.host.clientWidth / width, this.host.clientHeight / height) * 0.98;
    this.look(width / 2, height / 2, zoom || 1);
  }

  look(x: number, y: number, zoom: number): void {
    if (!this.grid) return;
    const { width, height } = this.grid;
    const least = Math.min(1, (0.5 * this.host.clientWidth) / width || 1, (0.5 * this.host.clientHeight) / height || 1);
    this.zoom = Math.min(NEAREST, Math.max(least, zoom));
    this.middle = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    this.draw();
    this.events.moved();
  }

  /** Colours have changed, of all cells or of some. */
  recolour(colourOf: (cell: number) => Colour, cells?: Iterable<number>): void {
    this.tiles?.recolour(colourOf, cells);
    this.draw();
  }

  draw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.frame();
    });
  }

  /** The cell at a place of the page. */
  cellAt(clientX: number, clientY: number): Cell | undefined {
    const box = this.host.getBoundingClientRect();
    const x = Math.floor(this.middle[0] + (clientX - box.left - box.width / 2) / this.zoom);
    const y = Math.floor(this.middle[1] + (clientY - box.top - box.height / 2) / this.zoom);
    return this.grid?.contains(x, y) ? [x, y] : undefined;
  }

  /** The middle of a cell on the page. */
  placeOf([x, y]: Cell): [number, number] {
    const box = this.host.getBoundingClientRect();
    return [
      box.left + box.width / 2 + (x + 0.5 - this.middle[0]) * this.zoom,
      box.top + box.height / 2 + (y + 0.5 - this.middle[1]) * this.zoom,
    ];
  }

  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.lines]) {
      canvas.width = Math.max(1, Math.round(this.host.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(this.host.clientHeight * ratio));
    }
    this.draw();
  }

  private frame(): void {
    const { grid, tiles } = this;
    if (!grid || !tiles) return;
    const start = performance.now();
    this.frames.push(start);
    if (this.frames.length > 600) this.frames.shift();
    const ratio = this.canvas.width / Math.max(1, this.host.clientWidth);
    const scale = this.zoom * ratio;
    const [left, top] = [this.canvas.width / 2 - this.middle[0] * scale, this.canvas.height / 2 - this.middle[1] * scale];
    this.base.fillStyle = getComputedStyle(this.host).backgroundColor;
    this.base.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const whole = tiles.draw(this.base, left, top, scale, start + TILE_MS);
    this.drawAbove(left, top, scale);
    this.host.dataset.ready = String(whole);
    if (!whole) this.draw();
  }

  private drawAbove(left: number, top: number, scale: number): void {
    const [x, y, zoom] = this.drawnAt;
    const moving = x !== this.middle[0] || y !== this.middle[1] || zoom !== this.zoom;
    if (moving && this.linesMs > LINES_MS) {
      // As it was drawn, at its new place; anew when the map has come to rest.
      const grown = this.zoom / zoom;
      const [dx, dy] = [(x - this.middle[0]) * this.zoom, (y - this.middle[1]) * this.zoom];
      this.lines.style.transform = `translate(${dx}px, ${dy}px) scale(${grown})`;
      clearTimeout(this.restTimer);
      this.restTimer = window.setTimeout(() => {
        this.drawnAt = this.view;
        this.draw();
      }, REST_MS);
      return;
    }
    const start = performance.now();
    this.lines.style.transform = '';
    this.drawnAt = this.view;
    this.above.clearRect(0, 0, this.lines.width, this.lines.height);
    const { width, height } = this.grid as Grid;
    const area = {
      x0: Math.max(0, Math.floor(-left / scale)),
      y0: Math.max(0, Math.floor(-top / scale)),
      x1: Math.min(width, Math.ceil((this.lines.width - left) / scale)),
      y1: Math.min(height, Math.ceil((this.lines.height - top) / scale)),
    };
    this.events.drawLines(canvasSurface(this.above, { cell: [scale, scale], origin: [left, top], area }));
    this.linesMs = performance.now() - start;
  }

  private zoomAt(factor: number, clientX: number, clientY: number): void {
    const box = this.host.getBoundingClientRect();
    const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    const [x, y] = [this.middle[0] + dx / this.zoom, this.middle[1] + dy / this.zoom];
    const zoom = Math.min(NEAREST, this.zoom * factor);
    this.look(x - dx / zoom, y - dy / zoom, zoom);
  }

  private listen(): void {
    const { host } = this;
    const fingers = new Map<number, [number, number]>();
    let held: 'start' | 'goal' | undefined;
    let far = 0;
    host.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 && event.button !== 1) return;
      host.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      far = 0;
      held = undefined;
      for (const { name, cell } of this.events.handles()) {
        const [x, y] = this.placeOf(cell);
        if (Math.hypot(event.clientX - x, event.clientY - y) < Math.max(HOLD, this.zoom / 2)) held = name;
      }
      if (fingers.size > 1) held = undefined;
    });
    host.addEventListener('pointermove', (event) => {
      this.events.hovered(this.cellAt(event.clientX, event.clientY));
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
      far += Math.hypot(dx, dy);
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const cell = this.cellAt(event.clientX, event.clientY);
      if (held) {
        if (cell && far > 3) this.events.dragged(held, cell);
        return;
      }
      const [x, y] = this.middle;
      const share = 1 / fingers.size;
      this.look(x - (share * dx) / this.zoom, y - (share * dy) / this.zoom, this.zoom);
      if (others.length === 0) return;
      // Two fingers: as far apart as they are, so large is the map.
      const [ox, oy] = others[0];
      const was = Math.hypot(before[0] - ox, before[1] - oy);
      const is = Math.hypot(event.clientX - ox, event.clientY - oy);
      if (was > 8 && is > 8) this.zoomAt(is / was, (ox + event.clientX) / 2, (oy + event.clientY) / 2);
    });
    const end = (event: PointerEvent) => {
      const known = fingers.delete(event.pointerId);
      const cell = this.cellAt(event.clientX, event.clientY);
      if (known && event.type === 'pointerup' && far < 4 && fingers.size === 0 && cell) this.events.clicked(cell, event.shiftKey);
      held = undefined;
    };
    host.addEventListener('pointerup', end);
    host.addEventListener('pointercancel', end);
    host.addEventListener('pointerleave', () => this.events.hovered(undefined));
    host.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoomAt(2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), event.clientX, event.clientY);
      },
      { passive: false },
    );
    host.addEventListener('keydown', (event) => {
      const step = 60 / this.zoom;
      const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const move = moves[event.key];
      const box = host.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (move && !event.shiftKey) this.look(this.middle[0] + move[0] * step, this.middle[1] + move[1] * step, this.zoom);
      else if (event.key === '+' || event.key === '=') this.zoomAt(1.3, x, y);
      else if (event.key === '-') this.zoomAt(1 / 1.3, x, y);
      else if (event.key === '0') this.fit();
      else return;
      event.preventDefault();
    });
  }
}
