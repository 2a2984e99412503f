/** Values of a cell, and its jump distances laid out as a compass. */
import type { Values } from '../desk/values.js';
import { element } from './dom.js';
import type { Cell } from './state.js';

/** Directions, from north clockwise, in the order of a compass's rows; -1 is the cell. */
const COMPASS = [7, 0, 1, 6, -1, 2, 5, 4, 3];
const NAMES = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

function valueItems({ entries, jumps }: Values): HTMLElement[] {
  const items = entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  if (!jumps) return items;
  const compass = COMPASS.map((d) => {
    if (d < 0) return element('span', {}, '·');
    const title = `${NAMES[d]}: ${jumps[d] > 0 ? `jump point after ${jumps[d]}` : `wall after ${-jumps[d]}`}`;
    return element('span', { title, className: jumps[d] > 0 ? 'jump' : '' }, String(jumps[d]));
  });
  return [...items, element('dt', {}, 'jump distances'), element('dd', 'compass', ...compass)];
}

/** Values of the cell under the pointer; runs one request at a time, then the latest. */
export class ValueBox {
  readonly element = element('dl', 'values');
  private wanted: Cell | undefined;
  private isAsked = false;

  constructor(
    private readonly ask: (cell: Cell) => Promise<Values>,
    private readonly failed: (error: unknown) => void,
  ) {}

  async show(cell: Cell | undefined): Promise<void> {
    this.wanted = cell;
    if (this.isAsked || !cell) return;
    this.isAsked = true;
    try {
      this.element.replaceChildren(...valueItems(await this.ask(cell)));
    } catch (error) {
      this.failed(error);
    }
    this.isAsked = false;
    if (this.wanted !== cell) void this.show(this.wanted);
  }
}
