/**
 * Scenes of virtual tabletops: Universal VTT, whose lengths are in cells, and exports of Foundry, in pixels.
 *
 * Walls are lines: along borders of cells they are walls between cells, others block cells.
 */
import { MapError } from '../core/errors.js';
import { checkPlaces, type Place } from '../core/grid/places.js';
import { type WallInput, wallAt } from '../core/grid/walls.js';
import { bordersAlong, liesOnBorder, type Point } from './borders.js';
import { Fields, parseJson } from './fields.js';
import type { MapFiles, ReadFile } from './files.js';
import { BLOCKED, type MapLevel, OPEN, Plane } from './plane.js';
import { eachOnLine } from './tiled/shapes.js';
import { countWalls } from './walls.js';
import type { Work } from './work.js';

export interface VttOptions {
  /** Portals that do not stop light. */
  windows: 'blocked' | 'door';
  /** Objects that stop light. */
  objects: 'open' | 'blocked';
}

/** Longest side in cells: scenes are rooms, and a few bytes can claim any size. */
const MOST_SIDE = 2048;
/** Work of a wall between cells, which is an object for a while. */
const WALL_WORK = 50;

/** @throws {MapError} naming the file, the list and its entry */
export function readVtt({ file, bytes }: ReadFile, files: MapFiles, options: VttOptions, isOpen = false): MapLevel {
  const map = new Fields(parseJson(bytes, file), file);
  const read = map.has('resolution') ? readUniversal(map, files.work, options) : readFoundry(map, files.work);
  const { scene, origin, size, notUsed, warnings } = read;
  for (const { cells, walls = [] } of scene.doors) {
    // Some exporters draw a wall through each door.
    for (const wall of walls) {
      const [cell, bit] = wallAt(scene.plane, wall, file);
      if (scene.plane.walls) scene.plane.walls[cell] &= ~bit;
    }
    for (let i = 0; i < cells.length; i += 2) scene.plane.prices[cells[i + 1] * scene.plane.width + cells[i]] = OPEN;
  }
  const places = {
    cellSize: [size, size] as [number, number],
    ...(origin.some((one) => one !== 0) && { origin }),
    doors: scene.doors,
    markers: [],
  };
  checkPlaces(places, file);
  const between = countWalls(scene.plane.walls);
  const cells = scene.plane.prices.reduce((sum, price) => sum + Number(price === BLOCKED), 0);
  const used = [
    ...(between > 0 ? [`lines on borders (${between} walls between cells)`] : []),
    ...(cells > 0 ? [`lines across cells (${cells} cells)`] : []),
  ];
  if (used.length === 0 && !isOpen)
    warnings.push(`${file}: no line in it is a wall, so all its cells are open; if that is meant, add --open`);
  const grid = scene.plane.toGrid('its lines cross every cell', { warnings });
  return { name: '', grid, places, walls: { used, notUsed, warnings } };
}

interface Read {
  scene: Scene;
  origin: [number, number];
  size: number;
  notUsed: string[];
  warnings: string[];
}

function readUniversal(map: Fields, work: Work, { windows, objects }: VttOptions): Read {
  const at = (value: unknown, where: string) => new Fields(value, `${map.where}: ${where}`);
  const resolution = at(map.raw('resolution'), 'resolution');
  const pair = (fields: Fields, name: string): [number, number] => {
    const point = at(fields.raw(name), name);
    return [point.number('x'), point.number('y')];
  };
  const [left, top] = resolution.has('map_origin') ? pair(resolution, 'map_origin') : [0, 0];
  const [width, height] = pair(resolution, 'map_size').map(Math.ceil);
  const scene = new Scene(planeOf(width, height, map.where), work);
  const linesOf = (name: string): Point[][] =>
    map.list(name).map((line, i) => {
      if (!Array.isArray(line)) map.fail(`${name}[${i}]`, line, 'a list of points');
      return line.map((value): Point => {
        const point = at(value, `${name}[${i}]`);
        return [point.number('x') - left, point.number('y') - top];
      });
    });
  for (const line of linesOf('line_of_sight')) scene.wall(line);
  const notUsed: string[] = [];
  const solid = linesOf('objects_line_of_sight');
  if (objects === 'blocked') for (const line of solid) scene.wall(line);
  else if (solid.length > 0) notUsed.push(`objects (${solid.length}; --vtt.objects blocked)`);
  let count = 0;
  for (const portal of map.objects('portals')) {
    const bounds = portal.objects('bounds').map((end): Point => [end.number('x') - left, end.number('y') - top]);
    if (portal.flag('closed', true) || windows === 'door') scene.door(bounds);
    else {
      scene.wall(bounds);
      count++;
    }
  }
  const warnings =
    count > 0
      ? [
          `${map.where}: ${count} portals do not stop light, so they are windows, which block; if they are doors, ` +
            'add --vtt.windows door',
        ]
      : [];
  return { scene, origin: [left, top], size: resolution.number('pixels_per_grid', 1), notUsed, warnings };
}

function readFoundry(map: Fields, work: Work): Read {
  const grid = typeof map.raw('grid') === 'number' ? undefined : new Fields(map.raw('grid'), `${map.where}: grid`);
  const type = grid ? grid.number('type', 1) : map.number('gridType', 1);
  if (type !== 1)
    throw new MapError(
      `${map.where}: the scene has ${type === 0 ? 'no grid' : 'a grid of hexagons'}; set a square grid in Foundry, ` +
        'and export it again',
    );
  const size = grid ? grid.number('size', 100) : map.number('grid');
  if (!(size > 0)) map.fail('grid size', size, 'pixels');
  const sides = ['width', 'height'].map((name) => map.number(name));
  const padding = map.number('padding', 0.25);
  // The walls' pixels begin at the canvas, which is larger than the scene by whole cells on each side.
  const [left, top] = sides.map((side) => Math.ceil((padding * side) / size));
  const [width, height] = sides.map((side) => Math.ceil(side / size));
  const scene = new Scene(planeOf(width, height, map.where), work);
  let [passed, oneWay] = [0, 0];
  for (const wall of map.objects('walls')) {
    const c = wall.list('c');
    if (c.length !== 4 || !c.every((one) => Number.isFinite(one))) wall.fail('c', c, 'four numbers');
    const [x0, y0, x1, y1] = (c as number[]).map((one, i) => one / size - (i % 2 ? top : left));
    const line: Point[] = [
      [x0, y0],
      [x1, y1],
    ];
    if (wall.number('move', 20) === 0) passed++;
    else if (wall.number('door', 0) > 0) scene.door(line);
    else {
      if (wall.number('dir', 0) > 0) oneWay++;
      scene.wall(line);
    }
  }
  const warnings =
    oneWay > 0 ? [`${map.where}: ${oneWay} walls stop units from one side in Foundry; here they block both ways`] : [];
  return {
    scene,
    origin: [left, top],
    size,
    notUsed: passed > 0 ? [`walls that units pass (${passed})`] : [],
    warnings,
  };
}

function planeOf(width: number, height: number, file: string): Plane {
  if (width > MOST_SIDE || height > MOST_SIDE)
    throw new MapError(`${file}: the scene is ${width} x ${height} cells, allowed are sides up to ${MOST_SIDE}`);
  return new Plane(width, height, file, OPEN);
}

/** Lines on a plane. */
class Scene {
  readonly doors: Place[] = [];

  constructor(
    readonly plane: Plane,
    private readonly work: Work,
  ) {}

  wall(line: readonly Point[]): void {
    const { prices, width } = this.plane;
    this.eachPart(
      line,
      (wall) => this.plane.addWall(wall),
      (x, y) => {
        prices[y * width + x] = BLOCKED;
      },
    );
  }

  door(line: readonly Point[]): void {
    const cells = new Set<number>();
    const walls: WallInput[] = [];
    this.eachPart(
      line,
      (wall) => walls.push(wall),
      (x, y) => cells.add(y * this.plane.width + x),
    );
    const list = [...cells].flatMap((cell) => [cell % this.plane.width, Math.floor(cell / this.plane.width)]);
    if (list.length + walls.length > 0)
      this.doors.push({ name: `door ${this.doors.length + 1}`, cells: list, ...(walls.length > 0 && { walls }) });
  }

  /** Visits walls of parts that lie on borders of cells, and cells of others. */
  private eachPart(
    line: readonly Point[],
    onWall: (wall: WallInput) => void,
    onCell: (x: number, y: number) => void,
  ): void {
    const { width, height } = this.plane;
    const spend = (steps: number) => this.work.spend(steps, 'walls');
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1], line[i]];
      if (liesOnBorder(from, to)) {
        spend(WALL_WORK * (Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1])));
        for (const wall of bordersAlong([from, to], this.plane).walls) onWall(wall);
      } else
        eachOnLine([...from], [...to], { width, height, spend }, (px, py) => {
          const [x, y] = [Math.floor(px), Math.floor(py)];
          if (x >= 0 && y >= 0 && x < width && y < height) onCell(x, y);
        });
    }
  }
}
