import { describe, expect, it } from 'vitest';
import { BakeError, BlobError, CacheError, ConfigError, FleetError, MapError, ThreadError } from '../../core/errors.js';
import { isLasting, JobError, packFailure, unpackFailure } from './failure.js';

const FOLDER = '/tmp/gridprep-worker-x1';

describe('an error that comes from a worker', () => {
  it('is what it was, without the places of the worker', () => {
    const back = (error: unknown) => unpackFailure(packFailure(error, FOLDER), 'queue');
    expect(back(new MapError(`${FOLDER}/task-ab/in/a.map: row 3 has 4 letters`))).toEqual(
      new MapError('a.map: row 3 has 4 letters'),
    );
    expect(back(new MapError(`${FOLDER}/task-ab/a.map: row 3`))).toEqual(new MapError('a.map: row 3'));
    expect(back(new BakeError('too many nodes'))).toEqual(new BakeError('too many nodes'));
    expect(back(new CacheError('another value'))).toEqual(new CacheError('another value'));
    expect(back(new ThreadError('a worker thread has ended'))).toEqual(
      new FleetError('queue: a worker thread has ended'),
    );
    expect(back('odd')).toEqual(new FleetError('queue: odd'));
    expect(back(new Error('x'.repeat(5000))).message.length).toBeLessThan(2100);
  });

  it('may be anything, in a queue that others write to', () => {
    for (const reason of [
      '',
      'job stalled more than allowable limit',
      '{"name":"constructor"}',
      '{"name":"__proto__","message":"m"}',
      '[]',
    ]) {
      expect(unpackFailure(reason, 'queue')).toBeInstanceOf(FleetError);
    }
    expect(unpackFailure('first\nsecond', 'queue').message).toBe('queue: first');
  });

  it('is tried again unless it would be the same', () => {
    const lasting = [MapError, BakeError, BlobError, ConfigError, CacheError, RangeError, JobError];
    expect(lasting.filter((Class) => !isLasting(new Class('')))).toEqual([]);
    expect([new ThreadError(''), new FleetError(''), new Error(''), 'text'].map(isLasting)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
