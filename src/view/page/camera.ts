/** The visible part of a map, and the places of its cells in the window. */
import type { Area } from '../surface.js';
import type { Cell } from './state.js';

/** Most pixels of a cell. */
export const NEAREST = 80;

/** Place of a map on a canvas: pixels of a cell, pixels of cell 0, 0, and the visible cells. */
export interface Placing {
  scale: number;
  left: number;
  top: number;
  area: Area;
}

export class Camera {
  /** Cells of the map. */
  width = 1;
  height = 1;
  /** Pixels of the window. */
  across = 1;
  down = 1;
  /** Middle of the window in cells, and pixels of a cell. */
  x = 0;
  y = 0;
  zoom = 1;

  get view(): [number, number, number] {
    return [this.x, this.y, this.zoom];
  }

  /** All of the map. */
  fit(): void {
    this.fitTo({ x0: 0, y0: 0, x1: this.width, y1: this.height }, 0.98);
  }

  /** A part of the map, with a margin. @param share of the window that it takes */
  fitTo({ x0, y0, x1, y1 }: Area, share: number): void {
    const zoom = Math.min(this.across / Math.max(1, x1 - x0), this.down / Math.max(1, y1 - y0)) * share;
    this.look((x0 + x1) / 2, (y0 + y1) / 2, zoom);
  }

  look(x: number, y: number, zoom: number): void {
    const least = Math.min(1, (0.5 * this.across) / this.width, (0.5 * this.down) / this.height);
    this.zoom = Math.min(NEAREST, Math.max(least, zoom));
    this.x = Math.min(this.width, Math.max(0, x));
    this.y = Math.min(this.height, Math.max(0, y));
  }

  /** Zooms around a place of the window. */
  zoomAt(factor: number, left: number, top: number): void {
    const [dx, dy] = [left - this.across / 2, top - this.down / 2];
    const [x, y] = [this.x + dx / this.zoom, this.y + dy / this.zoom];
    const zoom = Math.min(NEAREST, this.zoom * factor);
    this.look(x - dx / zoom, y - dy / zoom, zoom);
  }

  /** The cell at a place of the window. */
  cellAt(left: number, top: number): Cell | undefined {
    const x = Math.floor(this.x + (left - this.across / 2) / this.zoom);
    const y = Math.floor(this.y + (top - this.down / 2) / this.zoom);
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? [x, y] : undefined;
  }

  /** The middle of a cell in the window. */
  placeOf([x, y]: Cell): [left: number, top: number] {
    return [this.across / 2 + (x + 0.5 - this.x) * this.zoom, this.down / 2 + (y + 0.5 - this.y) * this.zoom];
  }

  /** Where the map lies on a canvas. @param ratio pixels of the canvas for each of the window */
  placing(ratio: number): Placing {
    const scale = this.zoom * ratio;
    const [left, top] = [(this.across * ratio) / 2 - this.x * scale, (this.down * ratio) / 2 - this.y * scale];
    const area = {
      x0: Math.max(0, Math.floor(-left / scale)),
      y0: Math.max(0, Math.floor(-top / scale)),
      x1: Math.min(this.width, Math.ceil((this.across * ratio - left) / scale)),
      y1: Math.min(this.height, Math.ceil((this.down * ratio - top) / scale)),
    };
    return { scale, left, top, area };
  }
}

/** The part of a map that a path lies in. @param cells x, y of them */
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

/** Cells between two lines of a ruler: so many that their numbers do not touch. */
export function rulerStep(zoom: number): number {
  const least = 48 / zoom;
  for (let step = 1; ; step *= 10) for (const times of [1, 2, 5]) if (step * times >= least) return step * times;
}
