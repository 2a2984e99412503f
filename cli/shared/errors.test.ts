import { describe, expect, it } from 'vitest';
import * as library from '../../src/errors.js';
import { exitCode } from './errors.js';

/** Every class of errors that the library exports. */
const CLASSES = Object.entries(library).filter(([name]) => name.endsWith('Error')) as [string, new (message: string) => Error][];

describe('exitCode', () => {
  it('knows the errors of the library by the names of their classes', () => {
    expect(CLASSES.length).toBeGreaterThan(5);
    expect(CLASSES.map(([, type]) => new type('found').name)).toEqual(CLASSES.map(([name]) => name));
  });

  it.each(CLASSES)(
    'of %s is 2, as the user can mend it; only what threads, servers and other machines fail at is failed work',
    (name, type) => {
      expect(exitCode(new type('found'))).toBe(['ThreadError', 'CacheError', 'FleetError'].includes(name) ? 1 : 2);
    },
  );
});
