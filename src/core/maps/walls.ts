/** Where the walls of a map come from: what editors' files mark them with, and what was made of it. */

/** Where walls come from, for people and for `--json`. */
export interface WallReport {
  /** Marks that made walls: `tile layer "Collision" (hidden, 14564 cells)`. Empty where the file marks none. */
  used: string[];
  /** Marks that were passed over: `layer "Walls"`. */
  notUsed: string[];
  /** What cells without a tile are, where the map has such cells: `open (405; --tiled.empty blocked)`. */
  empty?: string;
  /** Sentences for the author, each with the option to try. They are among the warnings of the map, too. */
  warnings: string[];
  /** The option that the warnings name, as a config has it; only where there is one that is likely right. */
  suggested?: { tiled?: Readonly<Record<string, unknown>>; ldtk?: Readonly<Record<string, unknown>> };
  /** Whether the file is a set of rules of the editor (automapping), not a map for a game. */
  rules?: true;
}

/** `tile layer "Collision" (14564 cells); not used: layer "Walls"; cells without a tile: blocked (12)`. */
export function wallsLine({ used, notUsed, empty }: WallReport): string {
  return [
    used.join(', ') || 'no mark found',
    ...(notUsed.length > 0 ? [`not used: ${notUsed.join(', ')}`] : []),
    ...(empty === undefined ? [] : [`cells without a tile: ${empty}`]),
  ].join('; ');
}
