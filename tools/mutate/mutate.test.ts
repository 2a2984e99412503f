import { describe, expect, it } from 'vitest';
import { belowFloors } from './floors.js';
import { instrument, type Mutant } from './instrument.js';
import { unfinished } from './log.js';
import { findSites } from './sites.js';
import { roomOf, testsOf } from './tests-of.js';

/** All changes of a text, `from -> to`. */
const changes = (source: string) => findSites(source).map(({ from, to }) => `${from} -> ${to}`);

/** Runs code with a change active. @returns what it gives, and which changes were reached */
function run(code: string, active: number, turns = 1000): { value: unknown; reached: number[] } {
  const reached: number[] = [];
  const scope = globalThis as { $mutant?: unknown; $guard?: unknown };
  scope.$mutant = (id: number) => {
    reached.push(id);
    return id === active;
  };
  scope.$guard = {
    left: turns,
    stop() {
      throw new Error('endless');
    },
  };
  try {
    return { value: new Function(`${code}\nreturn f;`)(), reached };
  } finally {
    scope.$mutant = undefined;
    scope.$guard = undefined;
  }
}

/** A text with all its changes in it. */
function all(source: string): { code: string; mutants: Mutant[] } {
  const mutants = findSites(source).map((site, i) => ({ ...site, id: i + 1, file: 'a.ts' }));
  return { code: instrument(source, mutants), mutants };
}

describe('changes of a text', () => {
  it('are operators and their boundaries, conditions, literals, methods and statements', () => {
    expect(changes('const f = (a) => a < 3;')).toEqual(['a < 3 -> a <= 3', 'a < 3 -> a >= 3', '3 -> 3 + 1']);
    expect(changes("function f(a) { if (!a) throw new Error('no'); }")).toEqual([
      '!a -> true',
      '!a -> false',
      '!a -> a',
      "throw new Error('no'); -> ",
      "'no' -> ''",
    ]);
    expect(changes('f(Math.min(a, 0))')).toEqual(['f(Math.min(a, 0)) -> ', '.min -> .max', '0 -> 1']);
    expect(changes('const a = b - (c - d) * e')).toContain('b - (c - d) * e -> b + ((c - d) * e)');
    expect(changes('while (a) { b += 1; continue; }')).toEqual([
      'a -> false',
      'b += 1; -> ',
      'b += 1 -> b -= 1',
      '1 -> 0',
      'continue; -> ',
    ]);
  });

  it('are none in types, imports, names of properties, tables of data, words of help and sizes of arrays', () => {
    for (const source of [
      "import { a } from './b.js';",
      "export { a } from './b.js';",
      'type A = 1 | 2; interface B { c: 3 } let d: Record<string, 4>;',
      'const a = { b: c };',
      `const a = [${Array(20).fill(7)}];`,
      'const a = new Int32Array(2 * b);',
      "const a = b.example('c', 'd').epilogue('e' + f);",
      "const a = { describe: 'b', c: text('d'), about: 'e' + `f` };",
      'const a = b.toString();',
      'const a = b as unknown as { c: 1 };',
    ])
      expect(changes(source)).toEqual([]);
    expect(changes("const a = flag('b', true);")).toEqual(['true -> false']);
  });

  it('know whether they are evaluated when the module is loaded', () => {
    expect(
      findSites('const A = 4;\nconst f = () => A + 1;').map(({ line, text, atLoad }) => [line, text, atLoad]),
    ).toEqual([
      [1, 'const A = 4;', true],
      [2, 'const f = () => A + 1;', false],
      [2, 'const f = () => A + 1;', false],
    ]);
  });
});

describe('a text with changes in it', () => {
  const source = 'const f = [1, 2, 3]\n  .some((v) => v - 1 > 1) ? Math.min(7, 9) : 0;';

  it('does what it did where none is active, and tells which are reached', () => {
    const { code, mutants } = all(source);
    const { value, reached } = run(code, 0);
    expect(value).toBe(7);
    const missed = mutants.filter(({ id }) => !reached.includes(id));
    expect(missed.map(({ from }) => from)).toEqual(['0']);
  });

  it('does what the changed text does, whichever is active', () => {
    const { code, mutants } = all(source);
    for (const { id, start, end, to, as } of mutants) {
      const changed = source.slice(0, start) + (as === 'statement' ? '' : to) + source.slice(end);
      expect(run(code, id).value, changed).toBe(run(changed, 0).value);
    }
  });

  it('leaves out statements, also below an if with an else, and stops loops that do not end', () => {
    const branches = all('let f = 0; if (f) f = 1; else f = 2; for (let i = 0; i < 5; i++) f++;');
    const without = (text: string) =>
      branches.mutants.find((one) => one.as === 'statement' && one.from === text)?.id ?? 0;
    expect(run(branches.code, 0).value).toBe(7);
    expect(run(branches.code, without('f = 2;')).value).toBe(5);
    const back = branches.mutants.find(({ to }) => to === 'i--')?.id ?? 0;
    expect(() => run(branches.code, back)).toThrow('endless');
    expect(() => run(instrument('let f = 0; do { f = 1; } while (f);', []), 0)).toThrow('endless');
  });

  it('keeps its lines, and the first one of a command', () => {
    expect(instrument('#!/usr/bin/env node\na;\n', []).split('\n')).toHaveLength(3);
    expect(instrument('#!/usr/bin/env node\na;\n', [])).toMatch(/^#!\/usr\/bin\/env node\nconst /);
  });
});

it('tests of a file are those of its room, then those that import it, and run it as a command', () => {
  const { always, related } = testsOf(['src/world/choose-gates.ts']);
  expect(always.every((file) => roomOf(file) === 'src/world' || file === 'src/core/runtime/world.test.ts')).toBe(true);
  expect(always.length).toBeGreaterThan(1);
  expect(testsOf(['src/core/table/build.ts']).related).toContain('cli/commands/table.test.ts');
  expect(related).not.toContain('src/core/blob/read.test.ts');
});

it('a trial that has begun and not ended is known', () => {
  const [begin, other] = [1, 2].map((id) => ({ event: 'begin' as const, test: 'a', id }));
  expect(unfinished([begin, { ...begin, event: 'survived', ms: 1 }, other])).toEqual(other);
  expect(unfinished([begin, { ...begin, event: 'survived', ms: 1 }])).toBeUndefined();
});

it('rooms below their floor are named; of few changes one may survive, of those without a floor all', () => {
  const outcomes = (file: string, killed: number, survived: number, missed = 0) =>
    [killed, survived, missed].flatMap((count, i) =>
      Array.from({ length: count }, () => ({
        mutant: { ...all('f < 3;').mutants[0], file },
        state: (['killed', 'survived', 'not reached'] as const)[i],
        tests: 1,
      })),
    );
  expect(belowFloors([...outcomes('src/core/blob/read.ts', 38, 2), ...outcomes('src/core/hpa/plan.ts', 0, 1)])).toEqual(
    [],
  );
  expect(belowFloors(outcomes('src/core/errors.ts', 0, 40))).toEqual([]);
  expect(
    belowFloors([...outcomes('src/core/blob/read.ts', 37, 3), ...outcomes('src/core/hpa/sub/a.ts', 16, 0, 4)]),
  ).toEqual([
    'src/core/blob: 3 of 40 survived, at most 2 may (floor: 95 %)',
    'src/core/hpa: 4 of 20 were not reached, at most 2 may (floor: 90 %)',
  ]);
  expect(belowFloors(outcomes('src/core/errors.ts', 8, 2), 100)).toEqual([
    'src/core: 2 of 10 survived, at most 0 may (floor: 100 %)',
  ]);
});
