/** What kind of map a file is: by its content; by its ending only where the content could be either. */
import { MapError } from '../errors.js';
import { quote } from './text.js';

/** Names for `--format` and the option `format`. */
export const MAP_FORMATS = ['movingai', 'tiled', 'ldtk', 'png', 'csv', 'json'] as const;
/** Name of a format that {@link readMap} reads. */
export type MapFormat = (typeof MAP_FORMATS)[number];

/** Endings of map files, which the names of outputs do not have; detection asks the content first. */
export const MAP_ENDINGS = ['map', 'tmj', 'tmx', 'ldtk', 'ldtkl', 'png', 'csv', 'tsv', 'txt', 'json'] as const;
/** The ending of a map file's name, case aside. */
export const MAP_ENDING = new RegExp(`\\.(${MAP_ENDINGS.join('|')})$`, 'i');

const EXPECTED = `known are MovingAI maps, Tiled (.tmj, .tmx), LDtk (.ldtk), PNG, CSV or ASCII, and the JSON of prep map`;

/** First bytes of a PNG file. */
const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47];
/** First bytes of a blob. */
const BLOB_MAGIC = [0x89, 0x50, 0x52, 0x45, 0x50];
/** How far a text is looked into. */
const HEAD = 4096;

/** Whether a file has several levels is known from its beginning. */
export const HEAD_BYTES = HEAD;

/** @throws {MapError} if it is no kind of map */
export function detectFormat(bytes: Uint8Array, file: string): MapFormat {
  const starts = (magic: number[]) => magic.every((byte, i) => bytes[i] === byte);
  if (starts(PNG_MAGIC)) return 'png';
  if (starts(BLOB_MAGIC)) throw new MapError(`${file}: this is a blob of prep, not a map`);
  const named = /\.map$/i.test(file);
  // MovingAI's reader says what is wrong with a text, or with what should be one.
  if (bytes.length === 0 || bytes.subarray(0, HEAD).includes(0)) {
    if (named) return 'movingai';
    throw new MapError(`${file}: ${bytes.length === 0 ? 'the file is empty' : 'this is not a text file, nor a PNG'}; ${EXPECTED}`);
  }
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD)).trimStart();
  if (/^type\s/.test(head)) return 'movingai';
  if (head.startsWith('{')) return jsonFormat(head, bytes, file);
  if (/^<(\?xml|!--|!DOCTYPE|map\b|tileset\b)/i.test(head)) return 'tiled';
  return named ? 'movingai' : 'csv';
}

/** Editors write what kind of file it is near its beginning, or near its end: Tiled sorts the names. */
function jsonFormat(head: string, bytes: Uint8Array, file: string): MapFormat {
  const text = head + new TextDecoder().decode(bytes.subarray(Math.max(HEAD, bytes.length - HEAD)));
  if (/"app"\s*:\s*"LDtk"|"__header__"/.test(text)) return 'ldtk';
  if (/"gridprep"\s*:/.test(text)) return 'json';
  const types = [...text.matchAll(/"type"\s*:\s*"(map|tileset|template|world)"/g)].map(([, type]) => type);
  if (types.includes('map')) return 'tiled';
  if (types.length > 0) throw new MapError(`${file}: this is a Tiled ${types[0]}, not a map; name the map that uses it`);
  if (/"tilewidth"|"tiledversion"|"orientation"/.test(text)) return 'tiled';
  throw new MapError(`${file}: found JSON that begins with ${quote(head.replace(/\s+/g, ' '))}, which is no kind of map; ${EXPECTED}`);
}
