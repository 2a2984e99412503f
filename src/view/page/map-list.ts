/** The list of maps: those of the page or its server, and opened files. */
import { decoded, type FileBytes, type FileSource } from '../desk/open.js';
import { type PageFile, type PageMap, unusedName } from '../page-data.js';
import { Names } from './dom.js';

/** A file of the page, of its server, or from disk. */
type File = PageFile & Partial<FileBytes>;
export type Listed = PageMap & { files: File[]; beside?: File[] };

async function sourceOf({ name, url, data, bytes }: File): Promise<FileSource> {
  if (url === undefined) return { name, ...(data === undefined ? bytes && { bytes } : { data }) };
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export class MapList {
  readonly names: Names;
  private listed: Listed[] = [];

  /** @param changed called with the map that a user has chosen */
  constructor(maps: PageMap[], changed: (name: string) => void) {
    this.names = new Names('map', changed);
    this.replace(maps);
  }

  /** @returns the map of that name, or the first one */
  find(name: string): Listed | undefined {
    return this.listed.find((one) => one.name === name) ?? this.listed[0];
  }

  read({ files }: Listed): Promise<FileSource[]> {
    return Promise.all(files.map(sourceOf));
  }

  /** Reads a tile of a world. */
  async tile(map: string, name: string): Promise<Uint8Array> {
    const file = this.find(map)?.beside?.find((one) => one.name === name);
    if (!file) throw new Error(`${name} is missing: open the whole folder of the world`);
    return decoded(await sourceOf(file)).bytes;
  }

  replace(maps: Listed[]): void {
    this.listed = maps;
    this.names.show(
      maps.map(({ name }) => name),
      this.names.select.value,
    );
  }

  /** Adds files from disk, grouped by map. @returns name of the first map */
  add(sources: FileBytes[], groups: readonly string[][]): string | undefined {
    const before = this.listed.length;
    const maps = [...this.listed];
    for (const group of groups) {
      const name = unusedName(group.join(' + '), (wanted) => maps.some((one) => one.name === wanted));
      maps.push({ name, files: sources.filter((one) => group.includes(one.name)), beside: sources });
    }
    this.replace(maps);
    return maps[before]?.name;
  }
}
