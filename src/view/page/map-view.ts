/** The canvases: tiles of cells, above them grid lines and the painter's lines. */
import type { Remote } from 'comlink';
import { isHex } from '../../core/grid/rules.js';
import type { Frame, Painter } from '../desk/painter.js';
import { isUpright, type Plane } from '../plane.js';
import type { Area } from '../surface.js';
import { Camera, type Placing } from './camera.js';
import { byId, nextTask } from './dom.js';
import { type GestureEvents, gestures } from './gestures.js';
import type { Cell } from './state.js';
import { Tiles, tilesWith } from './tiles.js';

/** Pixels of a cell from which grid lines are drawn. */
const GRID_ZOOM = 10;

interface Shape {
  width: number;
  height: number;
  plane: Plane;
}

export class MapView {
  readonly camera = new Camera();
  private readonly tiles: Tiles;
  private readonly canvas = byId<HTMLCanvasElement>('cells');
  private readonly lines = byId<HTMLCanvasElement>('lines');
  private readonly base = this.canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  private readonly above = this.lines.getContext('2d') as CanvasRenderingContext2D;
  private asked = false;
  private isOpen = false;
  /** The last lines, and their place. */
  private picture: { bitmap: ImageBitmap; scale: number; left: number; top: number } | undefined;
  private linesVersion = 0;
  private drawnVersion = -1;
  private drawing = false;
  private isExpecting = false;

  /** @param failed called with errors of the painter */
  constructor(
    private readonly host: HTMLElement,
    private readonly painter: Remote<Painter>,
    private readonly events: GestureEvents,
    private readonly failed: (error: unknown) => void,
  ) {
    const arrived = (fault?: unknown) => {
      if (fault) this.failed(fault);
      this.draw();
    };
    this.tiles = new Tiles(({ level, tx, ty }) => painter.tile(level, tx, ty), arrived);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    void this.prepare();
    gestures(host, this.camera, { ...events, moved: () => this.moved() });
  }

  get view(): [number, number, number] {
    return this.camera.view;
  }

  get bytes(): number {
    return this.tiles.bytes;
  }

  /** Shows another map. @param view middle and zoom; the whole map without */
  show({ width, height, plane }: Shape, view?: readonly [number, number, number]): void {
    const { camera } = this;
    const shapeOf = (one: Shape) => `${[one.width, one.height, one.plane.moveRule, ...one.plane.axes]}`;
    const other = !this.isOpen || shapeOf(camera) !== shapeOf({ width, height, plane });
    this.isOpen = true;
    Object.assign(this.camera, { width, height, plane });
    this.tiles.clear(isHex(plane));
    if (view) this.look(...view);
    else if (other) this.fit();
    this.redraw();
  }

  fit(): void {
    this.camera.fit();
    this.moved();
  }

  fitTo(area: Area): void {
    this.camera.fitTo(area, 0.8);
    this.moved();
  }

  look(x: number, y: number, zoom: number): void {
    this.camera.look(x, y, zoom);
    this.moved();
  }

  zoomBy(factor: number): void {
    this.camera.zoomAt(factor, this.camera.across / 2, this.camera.down / 2);
    this.moved();
  }

  /** Moves by steps of 60 pixels. */
  pan(dx: number, dy: number): void {
    this.camera.drag(-60 * dx, -60 * dy);
    this.moved();
  }

  private moved(): void {
    this.redraw();
    this.events.moved();
  }

  /** Marks the picture as out of date until `recolor`. */
  expect(): void {
    this.isExpecting = true;
    this.host.dataset.ready = 'false';
  }

  /** Repaints all cells, or some. @param points x | y << 16 of those */
  recolor(points?: Iterable<number>): void {
    this.isExpecting = false;
    this.tiles.recolor(points && (isHex(this.camera.plane) ? undefined : tilesWith(points)));
    this.redraw();
  }

  redraw(): void {
    this.linesVersion++;
    this.draw();
  }

  private draw(): void {
    if (this.asked || !this.isOpen) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.frame();
    });
  }

  placeOf(cell: Cell): [number, number] {
    const box = this.host.getBoundingClientRect();
    const [left, top] = this.camera.placeOf(cell);
    return [box.left + left, box.top + top];
  }

  /** A canvas takes its memory when it is first drawn on (12 ms), each in a task of its own, not in the first frame. */
  private async prepare(): Promise<void> {
    for (const context of [this.base, this.above]) {
      await nextTask();
      context.clearRect(0, 0, 1, 1);
    }
  }

  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.host;
    const wasFit = this.isOpen && Math.abs(this.camera.x - this.camera.width / 2) < 1e-9;
    Object.assign(this.camera, { across: Math.max(1, clientWidth), down: Math.max(1, clientHeight) });
    for (const canvas of [this.canvas, this.lines]) {
      const [width, height] = [clientWidth, clientHeight].map((side) => Math.max(1, Math.round(side * ratio)));
      // The same size would clear it, too.
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    }
    if (wasFit) this.camera.fit();
    this.redraw();
  }

  private frame(): void {
    const { base, canvas, host } = this;
    const placing = this.camera.placing(canvas.width / Math.max(1, host.clientWidth));
    base.fillStyle = getComputedStyle(host).backgroundColor;
    base.fillRect(0, 0, canvas.width, canvas.height);
    const whole = this.tiles.draw(base, placing);
    this.drawAbove(placing);
    host.dataset.ready = String(whole && !this.isExpecting && this.drawnVersion === this.linesVersion);
  }

  /** Draws the last lines at their new place until the painter has new ones. */
  private drawAbove(placing: Placing): void {
    const { above, lines, picture } = this;
    const { scale, left, top } = placing;
    above.clearRect(0, 0, lines.width, lines.height);
    this.drawGrid(placing);
    if (picture) {
      const grown = scale / picture.scale;
      const { bitmap } = picture;
      const [x, y] = [left - picture.left * grown, top - picture.top * grown];
      above.drawImage(bitmap, x, y, bitmap.width * grown, bitmap.height * grown);
    }
    if (this.drawnVersion !== this.linesVersion && !this.drawing) void this.askLines(placing);
  }

  private async askLines({ scale, left, top, area, axes }: Placing): Promise<void> {
    const version = this.linesVersion;
    this.drawing = true;
    try {
      const { width, height } = this.lines;
      const frame: Frame = { width, height, cell: [scale, scale], origin: [left, top], area, axes };
      const bitmap = await this.painter.lines(frame);
      this.picture?.bitmap.close();
      this.picture = { bitmap: bitmap as ImageBitmap, scale, left, top };
    } catch (error) {
      this.failed(error);
    }
    this.drawing = false;
    this.drawnVersion = version;
    this.draw();
  }

  /** Lines between cells, and the numbers of columns and rows at the window's edges. */
  private drawGrid({ scale, left, top, axes: [ax, ay, bx, by], area: { x0, y0, x1, y1 } }: Placing): void {
    const { above, camera, host } = this;
    if (camera.zoom < GRID_ZOOM || isHex(camera.plane)) return;
    above.strokeStyle = getComputedStyle(host).color;
    above.lineWidth = 1;
    above.beginPath();
    const whole = isUpright(camera.plane) ? (v: number) => Math.round(v) + 0.5 : (v: number) => v;
    const line = (fromX: number, fromY: number, toX: number, toY: number) => {
      above.moveTo(whole(left + (fromX * ax + fromY * bx) * scale), whole(top + (fromX * ay + fromY * by) * scale));
      above.lineTo(whole(left + (toX * ax + toY * bx) * scale), whole(top + (toX * ay + toY * by) * scale));
    };
    for (let x = x0; x <= x1; x++) line(x, y0, x, y1);
    for (let y = y0; y <= y1; y++) line(x0, y, x1, y);
    above.stroke();
  }
}
