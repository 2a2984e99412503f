/** Objects of a map: what blocks, opens or prices cells, and the doors and markers that are kept for the game. */
import { MapError } from '../../errors.js';
import type { Place } from '../../grid/places.js';
import { Fields } from '../fields.js';
import type { MapFiles } from '../files.js';
import { BLOCKED, type Plane } from '../plane.js';
import { quote } from '../text.js';
import { readTiled } from './file.js';
import type { Layer } from './layers.js';
import type { TiledOptions } from './options.js';
import type { Orientation } from './orientation.js';
import { classOf, verdictOf } from './properties.js';
import { eachInEllipse, type Outline, type Visit } from './shapes.js';

const DOORS = ['door'];
/** Classes of markers; `point` and `goal` are older names. */
const MARKERS = ['marker', 'point', 'goal'];
/** Cells and edges that all objects together may look at: a map of 8192 x 8192 three times over. */
const MOST_WORK = 200_000_000;

export class Objects {
  readonly doors: Place[] = [];
  readonly markers: Place[] = [];
  /** A sentence for each place outside of the map. */
  readonly warnings: string[] = [];
  private readonly templates = new Map<string, Record<string, unknown>>();
  private work = 0;

  constructor(
    private readonly plane: Plane,
    private readonly orientation: Orientation,
    private readonly files: MapFiles,
    private readonly options: TiledOptions,
  ) {}

  /** Lays the objects of a layer over the map, in order. @throws {MapError} naming the layer and the object */
  async add(layer: Layer): Promise<void> {
    const { file } = this.plane;
    for (const [i, value] of layer.fields.list('objects').entries()) {
      const raw = new Fields(value, `${layer.fields.where}: objects[${i}]`);
      const whole = raw.has('template')
        ? { ...(await this.template(raw.text('template'), file)), ...defined(raw) }
        : value;
      const name = new Fields(whole, raw.where).text('name', '');
      const object = new Fields(
        whole,
        `${layer.fields.where}: object ${name === '' ? raw.integer('id', 0, 2 ** 31, i) : quote(name)}`,
      );
      if (object.flag('visible', true)) this.addOne(object, layer);
    }
  }

  private addOne(object: Fields, layer: Layer): void {
    const kind = classOf(object).toLowerCase();
    if (DOORS.includes(kind)) this.place(this.doors, object, layer, kind);
    else if (MARKERS.includes(kind)) this.place(this.markers, object, layer, kind);
    const verdict = verdictOf(object, this.options);
    const price = verdict.price ?? layer.verdict.price;
    const opens = verdict.price === undefined ? layer.verdict.opens : verdict.opens;
    if (price === undefined) return;
    const { prices, width } = this.plane;
    this.eachCell(object, layer, (x, y) => {
      const i = y * width + x;
      if (price === BLOCKED || opens || prices[i] !== BLOCKED) prices[i] = price;
    });
  }

  /** Adds a door or a marker with its cells: those with their center in it, or the one that it lies in. */
  private place(places: Place[], object: Fields, layer: Layer, kind: string): void {
    const cells: number[] = [];
    this.eachCell(object, layer, (x, y) => cells.push(x, y));
    if (cells.length === 0) {
      const { anchorX, anchorY, turned } = this.frame(object, layer);
      const { left, top, w, h } = this.box(object);
      const [x, y] = turned(left + w / 2, top + h / 2);
      const [column, row] = this.orientation.cellAt(x, y);
      const inside = column >= 0 && row >= 0 && column < this.plane.width && row < this.plane.height;
      if (!inside) {
        this.warnings.push(
          `${object.where}: this ${kind} lies at cell ${Math.floor(anchorX)}, ${Math.floor(anchorY)}, outside the ` +
            `map of ${this.plane.width} x ${this.plane.height} cells, and is left out`,
        );
        return;
      }
      cells.push(column, row);
    }
    places.push({ name: object.text('name', '') || `${kind} ${object.integer('id', 0, 2 ** 31, 0)}`, cells });
  }

  private eachCell(object: Fields, layer: Layer, visit: Visit): void {
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
      if (x >= 0 && y >= 0 && x < this.plane.width && y < this.plane.height) visit(x, y);
    } else if (object.has('polygon')) {
      const points = object.objects('polygon').map((point) => turned(point.number('x'), point.number('y')));
      this.work += this.orientation.inOutline(points, this.plane, visit);
    } else if (object.has('ellipse')) {
      const straight = (x: number, y: number): [number, number] => {
        const [u, v] = back(x, y);
        return [(2 * (u - left)) / w - 1, (2 * (v - top)) / h - 1];
      };
      this.work += eachInEllipse(box, straight, this.plane, visit, this.orientation);
    } else this.work += this.orientation.inOutline(box, this.plane, visit);
    if (this.work > MOST_WORK)
      throw new MapError(`${this.plane.file}: its objects cover more cells than any map needs`);
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
  private frame(object: Fields, layer: Layer) {
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

  /** Values of a template, which its objects may override. */
  private async template(reference: string, file: string): Promise<Record<string, unknown>> {
    const known = this.templates.get(reference);
    if (known) return known;
    const loaded = await this.files.read(reference, file, 'template');
    const object = new Fields(await readTiled(loaded, ['template']), loaded.file).raw('object');
    const fields = new Fields(object, `${loaded.file}: object`);
    const values = Object.fromEntries(fields.names().map((name) => [name, fields.raw(name)]));
    this.templates.set(reference, values);
    return values;
  }
}

/** Values that an object sets itself: empty names and classes are not set. */
function defined(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .names()
      .map((name) => [name, fields.raw(name)])
      .filter(([, value]) => value !== ''),
  );
}
