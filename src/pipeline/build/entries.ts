/** Entries of a record in columns: a hundred thousand take 20 MB, as objects 50. */
import { defined } from '../../core/options/option.js';
import type { Reading } from '../config/reading.js';
import type { Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';

export interface Entry {
  map: string;
  /** SHA-256 of the map file's bytes; only its first half if the entry was read from a file. */
  mapSha256: string;
  /** SHA-256 of each other file that was read, by its path from the map. */
  beside?: Record<string, string>;
  reading: Reading;
  artifacts: Wanted[];
  /** The map's choice of artifacts, if it could choose. */
  choice?: Choice;
  /** Artifacts in other outputs that it was made from. */
  madeFrom: Wanted[];
  algorithmRevision: number;
  /** Version of gridprep that made it. Another version does not make it stale. */
  tool: string;
  sha256: string;
  bytes: number;
  /** Tiles of a world: number, bytes, SHA-256 of all. */
  world?: { tiles: number; bytes: number; sha256: string };
  fingerprint: string;
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  /** Seconds of its bake. */
  seconds: number;
}

/** Stored bytes of the SHA-256 of an output, a map and a fingerprint. Half of the map's is enough to detect changes. */
const HASHES = [32, 16, 32] as const;
export const HASH_BYTES = HASHES.reduce<number>((sum, bytes) => sum + bytes, 0);

/** Fields that many outputs share. */
export type Recipe = Pick<Entry, 'reading' | 'artifacts' | 'choice' | 'madeFrom' | 'algorithmRevision' | 'tool'>;
/** Fields of few outputs. */
export type Rare = Pick<Entry, 'beside' | 'agents' | 'world'>;

export interface Columns {
  maps: string[];
  recipes: Recipe[];
  /** Index of each row's recipe. */
  recipe: number[];
  /** Bytes, width, height, open cells, milliseconds: a list of each. */
  numbers: number[][];
  rare: Map<number, Rare>;
  /** {@link HASH_BYTES} a row. */
  hashes: Buffer;
}

function noColumns(): Columns {
  return { maps: [], recipes: [], recipe: [], numbers: [[], [], [], [], []], rare: new Map(), hashes: Buffer.alloc(0) };
}

/** Outputs of a folder by file, with slashes. */
export class Entries {
  private readonly rows: Map<string, number>;
  private readonly recipes: Map<string, number>;

  /** @param files of the rows */
  constructor(
    files: readonly string[] = [],
    private readonly columns: Columns = noColumns(),
  ) {
    this.rows = new Map(files.map((file, row) => [file, row]));
    this.recipes = new Map(columns.recipes.map((recipe, i) => [JSON.stringify(recipe), i]));
  }

  get size(): number {
    return this.rows.size;
  }

  files(): IterableIterator<string> {
    return this.rows.keys();
  }

  *[Symbol.iterator](): Generator<[file: string, entry: Entry]> {
    for (const [file, row] of this.rows) yield [file, this.entryAt(row)];
  }

  get(file: string): Entry | undefined {
    const row = this.rows.get(file);
    return row === undefined ? undefined : this.entryAt(row);
  }

  set(file: string, entry: Entry): void {
    const { maps, recipe, numbers, rare } = this.columns;
    const row = this.rows.get(file) ?? maps.length;
    this.rows.set(file, row);
    maps[row] = entry.map;
    recipe[row] = this.recipeOf(entry);
    const { bytes, width, height, openCells, seconds, beside, agents, world } = entry;
    for (const [c, number] of [bytes, width, height, openCells, Math.round(1000 * seconds)].entries())
      numbers[c][row] = number;
    if (beside || agents || world) rare.set(row, defined({ beside, agents, world }));
    else rare.delete(row);
    let at = HASH_BYTES * row;
    const hashes = this.hashesUpTo(at + HASH_BYTES);
    for (const [h, hex] of [entry.sha256, entry.mapSha256, entry.fingerprint].entries()) {
      hashes.write(hex.slice(0, 2 * HASHES[h]), at, 'hex');
      at += HASHES[h];
    }
  }

  delete(file: string): void {
    this.rows.delete(file);
  }

  /** Rows in the order of their files, and recipes in that of their first use. */
  sorted(): { files: string[]; columns: Columns } {
    const files = [...this.rows.keys()].sort();
    const { maps, recipes, recipe, numbers, rare, hashes } = this.columns;
    const columns = { ...noColumns(), hashes: Buffer.alloc(HASH_BYTES * files.length) };
    const used = new Map<number, number>();
    for (const [to, file] of files.entries()) {
      const row = this.rows.get(file) as number;
      columns.maps.push(maps[row]);
      const index = used.get(recipe[row]) ?? columns.recipes.push(recipes[recipe[row]]) - 1;
      used.set(recipe[row], index);
      columns.recipe.push(index);
      for (const [c, list] of columns.numbers.entries()) list.push(numbers[c][row]);
      const more = rare.get(row);
      if (more) columns.rare.set(to, more);
      hashes.copy(columns.hashes, HASH_BYTES * to, HASH_BYTES * row, HASH_BYTES * (row + 1));
    }
    return { files, columns };
  }

  private entryAt(row: number): Entry {
    const { maps, recipes, recipe, numbers, rare, hashes } = this.columns;
    let at = HASH_BYTES * row;
    const [sha256, mapSha256, fingerprint] = HASHES.map((bytes) => {
      at += bytes;
      return hashes.toString('hex', at - bytes, at);
    });
    const [bytes, width, height, openCells, ms] = numbers.map((column) => column[row]);
    const sizes = { bytes, width, height, openCells, seconds: ms / 1000 };
    return { map: maps[row], mapSha256, ...rare.get(row), ...recipes[recipe[row]], sha256, fingerprint, ...sizes };
  }

  private recipeOf({ reading, artifacts, choice, madeFrom, algorithmRevision, tool }: Entry): number {
    const recipe: Recipe = defined({ reading, artifacts, choice, madeFrom, algorithmRevision, tool });
    const text = JSON.stringify(recipe);
    const known = this.recipes.get(text) ?? this.columns.recipes.push(recipe) - 1;
    this.recipes.set(text, known);
    return known;
  }

  private hashesUpTo(length: number): Buffer {
    const { hashes } = this.columns;
    if (hashes.length >= length) return hashes;
    const larger = Buffer.alloc(Math.max(length, 2 * hashes.length));
    hashes.copy(larger);
    this.columns.hashes = larger;
    return larger;
  }
}
