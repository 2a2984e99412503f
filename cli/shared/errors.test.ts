import { describe, expect, it } from 'vitest';
import * as library from '../../src/errors.js';
import { describe as describeError, exitCode } from './errors.js';

/** Every class of errors that the library exports. */
const CLASSES = Object.entries(library).filter(([name]) => name.endsWith('Error')) as [
  string,
  new (message: string) => Error,
][];

describe('exitCode', () => {
  it('knows the errors of the library by the names of their classes', () => {
    expect(CLASSES.length).toBeGreaterThan(5);
    const own = CLASSES.filter(
      ([, type]) => Object.getPrototypeOf(type) === Error || Object.getPrototypeOf(type) === RangeError,
    );
    expect(own.map(([, type]) => new type('found').name)).toEqual(own.map(([name]) => name));
  });

  it.each(CLASSES)(
    'of %s is 2, as the user can mend it; only what threads, servers and other machines fail at is failed work',
    (name, type) => {
      expect(exitCode(new type('found'))).toBe(['ThreadError', 'CacheError', 'FleetError'].includes(name) ? 1 : 2);
    },
  );
});

describe('what is said of an error', () => {
  const long = 'x'.repeat(4000);
  it.each([
    ['a map', new library.MapError(`a.map: ${long}; do this`)],
    ['a bug', new Error(`${long}; do this`)],
    ['a config', new library.ConfigError(`${long}; do this\n${long}; do that`)],
    ['a file', Object.assign(new Error(long), { code: 'ENOENT', syscall: 'open', path: `${long}; do this` })],
    ['no error', `${long}; do this`],
  ])('has no line of more than 300 characters: %s', (_, error) => {
    const lines = describeError(error).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(300);
    expect(lines[0]).toMatch(
      /x \.\.\. x+; (do this|.*no such file or folder)$|x \.\.\. x+; do this: no such file or folder$/,
    );
  });
});
