/** Options of a format that are complete: given ones are checked, others have their defaults. */
import { MapError } from '../core/errors.js';
import { kebab, type Option, type OptionTable } from '../core/options/option.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { quote } from './text.js';

/** Value of an option that is not given and has no default, by kind. */
const NOTHING: Partial<Record<Option['kind'], unknown>> = { text: '', meanings: {}, legend: {} };

/**
 * Options with defaults for those that are not given: a legend without meanings, an empty text.
 * @throws {MapError} if a number is out of its range, or a word none of its choices
 */
export function complete<T>(format: string, table: OptionTable, given: Partial<T> = {}): T {
  refuseUnknown(given as Record<string, unknown>, ...Object.keys(table));
  const all = Object.entries(table).map(([key, option]) => {
    const value = (given as Record<string, unknown>)[key] ?? option.default ?? NOTHING[option.kind];
    const { kind, least = 0, most = 0, choices } = option;
    const refuse = (allowed: string): never => {
      throw new MapError(`${format}.${key} (--${format}.${kebab(key)}) is ${quote(value)}, allowed ${allowed}`);
    };
    if (choices && value !== undefined && !choices.includes(value as string)) refuse(`are ${choices.join(', ')}`);
    const isNumber = kind === 'whole' ? Number.isInteger(value) : kind !== 'number' || typeof value === 'number';
    const isRanged = kind === 'whole' || kind === 'number';
    if (!isNumber || (isRanged && !((value as number) >= least && (value as number) <= most)))
      refuse(`is a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}`);
    return [key, value];
  });
  return Object.fromEntries(all) as T;
}
