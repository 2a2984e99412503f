/** Recognizes formats whose files do not name themselves, from the ends of a file. */

/** The ends of a file, by which its format is recognized. */
export interface Head {
  file: string;
  bytes: Uint8Array;
  /** Beginning of a text, without white space before it; empty where the bytes are no text. */
  text: string;
  /** Beginning and end of a text that begins with a brace: editors name themselves at either. Else empty. */
  json: string;
}

const CODE = /\.[cm]?[jt]s$/i;
const CODE_TEXT = /^(export\s|(const|let|var)\s+\w+\s*[:=]|(module\.)?exports\b)/;
const ROWS = /^\[\s*([{["'\d-]|true|false|null)/;
/** Lists of numbers, of lists of these, and what looks drawn. */
const TABLES = /"\s*:\s*(\[\s*((\[\s*)*(-?\d+|true|false)\s*[,\]]|"[#.@01~ ]{2,}")|"[#.@01~ ]{2,}\\[rn])/;

/** Rows in JSON, and code. */
export const isTable = ({ file, text, json }: Head): boolean =>
  CODE.test(file) || CODE_TEXT.test(text) || ROWS.test(text) || TABLES.test(json);

/** A picture in PGM, or the description of an occupancy grid. */
export const isRos = ({ bytes, text }: Head): boolean =>
  /^P[25]\s/.test(String.fromCharCode(...bytes.subarray(0, 3))) ||
  (/^image:/m.test(text) && /^resolution:/m.test(text));

/** Keys of scenes of Foundry, of which each has most. */
const OF_FOUNDRY = ['padding', 'tokens', 'walls', 'tokenVision', 'drawings', 'sounds', 'gridType', 'fogExploration'];
const hasKey = (json: string, key: string) => json.includes(`"${key}":`) || json.includes(`"${key}" :`);

/** Universal VTT, or a scene of Foundry. */
export const isScene = ({ file, json }: Head): boolean =>
  /\.(dd2vtt|uvtt|df2vtt)$/i.test(file) ||
  hasKey(json, 'pixels_per_grid') ||
  (hasKey(json, 'grid') && OF_FOUNDRY.filter((key) => hasKey(json, key)).length > 1);
