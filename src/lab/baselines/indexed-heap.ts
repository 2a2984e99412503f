/** A binary heap of cells by key, smallest first, with decrease-key: a cell is in it at most once. */
export class IndexedHeap {
  private readonly heap: Int32Array;
  private readonly place: Int32Array;
  private readonly keys: Float64Array;
  size = 0;

  /** @param cells number of cells of the padded grid */
  constructor(cells: number) {
    this.heap = new Int32Array(cells);
    this.place = new Int32Array(cells);
    this.keys = new Float64Array(cells);
  }

  clear(): void {
    this.size = 0;
  }

  /** The smallest key; Infinity if the heap is empty. */
  lowest(): number {
    return this.size > 0 ? this.keys[0] : Infinity;
  }

  push(cell: number, key: number): void {
    this.siftUp(cell, key, this.size++);
  }

  /** Gives a cell of the heap a smaller key. */
  lower(cell: number, key: number): void {
    this.siftUp(cell, key, this.place[cell]);
  }

  /** Removes the cell with the smallest key. The heap must not be empty. */
  pop(): number {
    const { heap, keys } = this;
    const top = heap[0];
    const cell = heap[--this.size];
    const key = keys[this.size];
    let i = 0;
    for (let child = 1; child < this.size; i = child, child = 2 * i + 1) {
      if (child + 1 < this.size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      this.put(i, heap[child], keys[child]);
    }
    this.put(i, cell, key);
    return top;
  }

  private siftUp(cell: number, key: number, at: number): void {
    const { heap, keys } = this;
    let i = at;
    for (let up = (i - 1) >> 1; i > 0 && keys[up] > key; i = up, up = (i - 1) >> 1) this.put(i, heap[up], keys[up]);
    this.put(i, cell, key);
  }

  private put(i: number, cell: number, key: number): void {
    this.heap[i] = cell;
    this.keys[i] = key;
    this.place[cell] = i;
  }
}
