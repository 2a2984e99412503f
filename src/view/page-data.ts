/** What the page carries with it or asks its server for. */

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
}

/** The content of the page's script element `data`. */
export interface PageData {
  maps: PageMap[];
  /** Whether a server tells of changes. */
  live: boolean;
}
