import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobError } from './failure.js';
import { parseJob } from './jobs.js';
import { type MapTask, parseTask, sourceOf, TOOL, targetOf } from './task.js';

const sha256 = 'a'.repeat(64);
const task: MapTask = {
  gridprep: 1,
  tool: TOOL,
  map: 'a.map',
  reading: { terrain: '.', costs: {} },
  outputs: [
    {
      file: 'a.jps.prep',
      artifacts: [{ name: 'jps', options: { storeLandmarks: false, landmarks: 0 }, codec: 'zstd', zstdLevel: 19 }],
    },
  ],
  stale: [0],
  format: 'movingai',
  size: 100,
  force: false,
  inputs: [{ path: 'a.map', from: 'a.map', sha256, bytes: 10 }],
};
const parse = (change: object) => parseTask(Buffer.from(JSON.stringify({ ...task, ...change })));
const input = (path: string) => ({ inputs: [{ ...task.inputs[0], path }] });
const artifact = (change: object) => ({
  outputs: [{ ...task.outputs[0], artifacts: [{ ...task.outputs[0].artifacts[0], ...change }] }],
});

describe('a task', () => {
  it('is what the pipeline knows as a target and its source', () => {
    const again = parse({
      inputs: [...task.inputs, { path: 'in/t.tsj', from: 'in/t.tsj', sha256: 'b'.repeat(64), bytes: 1 }],
    });
    expect(targetOf(again)).toEqual({ map: 'a.map', name: 'a.map', reading: task.reading, outputs: task.outputs });
    expect(sourceOf(again)).toEqual({ mapSha256: sha256, beside: { 'in/t.tsj': 'b'.repeat(64) }, format: 'movingai' });
  });

  it('keeps the order of how its map is read, which decides the keys of outputs', () => {
    const tiled = { solidProperty: 'wall', empty: 'open' };
    const reading = { tiled, links: [], diagonals: 'never', wallCosts: [2], size: 2, costs: {}, terrain: '.' };
    expect(JSON.stringify(targetOf(parse({ reading })).reading)).toBe(JSON.stringify(reading));
  });

  it.each([
    ['a file outside', input('../a.map')],
    ['a file outside, later', input('a/../../b')],
    ['an absolute file', input('/etc/passwd')],
    ['a file of a drive', input('C:/a')],
    ['a file with a backslash', input('..\\a')],
    ['a file with a zero', input('a\0')],
    ['the folder itself', input('.')],
    ['a map that is a path', { map: '../a.map' }],
    ['a map that is a folder', { map: '..' }],
    ['no input', { inputs: [] }],
    ['a huge input', { inputs: [{ ...task.inputs[0], bytes: 2 ** 40 }] }],
    ['too many inputs', { inputs: Array(5000).fill(task.inputs[0]) }],
    ['an artifact that there is not', artifact({ name: 'constructor' })],
    ['an option that there is not', artifact({ options: { storeLandmarks: false, landmarks: 0, eval: '1' } })],
    ['an option out of range', artifact({ options: { storeLandmarks: false, landmarks: 1e9 } })],
    ['an option that is missing', artifact({ options: {} })],
    ['a level of compression that there is not', artifact({ zstdLevel: 99 })],
    ['its root', { reading: { ...task.reading, root: '/' } }],
    [
      'an agent of an odd name',
      { reading: { ...task.reading, agents: { '../a': { terrain: '.', costs: {}, size: 1 } } } },
    ],
    [
      'an agent of an odd size',
      { reading: { ...task.reading, agents: { a: { terrain: '.', costs: {}, size: 1e6 } } } },
    ],
    ['more than there is', { run: 'rm -rf /' }],
    ['another program', { gridprep: 2 }],
  ])('is refused with %s', (_, change) => {
    expect(() => parse(change)).toThrow(/^the task is not of this gridprep: /);
  });

  it('never leads outside of its folder, whatever its paths are', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b c', '...', '~', '/', '\\', 'C:', '\0', 'in');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        const isOutside = parts.some((one) => ['..', '.', '', '/', '\\', 'C:', '\0'].includes(one));
        if (isOutside) expect(() => parse(input(path))).toThrow();
        else expect(parse(input(path)).inputs[0].path).toBe(path);
      }),
    );
  });
});

describe('a job', () => {
  const job = { tool: TOOL, task: sha256, bytes: 100, proof: sha256 };

  it('is a few words', () => {
    expect(parseJob(job)).toEqual(job);
  });

  it.each([
    [undefined, 'the job is not of this gridprep: all of it (invalid_type)'],
    [{}, 'the job is not of this gridprep: tool (invalid_type)'],
    [{ ...job, task: '../../etc/passwd' }, 'the job is not of this gridprep: task (invalid_format)'],
    [{ ...job, bytes: 1e12 }, 'the job is not of this gridprep: bytes (too_big)'],
    [{ ...job, cache: 'http://elsewhere' }, 'the job is not of this gridprep: all of it (unrecognized_keys)'],
    [
      { ...job, part: { kind: 'artifact', place: 'hpa' } },
      'the job is not of this gridprep: all of it (unrecognized_keys)',
    ],
    [{ ...job, tool: 'x'.repeat(2000) }, "the job's data have 2172 bytes, allowed are 1024"],
  ])('is refused where it is anything else: %j', (data, message) => {
    expect(() => parseJob(data)).toThrow(new JobError(message));
  });
});
