/** Goals of a group: the free cells nearest to a block or a line, and which unit gets which. */
import type { Place, Steps } from './steps.js';

/**
 * Cells of a formation that can be reached from its middle, first in its box, then near it. They are searched once for
 * all units that are sent there, while the map does not change.
 */
export class Formation {
  readonly #even: readonly number[];
  readonly #half: readonly number[];
  /** How far outside of the box cells have been searched, and the cells seen farther out. */
  #room = 1;
  #edge: Place[];
  readonly #seen: Set<number>;
  /** Free cells, the best first; the index of each; the first that may be no unit's goal. */
  readonly #found: (Place & { outside: number; far: number })[] = [];
  readonly #ranks = new Map<number, number>();
  #first = 0;

  /** @param columns,rows of the box, in units that cover `size` x `size` cells */
  constructor(
    private readonly map: Steps,
    private readonly size: number,
    private readonly middle: Place,
    columns: number,
    rows: number,
  ) {
    this.#even = [columns, rows].map((side) => (side % 2 ? 0 : 0.5));
    this.#half = [columns, rows].map((side) => (size * side - 1) / 2);
    [this.#edge, this.#seen] = [[middle], new Set([middle.cell])];
  }

  /** @returns the best cells that are no goals, at most `count`, with room for a unit on each */
  places(count: number, isGoal: (cell: number) => boolean): Place[] {
    const { size } = this;
    const found = this.#found;
    const least = size * size * count;
    for (let free = 0; free < least; ) {
      while (this.#first < found.length && isGoal(found[this.#first].cell)) this.#first++;
      free = 0;
      for (let i = this.#first; i < found.length && free < least; i++) if (!isGoal(found[i].cell)) free++;
      if (free < least && !this.#widen()) break;
    }
    const places: Place[] = [];
    for (let i = this.#first; i < found.length && places.length < count; i++) {
      const { x, y, cell } = found[i];
      const isApart = (one: Place) => Math.max(Math.abs(one.x - x), Math.abs(one.y - y)) >= size;
      if (!isGoal(cell) && (size < 2 || places.every(isApart))) places.push(found[i]);
    }
    return places;
  }

  /** A cell is no goal any more: units may be sent there, or to cells where they overlap it. */
  release(cell: number): void {
    const covered = this.map.cover(cell);
    for (const a of covered)
      for (const b of covered) this.#first = Math.min(this.#first, this.#ranks.get(cell + a - b) ?? Infinity);
  }

  /** Looks farther out. @returns false if there is nothing more */
  #widen(): boolean {
    const { map, middle } = this;
    const found = this.#found;
    const list = this.#edge;
    if (list.length === 0) return false;
    [this.#edge, this.#room, this.#first] = [[], 2 * this.#room, 0];
    for (const place of list) {
      const dx = Math.abs(place.x - middle.x + this.#even[0]);
      const dy = Math.abs(place.y - middle.y + this.#even[1]);
      const outside = Math.max(0, dx - this.#half[0], dy - this.#half[1]);
      if (outside > this.#room) {
        this.#edge.push(place);
        continue;
      }
      const { cell, x, y } = place;
      if (map.isFree(x, y)) found.push({ cell, x, y, outside, far: dx * dx + dy * dy });
      for (const { to, link } of map.steps(cell)) {
        if (link || this.#seen.has(to)) continue;
        this.#seen.add(to);
        list.push(map.placeOf(to));
      }
    }
    found.sort((a, b) => a.outside - b.outside || a.far - b.far || a.cell - b.cell);
    for (let i = 0; i < found.length; i++) this.#ranks.set(found[i].cell, i);
    return true;
  }
}

/** By columns, then by rows: of units and their places in this order no two ways cross in open ground. */
export function sorted<T extends { x: number; y: number }>(all: readonly T[], rows: number): T[] {
  const across = [...all].sort((a, b) => a.x - b.x || a.y - b.y);
  return all.flatMap((_, i) => (i % rows ? [] : across.slice(i, i + rows).sort((a, b) => a.y - b.y || a.x - b.x)));
}
