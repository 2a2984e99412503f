/** Tiled maps of every orientation: finite or infinite, in JSON or XML (doc.mapeditor.org, "JSON Map Format"). */

import { MapError } from '../../core/errors.js';
import { withMoves } from '../../core/grid/clearance.js';
import { checkPlaces } from '../../core/grid/places.js';
import { MOST_TILES } from '../../core/limits.js';
import { Fields } from '../fields.js';
import type { MapFiles, ReadFile } from '../files.js';
import type { MapLevel } from '../plane.js';
import { quote, quoteAll } from '../text.js';
import { countWalls, type WallReport } from '../walls.js';
import { readTiled } from './file.js';
import { chosen, isNamed, type Layer, layersOf, Names } from './layers.js';
import { Marks, type Walls } from './marks.js';
import { areRules, hasWall, likelyBlocks, namesOpen, propertyMeans } from './names.js';
import { Objects, partialSides } from './objects.js';
import { orientationOf } from './orientation.js';
import { type Block, Painter, type Seen } from './paint.js';
import { guesses, propertiesOf, type TiledOptions, Verdicts } from './properties.js';
import { Templates, type Tile, Tilesets } from './tilesets.js';

const MAX_TILE_SIDE = 65_536;
/** Chunks may lie anywhere that 32 bits reach. */
const MAX_COORDINATE = 2 ** 31;
const HINT =
  'all are marked as walls, or have no tile; see --tiled.marks, --tiled.blocked-layers, --tiled.solid-property, ' +
  '--tiled.shapes and --tiled.empty';

export async function readTiledMap(
  source: ReadFile,
  files: MapFiles,
  options: TiledOptions,
  { open = false, leaveAbsent, trace }: Partial<Record<'open' | 'leaveAbsent' | 'trace', boolean | undefined>> = {},
): Promise<MapLevel> {
  const { file } = source;
  const { work } = files;
  const map = new Fields(await readTiled(source, ['map']), file);
  const guess = guesses(options);
  const verdicts = new Verdicts(options, guess);
  // On orthogonal maps an offset only lifts the picture, for example of a roof, and moves no cell.
  const isFlat = ['orthogonal', 'oblique'].includes(map.text('orientation', 'orthogonal'));
  const layers = layersOf(map, file, verdicts, work).map((layer) =>
    isFlat ? layer : { ...layer, offsetX: 0, offsetY: 0 },
  );
  const names = new Names(layers, file, leaveAbsent);
  const tileLayers = chosen(layers, 'tilelayer', options, names);
  const objectLayers = chosen(layers, 'objectgroup', options, names);
  checkOptions(options, [...tileLayers, ...objectLayers], layers, names);

  const { parts, originX, originY, width, height } = blocksOfMap(map, tileLayers, file);
  const orientation = orientationOf(map, { originX, originY, width, height }, file);
  const drawn = new Marks(width, height, file, trace);
  work.allow((width * height) / 4);
  const reading = { files, options, verdicts, known: new Map() };
  const tilesets = await Tilesets.of(map, file, reading, names);
  const painter = new Painter(drawn, tilesets, options, names, source.kept);
  for (const { layer, blocks } of parts) await painter.add(layer, blocks);
  const marks = orientation.turned ? drawn.turn(orientation.turned) : drawn;
  const templates = new Templates(tilesets, reading);
  const objects = new Objects(marks, orientation, templates, verdicts, options, file, work);
  for (const layer of objectLayers) await objects.add(layer);
  const { doors, markers } = objects;
  const places = { ...orientation.places, doors, markers };
  checkPlaces(places, file);

  const lowest = layers.find(({ type, visible }) => visible && ['imagelayer', 'tilelayer'].includes(type));
  const isOnImage = lowest?.type === 'imagelayer';
  const { plane, report, ...counts } = marks.finish(options, guess, isOnImage);
  const [missing] = tilesets.missing;
  // If no layer marks walls, the missing tileset may.
  if (missing && !counts.isDecided && !open) throw missing;
  const unread = tilesets.missing.map(({ message }) => `${message}; its tiles are read as if they had no properties`);
  const between = countWalls(plane.walls);
  if (between > 0) report.used.push(`${between} walls between cells`);
  const found = {
    ...counts,
    isOnImage,
    open: open || between > 0,
    emptyIsGiven: options.empty !== undefined,
    properties: propertiesByPolarity(verdicts.flags, painter.seen),
    named: [...options.blockedLayers, ...options.openLayers],
  };
  const { warnings, ...advice } = wallWarnings(layersBySuspicion(layers, painter.cells, found.all), found, file);
  warnings.push(...partialWarning(painter.seen, file), ...objects.passWarning(plane));
  const grid = plane.toGrid(HINT, { warnings });
  const { rule } = orientation;
  return {
    name: '',
    grid: rule ? withMoves(grid, rule) : grid,
    places,
    ...objects.links(plane),
    warnings: objects.warnings,
    absent: names.absent,
    ...(marks.why && {
      why: {
        ...{ bits: marks.why, labels: marks.reasons(), tiles: painter.walls },
        ...{ width, height, origin: [originX, originY], cellOf: orientation.turned?.cellOf },
      },
    }),
    walls: { ...report, ...advice, warnings: [...unread, ...verdicts.warnings, ...painter.warnings, ...warnings] },
  };
}

/** Reports layers that options name and that are not read. */
function checkOptions(
  { blockedLayers, openLayers }: TiledOptions,
  read: readonly Layer[],
  layers: readonly Layer[],
  names: Names,
): void {
  for (const [wanted, option] of [
    [blockedLayers, 'tiled.blockedLayers (--tiled.blocked-layers)'],
    [openLayers, 'tiled.openLayers (--tiled.open-layers)'],
  ] as const)
    for (const name of wanted)
      if (!read.some((layer) => isNamed(layer, [name])))
        names.lacks(
          `no layer that is read has the name or class ${quote(name)} of ${option}`,
          layers.map((layer) => layer.name),
        );
}

/** Blocks of all layers, and the rectangle that the map has. @throws {MapError} if it has too many tiles */
function blocksOfMap(map: Fields, layers: readonly Layer[], file: string) {
  const sides = ['tilewidth', 'tileheight'].map((name) => map.integer(name, 1, MAX_TILE_SIDE));
  const parts = layers.map((layer) => ({ layer, blocks: blocksOf(layer, sides) }));
  const blocks = parts.flatMap((part) => part.blocks);
  const [originX, originY, width, height] = map.flag('infinite', false)
    ? extent(blocks, file)
    : [0, 0, map.integer('width', 1, MAX_COORDINATE), map.integer('height', 1, MAX_COORDINATE)];
  const tiles = blocks.reduce((sum, block) => sum + block.width * block.height, 0);
  if (tiles > MOST_TILES)
    throw new MapError(`${file}: its layers have ${tiles} tiles together, allowed are ${MOST_TILES}`);
  for (const block of blocks) {
    block.x -= originX;
    block.y -= originY;
  }
  return { parts, originX, originY, width, height };
}

/** A layer as blocks of tiles, with its shift rounded to whole cells. */
function blocksOf(layer: Layer, [tileWidth, tileHeight]: number[]): Block[] {
  const { fields, offsetX, offsetY } = layer;
  const dx = Math.round(offsetX / tileWidth);
  const dy = Math.round(offsetY / tileHeight);
  const block = (part: Fields, where: string): Block => ({
    x: part.integer('x', -MAX_COORDINATE, MAX_COORDINATE, 0) + dx,
    y: part.integer('y', -MAX_COORDINATE, MAX_COORDINATE, 0) + dy,
    width: part.integer('width', 1, MAX_COORDINATE),
    height: part.integer('height', 1, MAX_COORDINATE),
    data: part.raw('data'),
    where,
  });
  if (!fields.has('chunks')) return fields.has('data') ? [block(fields, fields.where)] : [];
  return fields.objects('chunks').map((chunk, i) => block(chunk, `${fields.where}: chunks[${i}]`));
}

/** Bounding box of all chunks. @throws {MapError} if there are none */
function extent(blocks: Block[], file: string): [number, number, number, number] {
  if (blocks.length === 0)
    throw new MapError(`${file}: the map is infinite, and the layers that are read have no chunk`);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of blocks) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return [left, top, right - left, bottom - top];
}

interface Found extends Pick<Walls, 'marked' | 'empty' | 'all' | 'onImage' | 'hasShore' | 'isDecided'> {
  /** Whether a picture lies below all tiles. */
  isOnImage: boolean;
  /** Whether options declare that few walls, and cells without a tile, are intended. */
  open: boolean;
  emptyIsGiven: boolean;
  /** Properties that are true of some tile, layer or object, by the value that likely blocks. */
  properties: Polarity;
  /** Layers that options name. */
  named: readonly string[];
}

interface Polarity {
  solid: string[];
  open: string[];
}

/** Properties whose true tiles block, unless the false ones lie more along the border of the map. */
function propertiesByPolarity(names: readonly string[], seen: ReadonlyMap<Tile, Seen>): Polarity {
  const found: Polarity = { solid: [], open: [] };
  for (const name of names) {
    // What these mean is read without an option.
    if (propertyMeans(name) === 'passes') continue;
    const border = [0, 0];
    for (const [{ fields }, counts] of seen) {
      const value = fields && propertiesOf(fields).get(name);
      if (typeof value === 'boolean') border[Number(value)] += counts.border;
    }
    found[border[0] > border[1] ? 'open' : 'solid'].push(name);
  }
  return found;
}

/** Tiles that block from one to three sides, counted once for the map. */
function partialWarning(seen: ReadonlyMap<Tile, Seen>, file: string): string[] {
  const all = [...seen].filter(([{ local }, { cells }]) => local.partial && cells > 0);
  const [first] = all;
  if (!first) return [];
  const cells = all.reduce((sum, [, counts]) => sum + counts.cells, 0);
  return [`${file}: tiles of ${cells} cells: ${partialSides(first[0].local.partial ?? '')}`];
}

interface Suspect {
  name: string;
  /** Share of the map's cells that its tiles cover, in %; undefined of objects, and of layers that are not read. */
  share: number | undefined;
  cells: number | undefined;
}

/** Layers, likely walls first: layers named like walls, then layers that cover a part of the map. */
function layersBySuspicion(layers: readonly Layer[], cells: ReadonlyMap<string, number>, all: number): Suspect[] {
  const rank = ({ name, share }: Suspect) =>
    likelyBlocks(name) ? 3 : share === undefined ? 1 : share >= 5 && share <= 85 ? 2 : 0;
  return [...new Set(layers.map(({ name }) => name))]
    .map((name) => {
      const count = cells.get(name);
      return { name, cells: count, share: count === undefined ? undefined : Math.round((100 * count) / all) };
    })
    .filter(({ share }) => share !== 0)
    .sort((a, b) => rank(b) - rank(a) || (a.share ?? 0) - (b.share ?? 0));
}

/** What to tell the author of a map of its walls. */
function wallWarnings(
  layers: readonly Suspect[],
  found: Found,
  file: string,
): Pick<WallReport, 'warnings' | 'suggested' | 'rules'> {
  const { marked, empty, all, open, emptyIsGiven } = found;
  const names = layers.map(({ name }) => name);
  if (areRules(names))
    return {
      warnings: [`${file}: its layers are rules of Tiled's automapping; this is not a map for a game`],
      rules: true,
    };
  const isQuestion = ({ name }: Suspect) => namesOpen(name) && !found.named.includes(name);
  const warnings = layers.filter(isQuestion).map(({ name, cells }) => {
    const counts = (count: number) => (cells === undefined ? '' : ` (${count} of ${all} cells)`);
    return (
      `${file}: layer ${quote(name)} may mark what is open or what blocks, so it is not read; if its cells are all ` +
      `that is open${counts(cells ?? 0)}, add --tiled.open-layers ${quote(name)}, if they block, leaving the others ` +
      `open${counts(all - (cells ?? 0))}, --tiled.blocked-layers ${quote(name)}`
    );
  });
  if (found.onImage > 0)
    warnings.push(
      `${file}: ${found.onImage} cells without a tile are open, since a picture lies below them and open cells ` +
        'next to them; if they block, add --tiled.empty blocked',
    );
  if (open || (marked === 0 && empty > 0 && emptyIsGiven)) return { warnings };
  if (layers.length === 0 && marked === 0)
    return { warnings: [`${file}: no layer of it has a tile or an object; save it in Tiled again, or add --open`] };
  // Marks of single objects such as a fence, and of a few cells, are not all walls of a map.
  if (100 * marked < all - empty || (!found.isDecided && 20 * marked < all)) {
    const likely = names.filter(hasWall);
    const others = layers.filter((layer) => !isQuestion(layer));
    warnings.push(adviceOf(found, others, file));
    const isShort = likely.length > 0 && likely.length <= 20;
    return { warnings, ...(isShort && { suggested: { tiled: { blockedLayers: likely } } }) };
  }
  const isMost = found.hasShore && 2 * empty > all && empty > 4 * marked;
  if (!emptyIsGiven && (isMost || (found.isOnImage && empty > all - marked - empty)))
    warnings.push(
      `${file}: ${empty} of its ${all} cells have no tile and are blocked; if they are the ground, add ` +
        '--tiled.empty open, otherwise --tiled.empty blocked',
    );
  return { warnings };
}

function adviceOf(
  { marked, empty, all, properties: { solid, open } }: Found,
  layers: readonly Suspect[],
  file: string,
): string {
  const cells = (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  const marks = marked > 0 ? `only ${marked} of its ${cells(all)} are marked as walls` : 'nothing in it marks walls';
  const others = empty > 0 ? `only its ${cells(empty)} without a tile are blocked` : 'all its cells are open';
  const shown = layers.slice(0, 6).map(({ name, share }) => quote(name) + (share === undefined ? '' : ` ${share} %`));
  const named = shown.length > 0 ? ` (${shown.join(', ')})` : '';
  const properties = solid.length > 0 ? ` (${quoteAll(solid, 6)})` : '';
  const opening = open.length > 0 ? ` or --tiled.open-property (${quoteAll(open, 6)})` : '';
  return (
    `${file}: ${marks}${marked > 0 ? '' : `, so ${others}`}; name layers that block with --tiled.blocked-layers` +
    `${named}, a property of tiles with --tiled.solid-property${properties}${opening}, or tiles with ` +
    `--tiled.blocked-tiles, or click them: npx gridprep view ${file}; if that is meant, add --open`
  );
}
