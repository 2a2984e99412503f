/** Worker: searches the rows of one table until none is left. */
import { rowSearch, type SharedRows } from './search.js';

export default function search({ edges, distances, next }: SharedRows): void {
  const searchRow = rowSearch(edges, distances);
  const count = edges.first.length - 1;
  for (let source = Atomics.add(next, 0, 1); source < count; source = Atomics.add(next, 0, 1)) searchRow(source);
}
