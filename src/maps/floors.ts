/**
 * Floors: several maps of one place as one, listed in a JSON file:
 *
 *     { "gridprep": "floors", "floors": { "cellar": "cellar.tmj", "hall": { "map": "castle.ldtk", "level": "Hall" } },
 *       "links": [{ "name": "stairs", "from": [3, 4, "cellar"], "to": "hall/top of the stairs", "cost": 5 }] }
 *
 * They lie below each other in one grid, a blocked row apart. Links end at cells, or at markers of a floor.
 * The maps may also join themselves: by LDtk's references between levels, and in Tiled by a `to` that names a marker.
 */

import { MapError } from '../core/errors.js';
import { Grid } from '../core/grid/grid.js';
import { checkPlaces, type Floor, type Place } from '../core/grid/places.js';
import { isHex } from '../core/grid/rules.js';
import type { WallInput } from '../core/grid/walls.js';
import { MAX_FLOORS } from '../core/limits.js';
import { Fields, parseJson } from './fields.js';
import type { MapFiles, ReadFile } from './files.js';
import { type CellOf, cellsByEnd, endsOf, type FarLink, linksFrom, type NamedLink } from './links.js';
import { checkSides, type MapLevel } from './plane.js';
import { quote } from './text.js';
import { type WallReport, wallsLine } from './walls.js';

type Storey = Floor & Pick<MapLevel, 'grid' | 'places' | 'links' | 'farLinks' | 'ids'>;

/** Where links lead: cells by ends and by ids, and what links to other floors lead to. */
interface Ends {
  cellOf: CellOf;
  ids: Map<string, [x: number, y: number]>;
  to: Set<string | undefined>;
}

/** @param read reads the map of a floor, in whatever format @throws {MapError} naming file and floor */
export async function readFloors(
  { file, bytes }: ReadFile,
  files: MapFiles,
  read: (source: ReadFile, level?: string) => Promise<MapLevel>,
): Promise<MapLevel> {
  const map = new Fields(parseJson(bytes, file), file);
  const named = new Fields(map.raw('floors'), `${file}: floors`);
  const names = named.names();
  if (names.length === 0 || names.length > MAX_FLOORS)
    throw new MapError(`${file}: ${names.length} floors, allowed are 1 to ${MAX_FLOORS}`);
  const storeys: Storey[] = [];
  const warnings: string[] = [];
  const walls: WallReport = { used: [], notUsed: [], warnings: [] };
  let y = 0;
  for (const [i, name] of names.entries()) {
    const level = await readFloor(named, name, file, files, read);
    const { width, height } = level.grid;
    // Each that follows has a row, below a blocked one.
    checkSides(width, y + height + 2 * (names.length - i - 1), file);
    storeys.push({ ...level, name, x: 0, y, width, height });
    warnings.push(...(level.warnings ?? []));
    walls.used.push(`floor ${quote(name)}: ${wallsLine(level.walls)}`);
    walls.warnings.push(...level.walls.warnings);
    // Every second row of hexagons is shifted, so each floor begins at an even row.
    y += height + 1 + (isHex(level.grid) ? (height + 1) % 2 : 0);
  }
  const places = placesOf(storeys);
  checkPlaces(places, file);
  const ends = endsOfFloors(storeys, places);
  const joined = storeys.flatMap((storey) => linksOf(storey, ends));
  const links = [...joined, ...endsOf(linksFrom(map), places, file)];
  return { name: '', grid: gridOf(storeys, file), places, links, warnings, walls };
}

/** The map of a floor: a file, or an object with a file and the level in it. */
async function readFloor(
  floors: Fields,
  name: string,
  file: string,
  files: MapFiles,
  read: (source: ReadFile, level?: string) => Promise<MapLevel>,
): Promise<MapLevel> {
  const value = floors.raw(name);
  if (typeof value === 'string') return read(await files.read(value, file, 'floor'));
  const floor = new Fields(value, `${file}: floors: ${quote(name)}`);
  const source = await files.read(floor.text('map'), file, 'floor');
  return read(source, floor.has('level') ? floor.text('level') : undefined);
}

function endsOfFloors(storeys: readonly Storey[], places: MapLevel['places']): Ends {
  const ends: Ends = { cellOf: cellsByEnd(places), ids: new Map(), to: new Set() };
  for (const { ids = [], farLinks = [], y } of storeys) {
    for (const [id, [column, row]] of ids) ends.ids.set(id, [column, row + y]);
    for (const { to } of farLinks) ends.to.add(to);
  }
  return ends;
}

/** One grid of all floors. @throws {MapError} if their cells differ in kind, or the grid is too large */
function gridOf(storeys: readonly Storey[], file: string): Grid {
  const [{ name, grid: first }] = storeys;
  const last = storeys[storeys.length - 1];
  const [width, height] = [Math.max(...storeys.map((floor) => floor.width)), last.y + last.height];
  checkSides(width, height, file);
  const all = new Grid(width, height, first.terrain, first.moveRule);
  if (storeys.some(({ grid }) => grid.walls)) all.walls = new Uint8Array(all.open.length);
  all.stepCosts = first.stepCosts;
  if (storeys.some(({ grid }) => grid.costs)) all.costs = new Uint8Array(all.open.length);
  for (const { name: other, grid, y: top } of storeys) {
    if (grid.moveRule !== first.moveRule || grid.terrain !== first.terrain)
      throw new MapError(
        `${file}: cells of floor ${quote(other)} are ${grid.moveRule}, those of ${quote(name)} ${first.moveRule}; ` +
          'all floors need one kind',
      );
    if (grid.stepCosts !== first.stepCosts)
      throw new MapError(
        `${file}: stepCosts of floor ${quote(other)} is ${grid.stepCosts ?? 'average'}, of ${quote(name)} ` +
          `${first.stepCosts ?? 'average'}; all floors need the same`,
      );
    for (let y = 0; y < grid.height; y++) {
      const [from, to] = [grid.cell(0, y), all.cell(0, top + y)];
      all.open.set(grid.open.subarray(from, from + grid.width), to);
      all.walls?.set(grid.walls?.subarray(from, from + grid.width) ?? [], to);
      all.costs?.set((grid.costs ?? grid.open).subarray(from, from + grid.width), to);
    }
  }
  return all;
}

function placesOf(storeys: readonly Storey[]): MapLevel['places'] {
  const { cellSize, axes } = storeys[0].places;
  const all = (listOf: (places: MapLevel['places']) => Place[]): Place[] =>
    storeys.flatMap(({ places, y }) =>
      listOf(places).map(({ name, cells, walls }) => ({
        ...{ name, cells: cells.map((at, i) => (i % 2 ? at + y : at)) },
        ...(walls && { walls: walls.map(([wx, wy, side]): WallInput => [wx, wy + y, side]) }),
      })),
    );
  return {
    ...(cellSize && { cellSize }),
    ...(axes && { axes }),
    doors: all(({ doors }) => doors),
    markers: all(({ markers }) => markers),
    floors: storeys.map(({ name, x, y, width, height }) => ({ name, x, y, width, height })),
  };
}

/** Links of a floor's own file, to cells of it and of others. @throws {MapError} if one leads nowhere */
function linksOf({ links = [], farLinks = [], y, name: own }: Storey, { cellOf, ids, to: ends }: Ends): NamedLink[] {
  const moved = ([cx, cy]: readonly [number, number]): [number, number] => [cx, cy + y];
  const far = farLinks.flatMap(({ id, to, refused, ...link }: FarLink): NamedLink[] => {
    // The far end of a link that leads here has no reference.
    if (to === undefined && ends.has(id)) return [];
    const cell = to === undefined ? undefined : (ids.get(to) ?? cellOf(to) ?? cellOf(`${own}/${to}`));
    if (!cell) throw new MapError(`${refused}, or one of another floor`);
    return [{ ...link, from: moved(link.from), to: cell }];
  });
  return [...links.map((link) => ({ ...link, from: moved(link.from), to: moved(link.to) })), ...far];
}
