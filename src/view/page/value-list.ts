/** Values of a cell, and its jump distances laid out as a compass. */
import type { Values } from '../desk/values.js';
import { DIRECTION_NAMES } from '../jump-layers.js';
import { element } from './dom.js';
import { latest } from './latest.js';
import type { Cell } from './state.js';

/** Directions, from north clockwise, in the order of a compass's rows; -1 is the cell. */
const COMPASS = [7, 0, 1, 6, -1, 2, 5, 4, 3];

function valueItems({ entries, jumps }: Values): HTMLElement[] {
  const items = entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  if (!jumps) return items;
  const compass = COMPASS.map((d) => {
    if (d < 0) return element('span', {}, '·');
    const title = `${DIRECTION_NAMES[d]}: ${jumps[d] > 0 ? `jump point after ${jumps[d]}` : `wall after ${-jumps[d]}`}`;
    return element('span', { title }, String(jumps[d]));
  });
  return [...items, element('dt', {}, 'jump distances'), element('dd', 'compass', ...compass)];
}

export function valueBox(ask: (cell: Cell) => Promise<Values>, failed: (error: unknown) => void) {
  const list = element('dl', 'values');
  const show = latest<Cell>(async (cell) => list.replaceChildren(...valueItems(await ask(cell))), failed);
  return { element: list, show: (cell: Cell | undefined) => cell && show(cell) };
}
