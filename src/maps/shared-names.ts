/** Names in options of several maps: one that a map lacks is right if another of the maps has it. */

import type { GameMap } from './read-map.js';

/** Of maps in formats whose options have names. */
export const absentOf = ({ format, absent = [] }: GameMap): readonly string[] | undefined =>
  format === 'tiled' ? absent : undefined;

export class SharedNames<M> {
  private readonly known = new Map<string, Promise<boolean>>();

  /** @param absentOf names that a map lacks, as `leaveAbsent` lists them; undefined if it cannot have any */
  constructor(
    private readonly maps: readonly M[],
    private readonly absentOf: (map: M) => Promise<readonly string[] | undefined>,
  ) {}

  /** Whether each of the names is in some map. */
  async have(names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      const known = this.known.get(name) ?? this.find(name);
      this.known.set(name, known);
      if (!(await known)) return false;
    }
    return true;
  }

  private async find(name: string): Promise<boolean> {
    for (const map of this.maps) {
      const absent = await this.absentOf(map).catch(() => undefined);
      if (absent && !absent.includes(name)) return true;
    }
    return false;
  }
}
