import { describe, expect, it } from 'vitest';
import { random } from '../../core/grid/sample.js';
import { MEASURED, type Measured } from './measured.js';
import { predict } from './predict.js';

/** Ratio of what is predicted for a measured map from all others, and what was measured. */
function ratios(engine: string): number[] {
  return MEASURED.filter((row) => row.us[engine]).flatMap((row) => {
    const others = MEASURED.filter((other) => other !== row);
    const found = predict(row, engine, others);
    return found ? [Math.max(found.us / row.us[engine], row.us[engine] / found.us)] : [];
  });
}

describe('predict', () => {
  it('finds a power law where there is one', () => {
    const next = random(5);
    const law = ({ expanded, steps, subgoals, cells }: Pick<Measured, 'expanded' | 'steps' | 'subgoals' | 'cells'>) =>
      0.02 * (expanded + 1) ** 0.9 * (steps + 1) ** 0.2 * (subgoals + 1e-4) ** 0.1 * cells ** 0.1;
    const map = (): Measured => {
      const counts = { cells: 1e3 * (1 + 99 * next()), subgoals: Math.max(0, next() - 0.2), edges: 1 + next() };
      const paths = { expanded: 10 ** (1 + 3 * next()), steps: 10 + 900 * next() };
      return {
        map: '',
        diagonals: 'no-corners',
        priced: false,
        ...counts,
        ...paths,
        us: { jps: law({ ...counts, ...paths }) },
      };
    };
    const rows = Array.from({ length: 60 }, map);
    for (const asked of Array.from({ length: 20 }, map))
      expect(predict(asked, 'jps', rows)?.us ?? 0).toBeCloseTo(law(asked), -Math.log10(law(asked) / 20));
  });

  it('of two maps lies between them, less apart the more alike they are', () => {
    const of = (expanded: number, us: number) =>
      ({ ...MEASURED[0], map: `${us}`, expanded: expanded - 1, us: { jps: us } }) as Measured;
    // Both are e to the power of 2 apart in one count, and of 1 in time.
    const rows = [of(1, 1), of(Math.E ** 2, Math.E)];
    const slope = 1 / 2 / (1 + 0.05 / 2);
    expect(predict(rows[0], 'jps', rows)).toEqual({ us: expect.closeTo(Math.E ** (0.5 - slope)), like: '1' });
    expect(predict(rows[1], 'jps', rows)).toEqual({ us: expect.closeTo(Math.E ** (0.5 + slope)), like: `${Math.E}` });
    expect(predict(rows[0], 'jps', rows.slice(1))).toBeUndefined();
  });

  it('tells what the measured maps take, each from the others alone, mostly within a factor of two', () => {
    const all = ['jps', 'jps+bounds', 'ch', 'hpa', 'table', 'priced'].flatMap(ratios);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((ratio) => ratio < 2).length / all.length).toBeGreaterThan(0.8);
    expect(Math.max(...all)).toBeLessThan(10);
  });

  it('says which map is most like the one asked for, and nothing where too few were measured', () => {
    const arena = MEASURED.find(({ map }) => map === 'dao/arena2') as Measured;
    expect(predict(arena, 'jps')).toEqual({ us: expect.closeTo(arena.us.jps, -1), like: 'dao/arena2' });
    expect(predict(arena, 'astar')).toBeUndefined();
    expect(predict({ ...arena, priced: true }, 'jps')).toBeUndefined();
  });
});
