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
}

export interface PageData {
  maps: PageMap[];
  faults: string[];
  live: boolean;
}

/** The name of a map, with a number if others have it. */
export function unusedName(name: string, isUsed: (name: string) => boolean): string {
  let unused = name;
  for (let i = 2; isUsed(unused); i++) unused = `${name} (${i})`;
  return unused;
}
