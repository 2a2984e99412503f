/** Meaning of class and properties of a tile, layer, tileset or object for its cells. */
import { MapError } from '../../errors.js';
import { MAX_COST } from '../../grid/grid.js';
import type { Fields } from '../fields.js';
import { BLOCKED, OPEN } from '../plane.js';
import { quote } from '../text.js';
import type { TiledOptions } from './options.js';

export interface Verdict {
  /** 0 blocked, else a cost. */
  price?: number;
  /** Whether cells are open even over what blocks them: class `open`. */
  opens?: boolean;
  /** Whether the property is present and false: it overrides layer and tileset. */
  passable?: boolean;
}

/** Class of a thing: older and newer files of Tiled call it `type`, those of 1.9 `class`. */
export function classOf(fields: Fields): string {
  return fields.text('class', '') || fields.text('type', '');
}

export function verdictOf(fields: Fields, { solidProperty: solid, costProperty: cost }: TiledOptions): Verdict {
  const properties = propertiesOf(fields);
  const kind = classOf(fields).toLowerCase();
  const value = properties.get(cost);
  const price = value === undefined ? undefined : checkedCost(value, cost, fields.where);
  if (properties.get(solid) === true || kind === 'blocked') return { price: BLOCKED };
  if (kind === 'open') return { price: price ?? OPEN, opens: true };
  if (kind === 'cost' && price === undefined)
    throw new MapError(`${fields.where}: its class is "cost", but it has no number property ${quote(cost)}`);
  return { ...(price !== undefined && { price }), ...(properties.get(solid) === false && { passable: true }) };
}

function checkedCost(value: unknown, name: string, where: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_COST) return value;
  throw new MapError(
    `${where}: property ${quote(name)} is ${quote(value)}, allowed is a whole number from 1 to ${MAX_COST}`,
  );
}

export function propertiesOf(fields: Fields): Map<string, unknown> {
  return new Map(fields.objects('properties').map((property) => [property.text('name'), property.raw('value')]));
}
