import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BakeError } from '../../src/core/errors.js';
import { temporaryFolder } from '../../test/prep.js';
import { checkpointOf, resumable, resumeAdvice } from './resume.js';

it('a bake that may be resumed keeps its checkpoint beside the blob until it is done', async () => {
  const file = checkpointOf(join(temporaryFolder(), 'a.bounds.prep'));
  expect(file).toMatch(/a\.bounds\.prep\.checkpoint$/);
  const stopped = resumable(async ({ checkpoint, signal }) => {
    expect([checkpoint.load(), signal.aborted]).toEqual([undefined, false]);
    await checkpoint.save(Uint8Array.of(1, 2));
    throw new BakeError('out of memory');
  }, file);
  await expect(stopped).rejects.toEqual(new BakeError(`${file}: out of memory`));
  expect([...readFileSync(file)]).toEqual([1, 2]);
  const bug = new TypeError('a bug');
  await expect(resumable(() => Promise.reject(bug), file)).rejects.toBe(bug);
  expect(existsSync(file)).toBe(true);
  const blob = await resumable(async ({ checkpoint }) => checkpoint.load() as Uint8Array, file);
  expect([[...blob], existsSync(file)]).toEqual([[1, 2], false]);
  // Where there is none, and where a folder has its name.
  expect(
    await resumable(async ({ checkpoint }) => (checkpoint.load() as Uint8Array) ?? Uint8Array.of(7), file),
  ).toEqual(Uint8Array.of(7));
  const folder = temporaryFolder();
  expect(
    await resumable(async ({ checkpoint }) => (checkpoint.load() as Uint8Array) ?? Uint8Array.of(8), folder),
  ).toEqual(Uint8Array.of(8));
});

it('an interruption says how to go on', () => {
  expect(resumeAdvice(true)('out/a.prep')).toBe('the same command goes on from out/a.prep.checkpoint');
  expect(resumeAdvice(false)('out/a.prep')).toBe('progress lost; use --resume to keep it');
});
