/** Objects of a map: what blocks, opens or prices cells, and the doors and markers that are kept for the game. */
import { MapError } from '../../errors.js';
import type { Place } from '../../grid/places.js';
import { Fields } from '../fields.js';
import type { MapFiles } from '../files.js';
import { type FarLink, linkValues, type NamedLink } from '../links.js';
import { BLOCKED, type Plane } from '../plane.js';
import { quote } from '../text.js';
import { readTiled } from './file.js';
import type { Layer } from './layers.js';
import type { TiledOptions } from './options.js';
import type { Orientation } from './orientation.js';
import { classOf, propertiesOf, verdictOf } from './properties.js';
import { eachInEllipse, type Outline, type Visit } from './shapes.js';

const DOORS = ['door'];
/** Classes of markers; `point` and `goal` are older names. */
const MARKERS = ['marker', 'point', 'goal'];
/** Cells and edges that all objects together may look at: a map of 8192 x 8192 three times over. */
const MOST_WORK = 200_000_000;

export class Objects {
  readonly doors: Place[] = [];
  readonly markers: Place[] = [];
  readonly warnings: string[] = [];
  private readonly templates = new Map<string, Record<string, unknown>>();
  private work = 0;
  /** Objects of class link and ledge, until all objects and cells are known. */
  private readonly joined: { object: Fields; layer: Layer; kind: string }[] = [];
  private readonly cells = new Map<number, [x: number, y: number]>();

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
    this.remember(object, layer);
    if (kind === 'link' || kind === 'ledge') {
      this.joined.push({ object, layer, kind });
      return;
    }
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

  private remember(object: Fields, layer: Layer): void {
    const { turned } = this.frame(object, layer);
    const { left, top, w, h } = this.box(object);
    if (object.has('id'))
      this.cells.set(object.integer('id', 0, 2 ** 31), this.cellAt(turned(left + w / 2, top + h / 2)));
  }

  private cellAt([x, y]: [number, number]): [x: number, y: number] {
    const [column, row] = this.orientation.cellAt(x, y);
    return [column, row];
  }

  /** Links and ledges, once every object and every wall is known. @throws {MapError} naming the object */
  links(): { links: NamedLink[]; farLinks: FarLink[] } {
    const links: NamedLink[] = [];
    const farLinks: FarLink[] = [];
    for (const { object, layer, kind } of this.joined) {
      if (kind === 'ledge') links.push(...this.ledge(object, layer));
      else {
        const link = this.link(object, layer);
        if (isFar(link)) farLinks.push(link);
        else links.push(link);
      }
    }
    return { links, farLinks };
  }

  private link(object: Fields, layer: Layer): NamedLink | FarLink {
    const properties = propertiesOf(object);
    const { turned } = this.frame(object, layer);
    const shared = linkFields(object, properties);
    if (object.has('polyline')) {
      const points = object.objects('polyline').map((point) => turned(point.number('x'), point.number('y')));
      return { ...shared, from: this.cellAt(points[0]), to: this.cellAt(points[points.length - 1]) };
    }
    const to = properties.get('to');
    const far = typeof to === 'number' ? this.cells.get(to) : undefined;
    const from = this.cells.get(object.integer('id', 0, 2 ** 31, -1)) ?? this.cellAt(turned(0, 0));
    if (far) return { ...shared, from, to: far };
    const refused =
      `${object.where}: this link is no line, and its property "to" is ${quote(to)}; draw a line, or let "to" be ` +
      'an object of this map';
    if (typeof to !== 'string') throw new MapError(refused);
    return { ...shared, from, to, refused };
  }

  /** A one-way link across each wall cell of a row, from the open cell above it to the one below. */
  private ledge(object: Fields, layer: Layer): NamedLink[] {
    const { prices, width, height } = this.plane;
    const properties = propertiesOf(object);
    const down = DOWN.get(String(properties.get('down')).toLowerCase());
    if (!down)
      throw new MapError(
        `${object.where}: this ledge has "down" ${quote(properties.get('down'))}, expected north, east, south or west`,
      );
    const walls = new Set<number>();
    const add = (x: number, y: number) => {
      if (x >= 0 && y >= 0 && x < width && y < height && prices[y * width + x] === BLOCKED) walls.add(y * width + x);
    };
    if (object.has('polyline')) {
      const { turned } = this.frame(object, layer);
      const points = object.objects('polyline').map((point) => turned(point.number('x'), point.number('y')));
      for (let i = 1; i < points.length; i++)
        eachOnLine(points[i - 1], points[i], (x, y) => add(...this.cellAt([x, y])));
    } else this.eachCell(object, layer, add);
    const [dx, dy] = down;
    const shared = { ...linkFields(object, properties), oneWay: true };
    const open = (x: number, y: number) =>
      x >= 0 && y >= 0 && x < width && y < height && prices[y * width + x] !== BLOCKED;
    const rows = [...walls].flatMap((wall): NamedLink[] => {
      const [x, y] = [wall % width, Math.floor(wall / width)];
      // A thick wall is crossed once, from its upper cell.
      if (walls.has((y - dy) * width + x - dx)) return [];
      let steps = 1;
      while (walls.has((y + steps * dy) * width + x + steps * dx)) steps++;
      const to: [number, number] = [x + steps * dx, y + steps * dy];
      return open(x - dx, y - dy) && open(...to) ? [{ ...shared, from: [x - dx, y - dy], to }] : [];
    });
    if (rows.length === 0) this.warnings.push(`${object.where}: this ledge covers no wall between two open cells`);
    return rows;
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

const DOWN: ReadonlyMap<string, readonly [dx: number, dy: number]> = new Map([
  ['north', [0, -1]],
  ['east', [1, 0]],
  ['south', [0, 1]],
  ['west', [-1, 0]],
]);

const isFar = (link: NamedLink | FarLink): link is FarLink => 'refused' in link;

/** What links and ledges have in common. @throws {MapError} */
function linkFields(object: Fields, properties: Map<string, unknown>): Omit<NamedLink, 'from' | 'to'> {
  return { where: object.where, name: object.text('name', ''), ...linkValues(properties, object.where, 'property') };
}

/** Visits points of a line, closer than half a cell. */
function eachOnLine([x0, y0]: [number, number], [x1, y1]: [number, number], visit: Visit): void {
  const steps = Math.ceil(4 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))) || 1;
  for (let i = 0; i <= steps; i++) visit(x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps);
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
