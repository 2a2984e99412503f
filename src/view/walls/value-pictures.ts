/** Pictures of maps whose cells are values: texts of tables, colors, regions of RPG Maker. */
import { MapError } from '../../core/errors.js';
import { tableOf } from '../../maps/csv.js';
import { Fields, parseJson } from '../../maps/fields.js';
import type { ReadFile } from '../../maps/files.js';
import type { MapFormat } from '../../maps/formats.js';
import type { Meaning } from '../../maps/plane.js';
import { readPngFile, readRows } from '../../maps/png-file.js';
import { numbersOf, REGIONS, TILES } from '../../maps/rpg-maker.js';
import { squares } from './lattice.js';
import { checkCells, layerOf, type Picture, type TileSet, valuesOf } from './picture.js';

/** Side of a cell in the picture. */
const SIDE = 16;
/** Colors that can be clicked; of pictures with more, brightness decides. */
const MOST_COLORS = 256;
/** Colors that have numbers. */
const MOST_NUMBERS = 1 << 16;

/** @throws {MapError} */
export async function valuePicture(
  format: MapFormat,
  source: ReadFile,
  given: Readonly<Record<string, unknown>>,
  level?: string,
): Promise<Picture> {
  const of = PICTURES[format];
  if (!of) throw new MapError(`${source.file}: the walls assistant does not open maps of this format`);
  const { width, height, layers, sets } = await of(source, given, level);
  return { format, lattice: squares({ left: 0, top: 0, width, height, tile: [SIDE, SIDE] }), layers, sets };
}

type Found = Pick<Picture, 'layers' | 'sets'> & { width: number; height: number };
type Maker = (source: ReadFile, given: Readonly<Record<string, unknown>>, level?: string) => Found | Promise<Found>;

const PICTURES: Partial<Record<MapFormat, Maker>> = {
  csv: table,
  rows: async (source, given, level) => table((await import('../../maps/rows.js')).tableText(source, level), given),
  png: colors,
  rpgmaker: regions,
};

function table(source: ReadFile, { legend }: Readonly<Record<string, unknown>>): Found {
  const read = tableOf(source, typeof legend === 'object' ? (legend as Record<string, Meaning>) : {});
  if (read.fault) throw read.fault;
  const values = layerOf(
    '',
    read.numbers.map((number) => number + 1),
    { isValues: true },
  );
  return { width: read.width, height: read.height, layers: [values], sets: [valuesOf('', 1, read.texts, SIDE)] };
}

async function colors({ file, bytes, kept }: ReadFile): Promise<Found> {
  const png = readPngFile(bytes, file, kept);
  const { width, height } = png.header;
  checkCells(width, height, 1, file);
  const numbers = new Uint32Array(width * height);
  const known = new Map<number, number>();
  // Of pictures with too many colors to list, channels have half their bits.
  for (const mask of [0xffffffff, 0xf0f0f0f0]) {
    known.clear();
    await readRows(png, file, (pixels, y) => {
      if (known.size > MOST_NUMBERS) return;
      for (let x = 0; x < width; x++) {
        const color = (pixels[x] & mask) >>> 0;
        const number = known.get(color) ?? known.size + 1;
        known.set(color, number);
        numbers[y * width + x] = number;
      }
    });
    if (known.size <= MOST_NUMBERS) break;
  }
  const names = [...known.keys()].map((color) => {
    const hex = `#${color.toString(16).padStart(8, '0')}`;
    return hex.endsWith('ff') ? hex.slice(0, 7) : hex;
  });
  const set = valuesOf('', 1, known.size > MOST_COLORS ? [] : names, SIDE, names);
  return { width, height, layers: [layerOf('', numbers, { isValues: true })], sets: [set] };
}

function regions({ file, bytes }: ReadFile): Found {
  const map = new Fields(parseJson(bytes, file), file);
  const [width, height] = ['width', 'height'].map((side) => map.integer(side, 1, 2 ** 15));
  checkCells(width, height, TILES + 1, file);
  const data = Uint32Array.from(numbersOf(map, 'data'));
  const layer = (k: number) => data.subarray(k * width * height, (k + 1) * width * height);
  const names = Array.from({ length: 256 }, (_, region) => String(region));
  const sets: TileSet[] = [valuesOf('region', 1, names, SIDE), valuesOf('', 257, [], SIDE)];
  const tiles = Array.from({ length: TILES }, (_, k) =>
    layerOf(
      `tiles ${k + 1}`,
      layer(k).map((tile) => tile && 257 + Math.floor(tile / 48)),
    ),
  );
  const above = layerOf(
    'regions',
    layer(REGIONS).map((region) => region && 1 + region),
    { isValues: true, opacity: 0.6 },
  );
  return { width, height, layers: [...tiles, above], sets };
}
