/** The canvases of the map: tiles of cells, and the painter's lines above them. */
import type { Remote } from 'comlink';
import { isHex } from '../../core/grid/rules.js';
import type { Placing } from '../canvas-surface.js';
import type { Opened } from '../desk/desk.js';
import { Camera } from './camera.js';
import { type GestureEvents, gestures } from './gestures.js';
import type { Cell } from './state.js';
import { Tiles, tilesWith } from './tiles.js';
import type { Painter } from './worker.js';

type Shape = Pick<Opened, 'width' | 'height' | 'plane'>;

export class MapView {
  readonly camera: Camera;
  private readonly tiles: Tiles;
  private readonly canvas: HTMLCanvasElement;
  private readonly lines: HTMLCanvasElement;
  private readonly base: CanvasRenderingContext2D;
  private readonly above: CanvasRenderingContext2D;
  private isScheduled = false;
  private isOpen = false;
  /** The last lines and their position. */
  private picture: { bitmap: ImageBitmap; placing: Placing } | undefined;
  private linesVersion = 0;
  private drawnVersion = -1;
  private drawing = false;
  private isExpecting = false;

  /**
   * @param host has two canvases
   * @param events `drawn` is called with each frame that shows all cells
   * @param failed called with errors of the painter
   */
  constructor(
    private readonly host: HTMLElement,
    private readonly painter: Pick<Remote<Painter>, 'tile' | 'lines'>,
    private readonly events: GestureEvents & { moved?(): void; drawn?(): void },
    private readonly failed: (error: unknown) => void,
  ) {
    [this.canvas, this.lines] = host.querySelectorAll('canvas');
    this.base = this.canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    this.above = this.lines.getContext('2d') as CanvasRenderingContext2D;
    this.camera = new Camera(() => {
      this.redraw();
      events.moved?.();
    });
    gestures(host, this.camera, events);
    const arrived = (fault?: unknown) => {
      if (fault) this.failed(fault);
      this.draw();
    };
    this.tiles = new Tiles(({ level, tx, ty }) => painter.tile(level, tx, ty), arrived);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  /** Shows another map. @param view middle and zoom. Default: the whole map */
  show({ width, height, plane }: Shape, view?: readonly [number, number, number]): void {
    const { camera } = this;
    const shapeOf = (one: Shape) => `${[one.width, one.height, one.plane.moveRule, ...one.plane.axes]}`;
    const other = !this.isOpen || shapeOf(camera) !== shapeOf({ width, height, plane });
    this.isOpen = true;
    Object.assign(camera, { width, height, plane });
    this.tiles.clear(isHex(plane));
    if (view) camera.look(...view);
    else if (other) camera.fit();
    this.redraw();
  }

  /** Marks the picture as out of date until `recolor`. */
  expect(): void {
    this.isExpecting = true;
    this.host.dataset.ready = 'false';
  }

  /** Repaints cells. @param points x | y << 16 of each. Default: all */
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
    if (this.isScheduled || !this.isOpen) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.frame();
    });
  }

  placeOf(cell: Cell): [number, number] {
    const box = this.host.getBoundingClientRect();
    const [left, top] = this.camera.placeOf(cell);
    return [box.left + left, box.top + top];
  }

  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.host;
    const wasFit = this.isOpen && Math.abs(this.camera.x - this.camera.width / 2) < 1e-9;
    Object.assign(this.camera, { across: Math.max(1, clientWidth), down: Math.max(1, clientHeight) });
    for (const canvas of [this.canvas, this.lines]) {
      const [width, height] = [clientWidth, clientHeight].map((side) => Math.max(1, Math.round(side * ratio)));
      // Setting the same size would also clear it.
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
    const isWhole = whole && !this.isExpecting;
    host.dataset.ready = String(isWhole && this.drawnVersion === this.linesVersion);
    if (isWhole) this.events.drawn?.();
  }

  /** Draws the last lines at their new position until the painter has new ones. */
  private drawAbove(placing: Placing): void {
    const { above, lines, picture } = this;
    above.clearRect(0, 0, lines.width, lines.height);
    if (picture) {
      const { bitmap, placing: old } = picture;
      const grown = placing.cell[0] / old.cell[0];
      const [x, y] = [0, 1].map((axis) => placing.origin[axis] - old.origin[axis] * grown);
      above.drawImage(bitmap, x, y, bitmap.width * grown, bitmap.height * grown);
    }
    if (this.drawnVersion !== this.linesVersion && !this.drawing) void this.askLines(placing);
  }

  private async askLines(placing: Placing): Promise<void> {
    const version = this.linesVersion;
    this.drawing = true;
    try {
      const { width, height } = this.lines;
      const bitmap = await this.painter.lines({ ...placing, width, height });
      this.picture?.bitmap.close();
      this.picture = { bitmap, placing };
    } catch (error) {
      this.failed(error);
    }
    this.drawing = false;
    this.drawnVersion = version;
    this.draw();
  }
}
