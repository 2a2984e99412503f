import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MAX_COST, MAX_FILE_BYTES, MAX_SIZE } from '../../core/limits.js';
import { WRITE } from '../../core/options/bake.js';
import { parseJob, progressSchema, resultSchema } from './jobs.js';
import { presentSchema } from './presence.js';
import { parseTask } from './task.js';

const sha256 = 'a'.repeat(64);
const text = (length: number) => 'x'.repeat(length);
const json = (parse: (bytes: Uint8Array) => unknown) => (value: unknown) => parse(Buffer.from(JSON.stringify(value)));
const by = (schema: z.ZodType) => (value: unknown) => schema.parse(value);

const wanted = { name: 'jps', options: { storeLandmarks: false, landmarks: 0 }, codec: 'zstd', zstdLevel: 19 };
const output = { file: 'a.jps.prep', artifacts: [wanted] };
const input = { path: 'a.map', from: 'a.map', sha256, bytes: 10 };
const agent = { terrain: '.', costs: { G: 2 }, size: 2, artifacts: ['jps'], diagonals: 'never' };
const task = {
  ...{
    gridprep: 1,
    tool: 't',
    map: 'a.map',
    level: 'l',
    stale: [0],
    format: 'movingai',
    size: 9,
    force: true,
  },
  reading: { terrain: '.GSTWO@', costs: { G: 2 }, diagonals: 'one-corner', size: 1, agents: { a: agent } },
  ...{ outputs: [{ ...output, choose: true }], inputs: [input] },
};
const job = { tool: 't', task: sha256, bytes: 9, proof: sha256 };
const many = <T>(count: number, one: T) => Array<T>(count).fill(one);

/** For each place, accepted and refused values. */
type Rows = [path: string, accepted: unknown[], refused: unknown[]][];
const cases: [name: string, parse: (value: unknown) => unknown, value: object, rows: Rows][] = [
  [
    'a task',
    json(parseTask),
    task,
    [
      ['gridprep', [], [0, 2]],
      ['tool', [text(64)], [text(65)]],
      ['map', [text(1024), '..a'], ['', text(1025), 'a/b', '..', 'a\\b', 'a:b', 'a\nprep: b', '\x1b[2J']],
      ['level', ['x', text(1024)], ['', text(1025)]],
      ['reading.terrain', ['.', '.G'], ['', 'x', '. ']],
      ['reading.costs', [{ G: 1 }, { G: MAX_COST }], [{ G: 0 }, { G: MAX_COST + 1 }, { GG: 1 }, { G: 1.5 }]],
      ['reading.size', [1, MAX_SIZE], [0, MAX_SIZE + 1]],
      ['reading.agents.a.size', [1, MAX_SIZE], [0, MAX_SIZE + 1, undefined]],
      ['reading.agents.a.artifacts', [[], undefined], [['constructor']]],
      ['reading.diagonals', [undefined], ['sometimes']],
      ['outputs', [many(64, output)], [[], many(65, output)]],
      ['outputs.0.file', [text(1024)], ['', text(1025)]],
      ['outputs.0.choose', [undefined], [false]],
      ['outputs.0.artifacts', [many(3, wanted)], [[]]],
      ['outputs.0.artifacts.0.codec', ['none'], ['gzip']],
      ['outputs.0.artifacts.0.zstdLevel', [1, WRITE.zstdLevel.most], [0, WRITE.zstdLevel.most + 1]],
      ['outputs.0.artifacts.0.named', [true], [false]],
      ['stale', [[0], many(9, 0)], [[], [-1], [1], [63], many(65, 0)]],
      ['format', [text(32)], [text(33)]],
      ['size', [0, 2 ** 32], [-1, 2 ** 32 + 1]],
      ['inputs', [many(4096, input)], [[], many(4097, input)]],
      ['inputs.0.bytes', [0, MAX_FILE_BYTES], [-1, MAX_FILE_BYTES + 1]],
      ['inputs.0.sha256', [], [text(64), 'a'.repeat(63), 'a'.repeat(65)]],
    ],
  ],
  [
    'a job',
    parseJob,
    job,
    [
      ['tool', [text(64)], [text(65)]],
      ['bytes', [1, 2 ** 20], [0, 2 ** 20 + 1]],
    ],
  ],
  [
    'who is there',
    by(presentSchema),
    { name: 'n', tool: 't', jobs: 1, busy: 0, trouble: '' },
    [
      ['name', [text(256)], [text(257)]],
      ['tool', [text(64)], [text(65)]],
      ['jobs', [0, 4096], [-1, 4097]],
      ['busy', [0, 4096], [-1, 4097]],
      ['trouble', [undefined, text(1024)], [text(1025)]],
    ],
  ],
  [
    'a result',
    by(resultSchema),
    { worker: 'w', withdrawn: true },
    [
      ['worker', [undefined, text(256)], [text(257)]],
      ['withdrawn', [undefined], [false]],
    ],
  ],
  [
    'progress',
    by(progressSchema),
    { artifact: 'a', done: 0, total: 1, worker: 'w' },
    [
      ['artifact', [text(64)], [text(65)]],
      ['done', [0], [-1]],
      ['total', [1], [0]],
      ['worker', [undefined, text(256)], [text(257)]],
    ],
  ],
];

describe.each(cases)('%s', (_, parse, value, rows) => {
  it('may be so much and no more', () => {
    expect(() => parse(value)).not.toThrow();
    for (const [path, accepted, refused] of rows) {
      const changed = (to: unknown) => {
        const copy = JSON.parse(JSON.stringify(value));
        const names = path.split('.');
        const last = names.pop() as string;
        names.reduce((at, name) => at[name], copy)[last] = to;
        return copy;
      };
      for (const one of accepted) expect(() => parse(changed(one)), `${path} ${one}`).not.toThrow();
      for (const one of refused) expect(() => parse(changed(one)), `${path} ${one}`).toThrow();
    }
  });
});

it('a result without a name is that of a worker', () => {
  expect(resultSchema.parse({})).toEqual({ worker: 'a worker' });
});
