/** What is known of a cell: names and values, and its jump distances laid out as a compass. */
import type { Values } from '../desk/values.js';
import { element } from './dom.js';

/** Directions, from north clockwise, in the order of a compass's rows; -1 is the cell. */
const COMPASS = [7, 0, 1, 6, -1, 2, 5, 4, 3];
const NAMES = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

export function valueItems({ entries, jumps }: Values): HTMLElement[] {
  const items = entries.flatMap(([name, value]) => [element('dt', name), element('dd', value)]);
  if (!jumps) return items;
  const compass = element('dd', '', 'compass');
  for (const d of COMPASS) {
    const value = element('span', d < 0 ? '·' : String(jumps[d]), d >= 0 && jumps[d] > 0 ? 'jump' : '');
    if (d >= 0) value.title = `${NAMES[d]}: ${jumps[d] > 0 ? `jump point after ${jumps[d]}` : `wall after ${-jumps[d]}`}`;
    compass.append(value);
  }
  return [...items, element('dt', 'jump distances'), compass];
}
