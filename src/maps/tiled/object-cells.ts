/** Cells of single objects: inside their outlines, along their lines, or below their middles. */

import { MapError } from '../../core/errors.js';
import type { Fields } from '../fields.js';
import type { Layer } from './layers.js';
import type { Orientation } from './orientation.js';
import { type Bounds, eachInEllipse, eachOnLine, type Outline, type Visit } from './shapes.js';

/** Work of a point of a line or polygon. */
const POINT_WORK = 100;

export class ObjectCells {
  constructor(
    private readonly orientation: Orientation,
    private readonly bounds: Bounds,
  ) {}

  /** Cells of a wall: those with their center in it; if it is too thin for any, those along its middle. */
  eachWall(object: Fields, layer: Layer, visit: (i: number) => void): void {
    const { width, height } = this.bounds;
    let last = -1;
    const add = (x: number, y: number) => {
      if (x < 0 || y < 0 || x >= width || y >= height || y * width + x === last) return;
      last = y * width + x;
      visit(last);
    };
    if (object.has('polyline')) this.eachOnPolyline(object, layer, add);
    else this.each(object, layer, add);
    if (last < 0 && !object.has('polyline')) this.eachOnMiddle(object, layer, add);
  }

  lineOf(object: Fields, layer: Layer): [x: number, y: number][] {
    return this.points('polyline', object, this.frame(object, layer).turned);
  }

  private points(key: string, object: Fields, turned: (x: number, y: number) => [number, number]): Outline {
    this.bounds.spend(POINT_WORK * object.list(key).length);
    return object.objects(key).map((point) => turned(point.number('x'), point.number('y')));
  }

  private eachOnPolyline(object: Fields, layer: Layer, visit: Visit): void {
    const points = this.lineOf(object, layer);
    for (let i = 1; i < points.length; i++) this.eachOnLine(points[i - 1], points[i], visit);
  }

  /** Along the longer middle line of an object's box. */
  private eachOnMiddle(object: Fields, layer: Layer, visit: Visit): void {
    const { turned } = this.frame(object, layer);
    const { left, top, w, h } = this.box(object);
    const [x, y] = [left + w / 2, top + h / 2];
    if (w >= h) this.eachOnLine(turned(left, y), turned(left + w, y), visit);
    else this.eachOnLine(turned(x, top), turned(x, top + h), visit);
  }

  private eachOnLine(from: [number, number], to: [number, number], visit: Visit): void {
    eachOnLine(from, to, this.bounds, (x, y) => visit(...this.at([x, y])));
  }

  at(point: [number, number]): [x: number, y: number] {
    return this.orientation.cellAt(...point);
  }

  middleOf(object: Fields, layer: Layer): [number, number] {
    const { left, top, w, h } = this.box(object);
    return this.frame(object, layer).turned(left + w / 2, top + h / 2);
  }

  each(object: Fields, layer: Layer, visit: Visit): void {
    const { turned, back } = this.frame(object, layer);
    const { left, top, w, h } = this.box(object);
    const corners: Outline = [
      [left, top],
      [left + w, top],
      [left + w, top + h],
      [left, top + h],
    ];
    const box = corners.map(([x, y]) => turned(x, y));
    if (object.has('polyline')) throw new MapError(`${object.where}: a polyline has no inside; draw a polygon`);
    if (object.has('point') || (w === 0 && h === 0 && !object.has('polygon'))) {
      const [x, y] = this.orientation.cellAt(...turned(0, 0));
      if (x >= 0 && y >= 0 && x < this.bounds.width && y < this.bounds.height) visit(x, y);
    } else if (object.has('polygon')) {
      this.orientation.inOutline(this.points('polygon', object, turned), this.bounds, visit);
    } else if (object.has('ellipse')) {
      const straight = (x: number, y: number): [number, number] => {
        const [u, v] = back(x, y);
        return [(2 * (u - left)) / w - 1, (2 * (v - top)) / h - 1];
      };
      eachInEllipse(box, straight, this.bounds, visit, this.orientation);
    } else this.orientation.inOutline(box, this.bounds, visit);
  }

  /** Pixels from where an object is anchored. */
  private box(object: Fields): { left: number; top: number; w: number; h: number } {
    const [w, h] = [object.number('width', 0), object.number('height', 0)];
    if (!object.has('gid')) return { left: 0, top: 0, w, h };
    const { slant } = this.orientation;
    // A tile stands on its lower left corner; on isometric maps on the middle of its lower edge, and on the ground it
    // is as wide as its picture, whatever its height.
    return slant ? { left: -w / slant, top: -w / slant, w: w / slant, h: w / slant } : { left: 0, top: -h, w, h };
  }

  /** From pixels of the object, before it is turned, to points of the grid, and back. */
  frame(object: Fields, layer: Layer) {
    const { toPoint, toPixel, slant = 1 } = this.orientation;
    const angle = (object.number('rotation', 0) * Math.PI) / 180;
    const [sin, cos] = angle === 0 ? [0, 1] : [Math.sin(angle), Math.cos(angle)];
    // Objects turn on the screen, not along the sides of tiles; where those are the same, along is 0 and across is sin.
    const along = (sin * (slant - 1 / slant)) / 2;
    const across = (sin * (slant + 1 / slant)) / 2;
    const px = object.number('x', 0) + layer.offsetX;
    const py = object.number('y', 0) + layer.offsetY;
    const [anchorX, anchorY] = toPoint(px, py);
    return {
      anchorX,
      anchorY,
      turned: (x: number, y: number) =>
        toPoint(px + x * (cos + along) - y * across, py + x * across + y * (cos - along)),
      back: (x: number, y: number): [number, number] => {
        const [u, v] = toPixel(x, y);
        const [dx, dy] = [u - px, v - py];
        return [dx * (cos - along) + dy * across, dy * (cos + along) - dx * across];
      },
    };
  }
}
