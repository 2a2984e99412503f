/** The visible part of a map, and the positions of its cells in the window. */
import type { Placing } from '../canvas-surface.js';
import { drawnArea } from '../hexes.js';
import { type Axes, around, cellAtPoint, middleOf, type Plane, SQUARES, toPicture, toPlane } from '../plane.js';
import type { Area } from '../surface.js';
import type { Cell } from './state.js';

/** Most pixels of a cell. */
export const NEAREST = 80;

/** Position of a map on a canvas, and the visible part of the plane. */
export type Seen = Required<Placing> & { axes: Axes; seen: Area };

export class Camera {
  /** @param moved called when another part is visible */
  constructor(private readonly moved: () => void = () => {}) {}

  /** Cells of the map and their plane. */
  width = 1;
  height = 1;
  plane: Plane = SQUARES;
  /** Pixels of the window. */
  across = 1;
  down = 1;
  /** Middle of the window as a point, and pixels of a cell's side. */
  x = 0;
  y = 0;
  zoom = 1;

  get view(): [number, number, number] {
    return [this.x, this.y, this.zoom];
  }

  private get whole(): Area {
    return { x0: 0, y0: 0, x1: this.width, y1: this.height };
  }

  fit(): void {
    this.fitTo(this.whole, 0.98);
  }

  /** A part of the map, with a margin. @param share of the window that it takes */
  fitTo(cells: Area, share = 0.8): void {
    const spread = drawnArea(this.plane, cells);
    const { x0, y0, x1, y1 } = around(spread, (x, y) => toPicture(this.plane, x, y));
    const zoom = Math.min(this.across / Math.max(1, x1 - x0), this.down / Math.max(1, y1 - y0)) * share;
    this.look((spread.x0 + spread.x1) / 2, (spread.y0 + spread.y1) / 2, zoom);
  }

  look(x: number, y: number, zoom: number): void {
    const least = Math.min(1, (0.5 * this.across) / this.width, (0.5 * this.down) / this.height);
    this.zoom = Math.min(NEAREST, Math.max(least, zoom));
    const { x0, y0, x1, y1 } = drawnArea(this.plane, this.whole);
    this.x = Math.min(x1, Math.max(x0, x));
    this.y = Math.min(y1, Math.max(y0, y));
    this.moved();
  }

  zoomAt(factor: number, left: number, top: number): void {
    const [dx, dy] = toPlane(this.plane, left - this.across / 2, top - this.down / 2);
    const [x, y] = [this.x + dx / this.zoom, this.y + dy / this.zoom];
    const zoom = Math.min(NEAREST, this.zoom * factor);
    this.look(x - dx / zoom, y - dy / zoom, zoom);
  }

  zoomBy(factor: number): void {
    this.zoomAt(factor, this.across / 2, this.down / 2);
  }

  drag(right: number, down: number): void {
    const [dx, dy] = toPlane(this.plane, right / this.zoom, down / this.zoom);
    this.look(this.x - dx, this.y - dy, this.zoom);
  }

  private pointAt(left: number, top: number): [number, number] {
    const [dx, dy] = toPlane(this.plane, (left - this.across / 2) / this.zoom, (top - this.down / 2) / this.zoom);
    return [this.x + dx, this.y + dy];
  }

  cellAt(left: number, top: number): Cell | undefined {
    const [x, y] = cellAtPoint(this.plane, ...this.pointAt(left, top));
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? [x, y] : undefined;
  }

  placeOf([x, y]: Cell): [left: number, top: number] {
    const [px, py] = middleOf(this.plane, x, y);
    const [dx, dy] = toPicture(this.plane, px - this.x, py - this.y);
    return [this.across / 2 + dx * this.zoom, this.down / 2 + dy * this.zoom];
  }

  /** The position of the map on a canvas. @param ratio pixels of the canvas per pixel of the window */
  placing(ratio: number): Seen {
    const { plane, whole } = this;
    const scale = this.zoom * ratio;
    const [x, y] = toPicture(plane, this.x, this.y);
    const [left, top] = [(this.across * ratio) / 2 - x * scale, (this.down * ratio) / 2 - y * scale];
    const window = { x0: 0, y0: 0, x1: this.across, y1: this.down };
    const view = around(window, (right, down) => this.pointAt(right, down));
    const spread = drawnArea(plane, whole);
    const cut = ({ x0, y0, x1, y1 }: Area, { x0: l, y0: t, x1: r, y1: b }: Area): Area => ({
      x0: Math.max(l, Math.floor(x0)),
      y0: Math.max(t, Math.floor(y0)),
      x1: Math.min(r, Math.ceil(x1)),
      y1: Math.min(b, Math.ceil(y1)),
    });
    // Rows of axial hexagons are pushed by half the map, others by half a cell.
    const area = plane.moveRule === 'hex' ? whole : cut(widened(view), whole);
    return { cell: [scale, scale], origin: [left, top], axes: plane.axes, seen: cut(view, spread), area };
  }
}

/** Pixels that an arrow key moves the map, and the factor of a zoom. */
const [STEP, ZOOM] = [60, 1.4];

export const KEY_MOVES: Readonly<Record<string, (camera: Camera) => void>> = {
  ArrowLeft: (camera) => camera.drag(STEP, 0),
  ArrowRight: (camera) => camera.drag(-STEP, 0),
  ArrowUp: (camera) => camera.drag(0, STEP),
  ArrowDown: (camera) => camera.drag(0, -STEP),
  '0': (camera) => camera.fit(),
  '+': (camera) => camera.zoomBy(ZOOM),
  '=': (camera) => camera.zoomBy(ZOOM),
  '-': (camera) => camera.zoomBy(1 / ZOOM),
};

/** With a cell more on each side. */
const widened = ({ x0, y0, x1, y1 }: Area): Area => ({ x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 });

/** The smallest rectangle around a path. @param cells x, y of each */
export function areaOf(cells: ArrayLike<number>): Area {
  const area = { x0: Infinity, y0: Infinity, x1: 0, y1: 0 };
  for (let i = 0; i < cells.length; i += 2) {
    area.x0 = Math.min(area.x0, cells[i]);
    area.y0 = Math.min(area.y0, cells[i + 1]);
    area.x1 = Math.max(area.x1, cells[i] + 1);
    area.y1 = Math.max(area.y1, cells[i + 1] + 1);
  }
  return area;
}
