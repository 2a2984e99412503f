/** Doors and links of a map that changes, by name. */
import { type WallInput, wallAt } from '../../core/grid/walls.js';
import { readMeta } from '../../runtime/meta.js';
import { checkLink, type EditableNav, editsOf } from './edits.js';

/** A door of the map: all its cells together. */
export interface Door {
  readonly name: string;
  /** x and y of each cell, in turn. */
  readonly cells: readonly number[];
  /** Walls between cells that are part of it. */
  readonly walls: readonly WallInput[];
  /** Whether all its cells are open; the size of the unit does not matter. */
  readonly isOpen: boolean;
  /** Opens all cells. */
  open(): void;
  /**
   * Closes all cells, except those that are taken. Call it again each frame: it closes the others when they are free.
   * @param taken whether a cell must stay open for now
   * @returns whether all are closed now
   */
  close(taken?: (x: number, y: number) => boolean): boolean;
}

/**
 * All doors of a name, from the map file or the options of `editable`.
 *
 *     findDoor(nav, 'gate').close();
 *
 * @throws {RangeError} if there is none
 */
export function findDoor(nav: EditableNav, name: string): Door {
  const { cells: live, grid, doors, nav: loaded } = editsOf(nav);
  const places = doors ?? readMeta(loaded).doors;
  const parts = places.filter((door) => door.name === name);
  const [cells, walls] = [parts.flatMap((door) => door.cells), parts.flatMap((door) => door.walls ?? [])];
  if (cells.length + walls.length === 0) {
    const names = [...new Set(places.map((door) => door.name))].join(', ');
    throw new RangeError(
      `there is no door ${name}; ${names ? `there are ${names}` : 'mark doors in the map, or give editable { doors }'}`,
    );
  }
  const each = Array.from({ length: cells.length / 2 }, (_, i) => ({ x: cells[2 * i], y: cells[2 * i + 1] }));
  return {
    name,
    cells,
    walls,
    get isOpen() {
      const isShut = (wall: WallInput) => {
        const [cell, bit] = wallAt(grid, wall);
        return ((grid.walls?.[cell] ?? 0) & bit) > 0;
      };
      return each.every(({ x, y }) => live.isGround(x, y)) && !walls.some(isShut);
    },
    open: () => nav.edit([...each, ...walls.map((wall) => ({ wall }))].map((part) => ({ ...part, open: true }))),
    close(taken = () => false) {
      if (typeof taken !== 'function') throw new TypeError(`taken is ${taken}, expected a function`);
      const free = each.filter(({ x, y }) => !taken(x, y));
      nav.edit([...free, ...walls.map((wall) => ({ wall }))].map((part) => ({ ...part, open: false })));
      return each.every(({ x, y }) => !live.isGround(x, y));
    },
  };
}

/** All links of a name. */
export interface LinkGroup {
  readonly name: string;
  /** Whether they are open; a link is disabled while one of its ends is in a wall. */
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/**
 * The links of a name, which open and close together.
 *
 *     findLink(nav, 'drawbridge').close();
 *
 * @throws {RangeError} if there is none
 * @throws {TypeError} unless the map can change
 */
export function findLink(nav: EditableNav, name: string): LinkGroup {
  const linked = checkLink(editsOf(nav).self, name);
  return {
    name,
    get isOpen() {
      return !linked.search.closed.has(name);
    },
    open: () => nav.edit({ link: name, open: true }),
    close: () => nav.edit({ link: name, open: false }),
  };
}
