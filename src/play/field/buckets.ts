/** The open list of a flood: cells in a ring of buckets by cost. */
import { grown } from '../../core/arrays.js';

export class Buckets {
  /** Cells that are listed, and the lowest cost of the bucket that is being emptied. */
  count = 0;
  floor = 0;
  /** The last cell that was taken, and the directions to go from it. */
  cell = 0;
  mask = 0;
  /** Linked lists through the items; -1 ends them. Costs beyond the last bucket are in it until it is emptied. */
  readonly #heads: Int32Array;
  /** Cell, directions to go in, next item of the list. */
  #items = new Int32Array(3 << 8);
  #used = 0;
  #free = -1;
  #current = 0;

  /** @param width of a bucket @param span highest cost of a listed cell above the floor */
  constructor(
    readonly width: number,
    span: number,
  ) {
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(span / width + 3))).fill(-1);
  }

  /** Whether no cell is left in the bucket that is being emptied. */
  get isEmptied(): boolean {
    return this.#heads[this.#current] < 0;
  }

  add(cell: number, mask: number, cost: number): void {
    const last = this.#heads.length - 1;
    const slot = (this.#current + Math.min((cost - this.floor) / this.width, last)) & last;
    let item = this.#free;
    if (item >= 0) this.#free = this.#items[3 * item + 2];
    else {
      item = this.#used++;
      if (3 * this.#used > this.#items.length) this.#items = grown(this.#items);
    }
    const items = this.#items;
    items[3 * item] = cell;
    items[3 * item + 1] = mask;
    items[3 * item + 2] = this.#heads[slot];
    this.#heads[slot] = item;
    this.count++;
  }

  /** Takes a cell of the bucket that is being emptied. */
  take(): void {
    const items = this.#items;
    const item = this.#heads[this.#current];
    this.#heads[this.#current] = items[3 * item + 2];
    items[3 * item + 2] = this.#free;
    this.#free = item;
    this.count--;
    this.cell = items[3 * item];
    this.mask = items[3 * item + 1];
  }

  /** Continues with the next bucket. */
  advance(): void {
    this.#current = (this.#current + 1) & (this.#heads.length - 1);
    this.floor += this.width;
  }

  clear(): void {
    this.#heads.fill(-1);
    this.#used = this.#current = this.count = 0;
    this.#free = -1;
  }

  /** All listed cells, some twice. */
  cells(): number[] {
    const cells: number[] = [];
    for (let head of this.#heads) for (; head >= 0; head = this.#items[3 * head + 2]) cells.push(this.#items[3 * head]);
    return cells;
  }
}
