/** LDtk projects (.ldtk), levels inside or in separate files (.ldtkl): IntGrid values, entities (ldtk.io/json). */

import { MapError } from '../core/errors.js';
import { checkPlaces, type Place } from '../core/grid/places.js';
import { ONE_WAY } from '../core/grid/walls.js';
import { MAX_LINKS, MAX_PLACE_CELLS, MAX_PLACES } from '../core/limits.js';
import { bordersAlong } from './borders.js';
import { Fields, parseJson } from './fields.js';
import type { MapFiles, ReadFile } from './files.js';
import { cellsOfLevel } from './ldtk-cells.js';
import {
  type Definitions,
  definitionsOf,
  type LdtkOptions,
  type LevelCells,
  MAX_PIXELS,
  offsetOf,
} from './ldtk-layers.js';
import { type FarLink, linkValues, type NamedLink } from './links.js';
import type { MapLevel } from './plane.js';
import { plain, quote, quoteAll } from './text.js';
import { countWalls } from './walls.js';
import type { Work } from './work.js';

/** Work of a wall between cells, which is an object for a while. */
const WALL_WORK = 50;
/** Levels name files: nothing that leads out of a folder. */
const LEVEL_NAME = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_ .-]*$/u;

interface Project extends ReadFile {
  levels: Fields[];
  definitions: Definitions;
}

/** Projects by their files: each floor of a map may be a level of one. */
const known = new WeakMap<ReadFile, Project>();

/** The last one, while there is memory: builds read a project again for each of its levels. */
let last: WeakRef<Project> | undefined;

/** @throws {MapError} unless it is a project, or a single level */
function ldtkProject(source: ReadFile): Project {
  const before = last?.deref();
  const project = known.get(source) ?? (before && isSame(before, source) ? before : parseProject(source));
  known.set(source, project);
  last = new WeakRef(project);
  return project;
}

function isSame(one: ReadFile, other: ReadFile): boolean {
  if (one.file !== other.file || one.bytes.length !== other.bytes.length) return false;
  for (let i = 0; i < one.bytes.length; i++) if (one.bytes[i] !== other.bytes[i]) return false;
  return true;
}

function parseProject({ file, bytes }: ReadFile): Project {
  const root = new Fields(parseJson(bytes, file), file);
  const alone = root.has('layerInstances');
  const defs = root.has('defs') ? new Fields(root.raw('defs'), `${file}: defs`) : undefined;
  const definitions = definitionsOf(defs, root.integer('defaultGridSize', 1, MAX_PIXELS, 16));
  const inside = [...root.list('levels'), ...root.objects('worlds').flatMap((world) => world.list('levels'))];
  const levels = (alone ? [root] : inside.map((value, i) => new Fields(value, `${file}: levels[${i}]`))).map(
    checkedLevel,
  );
  if (levels.length === 0) throw new MapError(`${file}: the project has no level`);
  return { file, bytes, levels, definitions };
}

function checkedLevel(level: Fields): Fields {
  const name = level.text('identifier');
  if (!LEVEL_NAME.test(name) || name.length > 100)
    throw new MapError(
      `${level.where}: identifier is ${quote(name)}, allowed are letters, digits, "_", "-", "." and spaces`,
    );
  return level;
}

export function ldtkLevels(source: ReadFile): string[] {
  return ldtkProject(source).levels.map((level) => level.text('identifier'));
}

/** A level with its layers. */
export interface LdtkLevel {
  name: string;
  whole: Fields;
  layers: Fields[];
  definitions: Definitions;
}

/** The level of a name, or the only one. @throws {MapError} naming file and level */
export async function ldtkLevel(source: ReadFile, files: MapFiles, level: string | undefined): Promise<LdtkLevel> {
  const project = ldtkProject(source);
  const names = project.levels.map((one) => one.text('identifier'));
  const i = level === undefined ? 0 : names.indexOf(level);
  if (i < 0) throw new MapError(`${source.file}: no level is called ${quote(level)}; there are ${quoteAll(names)}`);
  if (level === undefined && names.length > 1)
    throw new MapError(
      `${source.file}: ${names.length} levels; name one with --map-levels (option "level"): ${quoteAll(names)}`,
    );
  const one = project.levels[i];
  const content = one.has('layerInstances') ? one : await externalLevel(project, one, files);
  const whole = content.at(`${content === one ? project.file : content.where}: level ${quote(names[i])}`);
  const layers = whole
    .objects('layerInstances')
    .map((layer) => layer.at(`${whole.where}: layer ${quote(layer.text('__identifier'))}`));
  return { name: names.length > 1 ? names[i] : '', whole, layers, definitions: project.definitions };
}

/** @throws {MapError} naming file, level, layer and cell */
export async function readLdtk(
  source: ReadFile,
  files: MapFiles,
  level: string | undefined,
  options: LdtkOptions,
  isOpen = false,
): Promise<MapLevel> {
  const { name, whole, layers, definitions } = await ldtkLevel(source, files, level);
  const { where } = whole;
  const isClosed = entitiesOf(layers).some(isWall);
  const { work } = files;
  const cells = cellsOfLevel(whole, layers, definitions, options, isOpen || isClosed, work);
  const { plane, size, walls } = cells;
  const origin = originOf(whole, cells);
  const warnings: string[] = [];
  addWalls(layers, cells, warnings, work);
  const between = countWalls(plane.walls);
  if (between > 0) walls.used.push(`${between} walls between cells`);
  const places = {
    cellSize: [size, size] as [number, number],
    ...(origin.some((value) => value !== 0) && { origin }),
    doors: placesOf(layers, options.doors, cells, warnings),
    markers: placesOf(layers, options.markers, cells, warnings),
  };
  checkPlaces(places, where);
  return {
    name,
    grid: plane.toGrid(
      'values other than 0 are blocked unless ldtk.legend (--ldtk.legend) says otherwise; see prep map',
      walls,
    ),
    places,
    ...linksOf(layers, cells),
    warnings,
    walls,
  };
}

/** Where the first cell lies in the world, in cells. Levels of worlds that are lines have -1, -1 for no place. */
function originOf(level: Fields, { size, offset }: LevelCells): [x: number, y: number] {
  const [x, y] = [level.number('worldX', 0), level.number('worldY', 0)];
  const isPlaced = x !== -1 || y !== -1;
  return [((isPlaced ? x : 0) + offset[0]) / size, ((isPlaced ? y : 0) + offset[1]) / size];
}

async function externalLevel(project: Project, level: Fields, files: MapFiles): Promise<Fields> {
  if (!level.has('externalRelPath'))
    throw new MapError(`${level.where}: it has neither layers nor a file; save the project again`);
  const { file, bytes } = await files.read(level.text('externalRelPath'), project.file, 'level');
  return new Fields(parseJson(bytes, file), file);
}

/** Entities `Wall`: walls between cells, along the longer middle line of each. */
function addWalls(layers: Fields[], level: LevelCells, warnings: string[], work: Work): void {
  const { width, height } = level.plane;
  for (const { entity, layer } of entitiesOf(layers).filter(isWall)) {
    const way = fieldsOf(entity).get('oneWay');
    if (way) throw new MapError(`${entity.where}: this wall has oneWay ${quote(way)}, ${ONE_WAY}`);
    const clipped = (at: number, side: number) => Math.min(Math.max(at, -1), side + 1);
    const box = boxOf(entity, layer, level);
    const [left, right] = [box.left, box.right].map((at) => clipped(at, width));
    const [top, bottom] = [box.top, box.bottom].map((at) => clipped(at, height));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isAcross = right - left >= bottom - top;
    const ends = isAcross ? [left, right] : [top, bottom];
    work.spend(WALL_WORK * Math.abs(ends[1] - ends[0]), 'walls');
    const line = ends.map((at): [number, number] => (isAcross ? [at, y] : [x, at]));
    const { walls, trouble } = bordersAlong(line, level.plane);
    for (const wall of walls) level.plane.addWall(wall);
    if (trouble) warnings.push(`${layer.where}: entity "${entity.text('__identifier')}" at ${left}, ${top} ${trouble}`);
  }
}

const isWall = ({ entity }: { entity: Fields }) => entity.text('__identifier').toLowerCase() === 'wall';
const entitiesOf = (layers: readonly Fields[]) =>
  layers.flatMap((layer) => layer.objects('entityInstances').map((entity) => ({ entity, layer })));

/** Entities of some identifiers or tags, as rectangles of cells of the grid's layer. */
function placesOf(layers: Fields[], wanted: readonly string[], level: LevelCells, warnings: string[]): Place[] {
  const counts = new Map<string, number>();
  const places: Place[] = [];
  let total = 0;
  for (const { entity, layer } of entitiesOf(layers)) {
    const kind = entity.text('__identifier');
    if (!wanted.includes(kind) && !entity.list('__tags').some((tag) => wanted.includes(plain(tag)))) continue;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = nameOf(entity) || `${kind} ${count}`;
    const cells = cellsOf(entity, layer, level, 2 * (MAX_PLACE_CELLS + 1));
    total += cells.length / 2;
    if (places.length > MAX_PLACES || total > MAX_PLACE_CELLS)
      throw new MapError(
        `${layer.where}: ${places.length + 1} ${quote(kind)} and others have ${total} cells or more, allowed are ` +
          `${MAX_PLACES} and ${MAX_PLACE_CELLS}`,
      );
    if (cells.length > 0) places.push({ name, cells });
    else
      warnings.push(
        `${layer.where}: entity ${quote(name)} lies outside the level of ${level.plane.width} x ` +
          `${level.plane.height} cells, and is left out`,
      );
  }
  return places;
}

/** Entities `Link` with a reference `to` to another entity, and those whose reference is not to one of this level. */
function linksOf(
  layers: Fields[],
  level: LevelCells,
): { links: NamedLink[]; farLinks: FarLink[]; ids: ReadonlyMap<string, [x: number, y: number]> } {
  const cells = new Map<string, [x: number, y: number]>();
  const found: { entity: Fields; layer: Fields }[] = [];
  for (const { entity, layer } of entitiesOf(layers)) {
    const [x, y] = cellsOf(entity, layer, level, 2);
    if (x !== undefined) cells.set(entity.text('iid', ''), [x, y]);
    if (entity.text('__identifier').toLowerCase() === 'link') found.push({ entity, layer });
    if (found.length > 2 * MAX_LINKS)
      throw new MapError(`${layer.where}: there are more than ${2 * MAX_LINKS} links and their ends; remove some`);
  }
  const referenceOf = (entity: Fields) => fieldsOf(entity).get('to') as { entityIid?: string } | null | undefined;
  const ends = new Set(found.map(({ entity }) => referenceOf(entity)?.entityIid));
  const links: NamedLink[] = [];
  const farLinks: FarLink[] = [];
  for (const [i, { entity, layer }] of found.entries()) {
    const where = `${layer.where}: entity ${quote(nameOf(entity) || `Link ${i + 1}`)}`;
    const fields = fieldsOf(entity);
    const [reference, id] = [referenceOf(entity), entity.text('iid', '')];
    // The far end of a link that leads here has no reference.
    if (!reference && ends.has(id)) continue;
    const [from, to] = [cells.get(id), cells.get(reference?.entityIid ?? '')];
    const others = { where, name: nameOf(entity), ...linkValues(fields, where, 'field') };
    const refused = `${where}: its field "to" is ${quote(reference)}, expected a reference to an entity of this level`;
    if (!from) throw new MapError(refused);
    if (to) links.push({ ...others, from, to });
    else farLinks.push({ ...others, id, from, to: reference?.entityIid, refused });
  }
  return { links, farLinks, ids: cells };
}

const fieldsOf = (entity: Fields) =>
  new Map(entity.objects('fieldInstances').map((field) => [field.text('__identifier'), field.raw('__value')]));

function nameOf(entity: Fields): string {
  const [, value] = [...fieldsOf(entity)].find(([name]) => name.toLowerCase() === 'name') ?? [];
  return typeof value === 'string' ? value : '';
}

function boxOf(entity: Fields, layer: Fields, { size, offset }: LevelCells) {
  const [dx, dy] = offsetOf(layer).map((pixels, i) => pixels - offset[i]);
  const [px, py] = pair(entity, 'px', undefined);
  const [pivotX, pivotY] = pair(entity, '__pivot', [0, 0]);
  const [w, h] = [entity.number('width', size), entity.number('height', size)];
  const [left, top] = [(px + dx - pivotX * w) / size, (py + dy - pivotY * h) / size];
  return { left, top, right: left + w / size, bottom: top + h / size };
}

/** Cells whose center the entity covers, or the cell that its middle lies in. @param most numbers of them */
function cellsOf(entity: Fields, layer: Fields, level: LevelCells, most: number): number[] {
  const { left, top, right, bottom } = boxOf(entity, layer, level);
  const { width, height } = level.plane;
  const cells: number[] = [];
  const [firstX, firstY] = [left, top].map((at) => Math.max(0, Math.ceil(at - 0.5)));
  const [endX, endY] = [Math.min(width, Math.ceil(right - 0.5)), Math.min(height, Math.ceil(bottom - 0.5))];
  for (let y = firstY; y < endY && cells.length < most; y++)
    for (let x = firstX; x < endX && cells.length < most; x++) cells.push(x, y);
  if (cells.length > 0) return cells;
  const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
  return x >= 0 && y >= 0 && x < width && y < height ? [x, y] : [];
}

function pair(entity: Fields, name: string, fallback: [number, number] | undefined): [number, number] {
  if (!entity.has(name) && fallback) return fallback;
  const [x, y] = entity.list(name);
  if (typeof x !== 'number' || typeof y !== 'number') entity.fail(name, entity.raw(name), 'two numbers');
  return [x, y];
}
