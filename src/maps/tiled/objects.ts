/** Objects of a map: what blocks, opens or prices cells, and the doors and markers that are kept for the game. */

import { Pauses } from '../../core/busy.js';
import { MapError } from '../../core/errors.js';
import type { Place } from '../../core/grid/places.js';
import { ONE_WAY } from '../../core/grid/walls.js';
import { MAX_LINKS, MAX_PLACE_CELLS } from '../../core/limits.js';
import { bordersAlong } from '../borders.js';
import { Fields } from '../fields.js';
import type { FarLink, NamedLink } from '../links.js';
import { BLOCKED, type Plane } from '../plane.js';
import { quote } from '../text.js';
import type { Work } from '../work.js';
import { idOf, isFar, ledgeLinks, linkFields } from './joins.js';
import type { Layer } from './layers.js';
import { EXACT, type Marks, OBJECTS, SHAPES, type Source } from './marks.js';
import { isWall } from './names.js';
import { ObjectCells } from './object-cells.js';
import type { Orientation } from './orientation.js';
import { classOf, guesses, propertiesOf, type TiledOptions, type Verdict, type Verdicts } from './properties.js';
import type { Bounds } from './shapes.js';
import type { Templates, Tile } from './tilesets.js';

/** Classes of markers; `point` and `goal` are older names. */
const MARKERS = ['marker', 'point', 'goal'];
/** Work of a wall between cells, and of a cell of a ledge, which are objects for a while; and of an object. */
const [WALL_WORK, LEDGE_WORK, OBJECT_WORK] = [50, 100, 200];

/** @param property that blocks from one to three sides */
export const partialSides = (property: string): string =>
  `property ${quote(property)} blocks from one side, which is not read: they are open; for walls on all sides name ` +
  `it with --tiled.solid-property ${property}`;

const placeName = (object: Fields, kind: string) => object.text('name', '') || `${kind} ${idOf(object) ?? 0}`;

export class Objects {
  readonly doors: Place[] = [];
  readonly markers: Place[] = [];
  readonly warnings: string[] = [];
  private steps = 0;
  private placeCells = 0;
  private readonly bounds: Bounds;
  private readonly pauses = new Pauses();
  /** Objects of class link and ledge, until all objects and cells are known. */
  private readonly joined: { object: Fields; layer: Layer; kind: string }[] = [];
  private readonly places = new Map<number, [x: number, y: number]>();
  private readonly cells: ObjectCells;
  /** Cells of objects whose properties let units pass. */
  private passed?: Uint8Array;

  constructor(
    private readonly marks: Marks,
    orientation: Orientation,
    private readonly templates: Templates,
    private readonly verdicts: Verdicts,
    private readonly options: TiledOptions,
    private readonly file: string,
    work: Work,
  ) {
    const { width, height } = marks;
    const spend = (steps: number) => {
      this.steps += steps;
      work.spend(steps, 'objects');
    };
    this.bounds = { width, height, spend };
    this.cells = new ObjectCells(orientation, this.bounds);
  }

  /** Lays the objects of a layer over the map, in order. @throws {MapError} naming the layer and the object */
  async add(layer: Layer): Promise<void> {
    const list = layer.fields.list('objects');
    this.bounds.spend(OBJECT_WORK * list.length);
    for (const [i, value] of list.entries()) {
      const raw = new Fields(value, `${layer.fields.where}: objects[${i}]`);
      const { whole, tile } = await this.templates.complete(raw, this.file);
      const name = whole.text('name', '');
      const object = whole.at(`${layer.fields.where}: object ${name === '' ? (idOf(raw) ?? i) : quote(name)}`);
      const before = this.steps;
      if (object.flag('visible', true) || layer.walls) this.addOne(object, layer, tile);
      await this.pauses.after(this.steps - before);
    }
  }

  private addOne(object: Fields, layer: Layer, tile: Tile | undefined): void {
    const kind = classOf(object).toLowerCase();
    this.remember(object, layer);
    if (kind === 'link' || kind === 'ledge') {
      if (this.joined.push({ object, layer, kind }) > MAX_LINKS) this.refuseLinks();
      return;
    }
    if (object.has('polyline') && (kind === 'wall' || kind === 'door')) {
      this.border(object, layer, kind);
      return;
    }
    const isPlace = kind === 'door' || MARKERS.includes(kind);
    if (isPlace) this.place(kind === 'door' ? this.doors : this.markers, object, layer, kind);
    const { marks } = this;
    if (layer.opens && !isPlace) {
      this.cells.eachWall(object, layer, (i) => marks.cover(i));
      return;
    }
    const verdict = this.verdicts.of(object, true);
    if (verdict.partial) this.warnings.push(`${object.where}: ${partialSides(verdict.partial)}`);
    const source = this.wallOf(verdict, object, layer, isPlace);
    if (source) this.cells.eachWall(object, layer, (i) => marks.mark(i, source));
    else this.openOrPrice(object, layer, verdict);
    // Players and pickups also have shapes, so shapes of tile objects count only with the option.
    const { shapes: counted = 'off' } = this.options;
    if (tile && counted !== 'off' && (counted === 'half' ? tile.shape >= 0.5 : tile.shape > 0)) {
      const shapes = marks.source('tile objects with shapes', SHAPES);
      this.cells.eachWall(object, layer, (i) => marks.mark(i, shapes));
    }
  }

  /** Marks cells of an object that is no wall. Its verdict wins over its layer's. */
  private openOrPrice(object: Fields, layer: Layer, verdict: Verdict): void {
    const { marks } = this;
    if (verdict.passes)
      this.cells.eachWall(object, layer, (i) => {
        this.passed ??= new Uint8Array(marks.bits.length);
        this.passed[i] = 1;
      });
    const { price, opens } = verdict.price === undefined && verdict.wall === undefined ? layer.verdict : verdict;
    if (price === undefined) return;
    this.cells.each(object, layer, (x, y) => {
      if (opens) marks.open(y * marks.width + x, price);
      else marks.prices[y * marks.width + x] = price;
    });
  }

  /** The reason why an object is a wall: its own marks, or its layer; undefined if it is none. */
  private wallOf(verdict: Verdict, object: Fields, layer: Layer, isPlace: boolean): Source | undefined {
    const { cause = '', wall, price } = verdict;
    const isShape = !isPlace && !object.has('point') && !object.has('text');
    if (layer.walls && isShape && wall !== false && price === undefined) return this.marks.named('object', layer);
    if (wall) {
      const label = `objects ${cause.startsWith('class') ? 'of' : 'with'} ${cause}`;
      return this.marks.source(label, OBJECTS, { decides: false });
    }
    if (wall === false || price !== undefined) return undefined;
    if (layer.verdict.wall) return this.marks.source(layer.verdict.cause ?? '', EXACT);
    const name = object.text('name', '');
    if (!guesses(this.options) || !isShape || !isWall(name)) return undefined;
    return this.marks.source(`objects called ${quote(name)}`, OBJECTS, { decides: false });
  }

  /** A wall between cells, or a door in one. */
  private border(object: Fields, layer: Layer, kind: string): void {
    const way = propertiesOf(object).get('oneWay');
    if (way) throw new MapError(`${object.where}: this ${kind} has oneWay ${quote(way)}, ${ONE_WAY}`);
    const line = this.cells.lineOf(object, layer);
    const length = (i: number, axis: 0 | 1) => Math.abs(line[i][axis] - line[i - 1][axis]);
    for (let i = 1; i < line.length; i++) this.bounds.spend(WALL_WORK * (length(i, 0) + length(i, 1)));
    const { walls, trouble } = bordersAlong(line, this.marks);
    if (trouble) this.warnings.push(`${object.where}: this ${kind} ${trouble}`);
    if (kind === 'wall') for (const wall of walls) this.marks.addWall(wall);
    else if (walls.length > 0) {
      this.countPlace(walls.length);
      this.doors.push({ name: placeName(object, kind), cells: [], walls });
    }
  }

  private countPlace(cells: number): void {
    this.placeCells += cells;
    if (this.placeCells > MAX_PLACE_CELLS)
      throw new MapError(`${this.file}: doors and markers have more than ${MAX_PLACE_CELLS} cells; make them smaller`);
  }

  private refuseLinks(): never {
    throw new MapError(`${this.file}: there are more than ${MAX_LINKS} links and ledges; remove some`);
  }

  private remember(object: Fields, layer: Layer): void {
    const id = idOf(object);
    if (id !== undefined) this.places.set(id, this.cells.at(this.cells.middleOf(object, layer)));
  }

  /** A warning if objects let units pass where other marks block: only the game knows which of them is right. */
  passWarning({ prices }: Plane): string[] {
    const count = this.passed?.reduce((sum, one, i) => sum + Number(one && prices[i] === BLOCKED), 0) ?? 0;
    if (count === 0) return [];
    return [
      `${this.file}: blocked cells below objects with a property such as "passable": ${count}; if units pass there, ` +
        'give these objects the class open',
    ];
  }

  /** Links and ledges, once every object and every wall is known. @throws {MapError} naming the object */
  links(plane: Plane): { links: NamedLink[]; farLinks: FarLink[] } {
    const all: (NamedLink | FarLink)[] = [];
    for (const { object, layer, kind } of this.joined) {
      all.push(...(kind === 'ledge' ? this.ledge(object, layer, plane) : [this.link(object, layer)]));
      if (all.length > MAX_LINKS) this.refuseLinks();
    }
    return { links: all.filter((link): link is NamedLink => !isFar(link)), farLinks: all.filter(isFar) };
  }

  private link(object: Fields, layer: Layer): NamedLink | FarLink {
    const properties = propertiesOf(object);
    const shared = linkFields(object, properties);
    if (object.has('polyline')) {
      const points = this.cells.lineOf(object, layer);
      if (points.length < 2)
        throw new MapError(`${object.where}: this link is a line of ${points.length} points, expected 2 or more`);
      return { ...shared, from: this.cells.at(points[0]), to: this.cells.at(points[points.length - 1]) };
    }
    const to = properties.get('to');
    const far = typeof to === 'number' ? this.places.get(to) : undefined;
    const from = this.places.get(idOf(object) ?? -1) ?? this.cells.at(this.cells.frame(object, layer).turned(0, 0));
    if (far) return { ...shared, from, to: far };
    const refused =
      `${object.where}: this link is no line, and its property "to" is ${quote(to)}; draw a line, or let "to" be ` +
      'an object or the name of a marker of this map';
    if (typeof to !== 'string') throw new MapError(refused);
    return { ...shared, from, to, refused };
  }

  /** A one-way link across each wall cell of a row, from the open cell above it to the one below. */
  private ledge(object: Fields, layer: Layer, plane: Plane): NamedLink[] {
    const walls = new Set<number>();
    this.cells.eachWall(object, layer, (i) => {
      if (plane.prices[i] !== BLOCKED) return;
      this.bounds.spend(LEDGE_WORK);
      walls.add(i);
    });
    const links = ledgeLinks(object, walls, plane);
    if (links.length === 0) this.warnings.push(`${object.where}: this ledge covers no wall between two open cells`);
    return links;
  }

  /** Adds a door or a marker with its cells: cells whose center is in it, or the cell that it lies in. */
  private place(places: Place[], object: Fields, layer: Layer, kind: string): void {
    const cells: number[] = [];
    this.cells.each(object, layer, (x, y) => {
      this.countPlace(1);
      cells.push(x, y);
    });
    if (cells.length === 0) {
      const { width, height } = this.marks;
      const [column, row] = this.cells.at(this.cells.middleOf(object, layer));
      if (column < 0 || row < 0 || column >= width || row >= height) {
        const { anchorX, anchorY } = this.cells.frame(object, layer);
        this.warnings.push(
          `${object.where}: this ${kind} lies at cell ${Math.floor(anchorX)}, ${Math.floor(anchorY)}, outside the ` +
            `map of ${width} x ${height} cells, and is left out`,
        );
        return;
      }
      cells.push(column, row);
      this.countPlace(1);
    }
    places.push({ name: placeName(object, kind), cells });
  }
}
