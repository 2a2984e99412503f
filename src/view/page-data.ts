/** Data of the page, in its file or fetched from its server. */

export const PACKED = 'map';

/** A file: base64 in the page, or its address on the server. */
export interface PageFile {
  name: string;
  url?: string;
  data?: string;
}

export interface PageMap {
  name: string;
  files: PageFile[];
  /** Tiles of a world, fetched when they become visible. */
  beside?: PageFile[];
  /** Address of the files of a map for the walls assistant, and whether the map has no marks of walls. */
  walls?: { url: string; lacksMarks: boolean };
}

/** A map for the walls assistant, and its options. */
export interface PageWalls {
  /** Path of the map, and its address. */
  map: string;
  url: string;
  /** Key of the options of its format. */
  key: string;
  options: Readonly<Record<string, unknown>>;
  /** Name of the level, if the file has several. */
  level?: string | undefined;
}

export interface PageData {
  maps: PageMap[];
  faults: string[];
  live: boolean;
  /** Header of requests that change something. */
  token?: string;
  /** Whether to open the walls assistant. */
  opensWalls?: boolean;
}

/** The name of a map, with a number if others have it. */
export function unusedName(name: string, isUsed: (name: string) => boolean): string {
  let unused = name;
  for (let i = 2; isUsed(unused); i++) unused = `${name} (${i})`;
  return unused;
}
