import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as library from '../../src/core/errors.js';
import { describe as describeError, exitCode, FailedError, ofMap, UsageError } from './errors.js';
import { print, table, warn } from './output.js';

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
    'of %s is 2, as the user can fix it; only what threads, servers and other machines fail at is failed work',
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

describe('an error of the system', () => {
  const of = (code: string, syscall = 'open', more = {}) =>
    Object.assign(new Error(`${code}: its own words`), { code, syscall, path: 'a.map', ...more });
  it.each([
    ['ENOENT', 'no such file or folder', 2],
    ['EISDIR', 'is a folder, not a file', 2],
    ['EEXIST', 'is a file, not a folder', 2],
    ['ENOTDIR', 'a part of the path is not a folder', 2],
    ['EACCES', 'no permission', 2],
    ['ELOOP', 'its links lead in a circle', 2],
    ['ENAMETOOLONG', 'the name is too long', 2],
    ['ENOTREG', 'ENOTREG: its own words', 2],
    ['EFBIG', 'EFBIG: its own words', 2],
    ['EPERM', 'not permitted', 1],
    ['EROFS', 'the file system is read-only', 1],
    ['ENOSPC', 'the disk is full', 1],
    ['EIO', 'EIO: its own words', 1],
  ])('%s is said in our words', (code, words, exit) => {
    expect([describeError(of(code)), exitCode(of(code))]).toEqual([`prep: a.map: ${words}`, exit]);
  });

  it('is failed work where it is a write, and names the file that was to be written', () => {
    expect(exitCode(of('ENOENT', 'write'))).toBe(1);
    expect(describeError(of('ENOENT', 'write'))).toBe('prep: a.map: no folder can be made there');
    expect(describeError(of('EACCES', 'write', { dest: 'b.prep' }))).toBe('prep: b.prep: no permission');
  });

  it('is a bug without a file or a call: its stack is printed', () => {
    for (const lack of ['code', 'syscall', 'path']) {
      const error = of('ENOENT', 'open', { [lack]: undefined });
      expect([describeError(error), exitCode(error)]).toEqual([error.stack, 1]);
    }
  });
});

it('one line is said of what the user can fix or other machines failed at, the stack of all else', () => {
  const { ThreadError, CacheError, FleetError, BlobError } = library;
  for (const error of [
    ...[new ThreadError('no\nmore'), new CacheError('no'), new FleetError('no'), new FailedError('no')],
    ...[new UsageError('no'), new BlobError('no', 'damaged')],
  ])
    expect(describeError(error)).toBe(error instanceof ThreadError ? 'prep: no\\u000amore' : 'prep: no');
  const bug = new TypeError('no');
  expect(describeError(bug)).toBe(bug.stack);
  expect(describeError(Object.assign(new Error('no'), { stack: undefined }))).toBe('no');
  expect(describeError(new library.ConfigError('a\nb'))).toBe('prep: a\nprep: b');
  expect([exitCode(new UsageError('')), exitCode(new FailedError('')), exitCode('no')]).toEqual([2, 1, 1]);
});

describe('a line feed in a name', () => {
  const map = 'a\nprep: forged.map';
  it.each([
    ['a map', new library.MapError(`${map}: no rows`), 'prep: a\\u000aprep: forged.map: no rows'],
    [
      'a file',
      Object.assign(new Error(), { code: 'ENOENT', syscall: 'open', path: map }),
      /^prep: a\\u000aprep: forged/,
    ],
    ['a map that is named', ofMap(map, new library.BakeError('no room')), 'prep: a\\u000aprep: forged.map: no room'],
    ['no error', map, 'prep: a\\u000aprep: forged.map'],
  ])('begins no line: %s', (_, error, line) => {
    expect(describeError(error)).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    expect(describeError(error)).not.toContain('\n');
  });

  it('begins no line of results, warnings and tables; long lines are cut', () => {
    const written: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => written.push(`${text}`) > 0);
    onTestFinished(() => void vi.restoreAllMocks());
    print(map);
    print([map, 'b']);
    print(table([['map'], [map]]));
    warn(map);
    print('x'.repeat(2 ** 24));
    warn('x'.repeat(2 ** 24));
    const shown = 'a\\u000aprep: forged.map\n';
    expect(written.slice(0, 6)).toEqual([shown, shown, 'b\n', 'map\n', shown, shown]);
    expect(written.slice(6).map(({ length }) => length)).toEqual([20_001, 1001]);
  });
});

it('maps that fail by the same error name only themselves', () => {
  const shared = Object.assign(new library.FleetError('no worker was there'), { more: 1 });
  const lines = ['a.map', 'b.map', 'b.map'].map((map) => describeError(ofMap(map, shared)));
  expect(lines).toEqual(['a.map', 'b.map', 'b.map'].map((map) => `prep: ${map}: no worker was there`));
  expect(ofMap('a.map', shared)).toBeInstanceOf(library.FleetError);
  expect([shared.message, exitCode(ofMap('a.map', shared))]).toEqual(['no worker was there', 1]);
});
