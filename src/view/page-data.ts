/** What the page carries with it or asks its server for. */

/** What a blob calls itself that holds a map and nothing made from it. */
export const PACKED = 'map';

/** A file of a map: its bytes in the page as base64, or where the server has them. */
export interface PageFile {
  name: string;
  url?: string;
  data?: string;
}

/** A map, and the files that tell of it: blobs, or the map itself. */
export interface PageMap {
  name: string;
  files: PageFile[];
  /** Of a world the files of its tiles, which are read when they are seen. */
  beside?: PageFile[];
}

/** The content of the page's script element `data`. */
export interface PageData {
  maps: PageMap[];
  /** Files that cannot be opened, each with its fault. */
  faults: string[];
  /** Whether a server tells of changes. */
  live: boolean;
}
