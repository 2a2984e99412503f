/** Doors of a map that changes, by name. */
import type { Place } from '../../grid/places.js';
import type { Edits } from './edits.js';

/** A door of the map: all its cells at once. */
export interface Door {
  readonly name: string;
  /** x and y of each cell, in turn. */
  readonly cells: readonly number[];
  /** Whether all of them are open, whatever walker the map is of. */
  readonly isOpen: boolean;
  open(): void;
  /**
   * Closes all cells, or where somebody may stand in the door those on which nobody does: called again each frame, it closes the others when they are free.
   * @param taken whether a cell must stay open for now
   * @returns whether all are closed now
   */
  close(taken?: (x: number, y: number) => boolean): boolean;
}

/** What {@link doors} adds to a map. */
export interface Doors {
  /** The doors of a name, as one. @throws {RangeError} if there is none */
  door(name: string): Door;
}

/** Doors for `editableJps`. @param places as `readMeta` of `gridprep/runtime/meta` finds them in a blob */
export function doors(places: readonly Place[]): (edits: Edits) => Doors {
  return ({ self, cells: { isGround } }) => ({
    door(name) {
      const cells = places.filter((door) => door.name === name).flatMap((door) => door.cells);
      if (cells.length === 0) {
        const names = [...new Set(places.map((door) => door.name))].join(', ');
        throw new RangeError(`there is no door ${name}; ${names ? `there are ${names}` : 'give editable the doors that readMeta finds'}`);
      }
      const each = Array.from({ length: cells.length / 2 }, (_, i) => ({ x: cells[2 * i], y: cells[2 * i + 1] }));
      return {
        name,
        cells,
        get isOpen() {
          return each.every(({ x, y }) => isGround(x, y));
        },
        open: () => self.edit(each.map((cell) => ({ ...cell, open: true }))),
        close(taken = () => false) {
          const free = each.filter(({ x, y }) => !taken(x, y));
          self.edit(free.map((cell) => ({ ...cell, open: false })));
          return free.length === each.length;
        },
      };
    },
  });
}
