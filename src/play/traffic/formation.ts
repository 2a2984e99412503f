/** Goals of a group: the free cells nearest to a block or a line, and which unit gets which. */
export interface Place {
  cell: number;
  x: number;
  y: number;
}

/**
 * Cells of a formation: those that can be walked to from its middle, first in its box, then near it.
 * @param columns,rows of the box, in units that cover `size` x `size` cells
 * @param steps cells next to a cell
 * @param isFree whether a unit may be sent to a cell
 */
export function formation(
  middle: Place,
  [count, columns, rows, size]: readonly number[],
  steps: (cell: number) => Place[],
  isFree: (place: Place) => boolean,
): Place[] {
  let found: (Place & { outside: number; far: number })[] = [];
  // How far outside of the box to look, until there are enough cells.
  for (let [room, isCut] = [1, true]; isCut && found.length < size * size * count; ) {
    const seen = new Map([[middle.cell, middle]]);
    [room, isCut, found] = [2 * room, false, []];
    for (const place of seen.values()) {
      const dx = Math.abs(place.x - middle.x + (columns % 2 ? 0 : 0.5));
      const dy = Math.abs(place.y - middle.y + (rows % 2 ? 0 : 0.5));
      const outside = Math.max(0, dx - (size * columns - 1) / 2, dy - (size * rows - 1) / 2);
      isCut ||= outside > room;
      if (outside <= room && isFree(place)) found.push({ ...place, outside, far: dx * dx + dy * dy });
      if (outside <= room) for (const next of steps(place.cell)) if (!seen.has(next.cell)) seen.set(next.cell, next);
    }
  }
  found.sort((a, b) => a.outside - b.outside || a.far - b.far || a.cell - b.cell);
  const places: Place[] = [];
  for (const { x, y, cell } of found)
    if (places.length < count && places.every((one) => Math.max(Math.abs(one.x - x), Math.abs(one.y - y)) >= size))
      places.push({ cell, x, y });
  return places;
}

/** By columns, then by rows: of units and their places in this order no two ways cross in open ground. */
export function sorted<T extends { x: number; y: number }>(all: readonly T[], rows: number): T[] {
  const across = [...all].sort((a, b) => a.x - b.x || a.y - b.y);
  return all.flatMap((_, i) => (i % rows ? [] : across.slice(i, i + rows).sort((a, b) => a.y - b.y || a.x - b.x)));
}
