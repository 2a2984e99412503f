/** Reads values out of JSON that a map editor wrote, or anybody else: each has to be of its kind. */
import { MapError } from '../errors.js';
import { quote } from './text.js';

export class Fields {
  private readonly values: Record<string, unknown>;

  /** @param where beginning of error messages @throws {MapError} unless `value` is an object */
  constructor(
    value: unknown,
    readonly where: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MapError(`${where}: found ${quote(value)}, expected an object`);
    this.values = value as Record<string, unknown>;
  }

  /** The same values, with another place in error messages. */
  at(where: string): Fields {
    return new Fields(this.values, where);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name) && this.values[name] !== null && this.values[name] !== undefined;
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  names(): string[] {
    return Object.keys(this.values);
  }

  integer(name: string, least: number, most: number, fallback?: number): number {
    const value = this.number(name, fallback);
    if (!Number.isInteger(value) || value < least || value > most)
      this.fail(name, value, `a whole number from ${least} to ${most}`);
    return value;
  }

  number(name: string, fallback?: number): number {
    if (!this.has(name) && fallback !== undefined) return fallback;
    const value = this.raw(name);
    if (typeof value !== 'number' || !Number.isFinite(value)) this.fail(name, value, 'a number');
    return value;
  }

  text(name: string, fallback?: string): string {
    if (!this.has(name) && fallback !== undefined) return fallback;
    const value = this.raw(name);
    if (typeof value !== 'string') this.fail(name, value, 'a text');
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.has(name) ? this.raw(name) === true : fallback;
  }

  /** Empty where there is none. */
  list(name: string): unknown[] {
    if (!this.has(name)) return [];
    const value = this.raw(name);
    if (!Array.isArray(value)) this.fail(name, value, 'a list');
    return value;
  }

  /** The objects of a list, each with its place in it in error messages. */
  objects(name: string): Fields[] {
    return this.list(name).map((value, i) => new Fields(value, `${this.where}: ${name}[${i}]`));
  }

  fail(name: string, actual: unknown, expected: string): never {
    throw new MapError(
      `${this.where}: ${name} is ${actual === undefined ? 'missing' : quote(actual)}, expected ${expected}`,
    );
  }
}
