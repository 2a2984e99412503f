/** The maps to choose from: those of the page or its server, and those that were dropped on it. */
import type { PageMap } from '../page-data.js';
import { element } from './dom.js';
import { grouped, openScene, type Source, sourceOf } from './open.js';

/** A map, and what it is read from. */
export interface Listed {
  name: string;
  read: () => Promise<Source[]>;
}

export class MapList {
  readonly select = element('select');
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

  /** Other maps in place of all. */
  replace(maps: PageMap[]): void {
    this.listed = maps.map(({ name, files }) => ({ name, read: () => Promise.all(files.map(sourceOf)) }));
    this.show();
  }

  /**
   * Maps and blobs from disk; blobs of one map are one map of the list.
   * @returns name of the first
   * @throws {Error} if one cannot be opened: it is not listed, nor what comes after it
   */
  async add(files: Iterable<File>): Promise<string | undefined> {
    const sources: Source[] = [];
    for (const file of files) sources.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const before = this.listed.length;
    try {
      for (const group of grouped(sources)) {
        openScene(group);
        this.listed.push({ name: this.unusedName(group.map((one) => one.name).join(' + ')), read: async () => group });
      }
    } finally {
      this.show();
    }
    return this.listed[before]?.name;
  }

  private unusedName(name: string): string {
    let found = name;
    for (let i = 2; this.listed.some((one) => one.name === found); i++) found = `${name} (${i})`;
    return found;
  }

  private show(): void {
    this.select.replaceChildren(...this.listed.map(({ name }) => Object.assign(element('option', name), { value: name })));
    this.select.disabled = this.listed.length < 2;
  }
}
