import { expect, it, onTestFinished, vi } from 'vitest';
import type { Row } from '../../src/build/events.js';
import { display } from './display.js';

/** Lines at the end of a build. */
function linesOf(statuses: Row['status'][], verbose = false): string[] {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const rows = statuses.map((status, i): Row => {
    const outputs = [{ file: `${i}.prep`, artifacts: ['jps'], bytes: 100, sha256: '' }];
    return { map: `${i}.map`, status, reason: 'map changed', outputs, openCells: 50, seconds: 1 };
  });
  const screen = display({ json: false, quiet: false, verbose }, '.', 'out');
  screen.end({ rows, orphans: [], cleaned: false, untried: 0, faults: [] });
  const lines = write.mock.calls.flatMap(([text]) => String(text).trimEnd().split('\n'));
  write.mockRestore();
  return lines;
}

const of = (counts: Partial<Record<Row['status'], number>>) =>
  Object.entries(counts).flatMap(([status, count]) => Array<Row['status']>(count).fill(status as Row['status']));

it('a build of 10,000 maps ends with what failed and what changed, on 23 lines at most', () => {
  const lines = linesOf(of({ cached: 9970, built: 25, failed: 5 }));
  expect(lines).toHaveLength(23);
  expect(lines.slice(1, 6).every((line) => line.endsWith('failed'))).toBe(true);
  expect(lines[6]).toMatch(/^9970\.map {2}jps +100 +2\.000 +1\.00 {2}built \(map changed\)$/);
  expect(lines[21]).toBe('and 10 more; --verbose lists all');
  expect(lines[22]).toMatch(/^10000 maps: 25 built, 9970 cached, 5 failed; 1\.00 MB, \d\.\d\d s$/);
  expect(linesOf(of({ built: 10_000 }))).toHaveLength(23);
  expect(linesOf(of({ cached: 10_000 }))).toHaveLength(1);
});

it('--verbose lists every map', () => {
  expect(linesOf(of({ cached: 9970, built: 25, failed: 5 }), true)).toHaveLength(10_002);
});

it('a build of one map prints it once', () => {
  expect(linesOf(['built'])).toEqual(['0.map -> out/0.prep 100 B  1.00 s  (map changed)']);
  expect(linesOf(['failed'])).toEqual([]);
  expect(linesOf(['cached'])[0]).toMatch(/^1 map: 1 cached; 100 B, /);
});
