/** How lines that a blob has are proven where a search uses them. */

/** Checks of stored lines that a graph runs while it makes edges. */
export interface Proof {
  /** An edge along `first` for some steps, then along d for others. @throws {BlobError} if it leaves the open cells */
  edge(x: number, y: number, first: number, run: number, d: number, steps: number): void;
  /** An arrival, and the point of the record of its number. @throws {BlobError} if they differ */
  node(x: number, y: number, point: number): void;
}
