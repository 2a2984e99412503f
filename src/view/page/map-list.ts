/** The list of maps: those of the page or its server, and dropped ones. */
import { decoded, type ReadSource, type Source } from '../desk/open.js';
import { type PageFile, type PageMap, unusedName } from '../page-data.js';
import { choices, element, labeled } from './dom.js';

export interface Listed {
  name: string;
  read(): Promise<Source[]>;
  /** Reads a tile of a world. */
  beside(name: string): Promise<Uint8Array>;
}

async function sourceOf({ name, url, data }: PageFile): Promise<Source> {
  if (data !== undefined) return { name, data };
  const response = await fetch(url ?? '', { cache: 'no-store' });
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export class MapList {
  readonly select = element('select');
  readonly element = labeled('map', this.select);
  private listed: Listed[] = [];

  constructor(maps: PageMap[]) {
    this.replace(maps);
  }

  get isEmpty(): boolean {
    return this.listed.length === 0;
  }

  /** @returns the map of that name, or else the first one */
  find(name: string): Listed | undefined {
    return this.listed.find((one) => one.name === name) ?? this.listed[0];
  }

  replace(maps: PageMap[]): void {
    this.listed = maps.map(({ name, files, beside = [] }) => ({
      name,
      read: () => Promise.all(files.map(sourceOf)),
      async beside(wanted) {
        const file = beside.find((one) => one.name === wanted);
        if (!file) throw new Error(`${wanted}: no such file beside ${name}`);
        return decoded(await sourceOf(file)).bytes;
      },
    }));
    this.show();
  }

  /** Adds files from disk. @param sort groups them by map @returns name of the first map, and errors */
  async addFiles(
    files: Iterable<File>,
    sort: (sources: ReadSource[]) => Promise<{ groups: string[][]; faults: string[] }>,
  ): Promise<{ first: string | undefined; faults: string[] }> {
    const sources: ReadSource[] = [];
    for (const file of files) sources.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const { groups, faults } = await sort(sources);
    return { first: this.add(sources, groups), faults };
  }

  private add(sources: readonly ReadSource[], groups: readonly string[][]): string | undefined {
    const before = this.listed.length;
    const find = (name: string) => sources.find((one) => one.name === name);
    for (const group of groups) {
      const files = group.flatMap((name) => find(name) ?? []);
      this.listed.push({
        name: unusedName(group.join(' + '), (name) => this.listed.some((one) => one.name === name)),
        read: async () => files,
        async beside(name) {
          const file = find(name);
          if (!file) throw new Error(`${name} is missing: drop the whole folder of the world`);
          return file.bytes;
        },
      });
    }
    this.show();
    return this.listed[before]?.name;
  }

  private show(): void {
    choices(
      this.select,
      this.listed.map(({ name }) => name),
      this.select.value,
    );
    this.element.hidden = this.listed.length < 2;
  }
}
