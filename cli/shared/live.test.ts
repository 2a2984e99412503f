import { describe, expect, it } from 'vitest';
import type { BuildEvent } from '../../src/pipeline/build/events.js';
import { liveBuild } from './display.js';
import { unpainted } from './output.js';

/** The display, and a clock. */
function screen() {
  const shown: string[][] = [];
  let now = 0;
  const live = liveBuild(
    ([first, ...lines]) => shown.push([unpainted(first).replace(/^\[=*>? *\] /, ''), ...lines]),
    () => now,
  );
  const at = (ms: number, event: BuildEvent) => {
    now = ms;
    live.event(event);
  };
  return { shown, at };
}

const row = { reason: '', outputs: [], openCells: 1, seconds: 1 };

describe('the status of a build', () => {
  it('has totals, the time that is left, and a line for each map under way', () => {
    const { shown, at } = screen();
    at(0, { event: 'start', maps: 3, stale: 2, work: 100, orphans: [] });
    expect(shown).toEqual([['0 of 3 maps (0 up to date), 0 %']]);
    at(50, { ...row, event: 'cached', map: 'c.map', status: 'cached' });
    at(60, { event: 'baking', map: 'a.map', work: 60 });
    at(70, { event: 'baking', map: 'b.map', work: 40 });
    at(10_000, { event: 'progress', map: 'a.map', artifact: 'bounds', done: 50, total: 100 });
    expect(shown.splice(1)).toEqual([
      ['1 of 3 maps (1 up to date), 30 %, 24 s left', '  a.map  baking bounds 50 %', '  b.map  starting'],
    ]);
    at(20_000, { event: 'failed', map: 'b.map', path: 'b.map', error: new Error() });
    expect(shown.splice(1)).toEqual([
      ['2 of 3 maps (1 up to date, 1 failed), 70 %, 9 s left', '  a.map  baking bounds 50 %'],
    ]);
  });

  it('counts the tiles of a world, and names the worker of the last one', () => {
    const { shown, at } = screen();
    at(0, { event: 'start', maps: 1, stale: 1, work: 100, orphans: [] });
    at(10, { event: 'baking', map: 'land.map', work: 100 });
    at(10_000, { event: 'progress', map: 'land.map', artifact: 'tiles', done: 9, total: 36, worker: 'w1' });
    expect(shown.at(-1)).toEqual([
      '0 of 1 map (0 up to date), 25 %, 30 s left',
      '  land.map  baking tiles 9 of 36  w1',
    ]);
  });

  it('rounds down, has no time left before a fiftieth is done, and counts what was fetched', () => {
    const { shown, at } = screen();
    at(0, { event: 'start', maps: 4, stale: 3, work: 100, orphans: [] });
    at(200, { ...row, event: 'fetched', map: 'f.map', status: 'fetched', work: 1 });
    at(10_000, { event: 'baking', map: 'a.map', work: 1 });
    expect(shown.at(-1)).toEqual(['1 of 4 maps (1 fetched, 0 up to date), 1 %', '  a.map  starting']);
    at(20_000, { event: 'progress', map: 'a.map', artifact: 'jps', done: 2, total: 3 });
    expect(shown.at(-1)).toEqual(['1 of 4 maps (1 fetched, 0 up to date), 1 %', '  a.map  baking jps 66 %']);
    at(30_000, { event: 'progress', map: 'a.map', artifact: 'gates', done: 1, total: 1, worker: 'w' });
    expect(shown.at(-1)).toEqual(['1 of 4 maps (1 fetched, 0 up to date), 2 %', '  a.map  baking gates 1 of 1  w']);
    at(40_000, { event: 'progress', map: 'other.map', artifact: 'jps', done: 1, total: 1 });
    expect(shown.at(-1)).toHaveLength(2);
    at(50_000, { ...row, event: 'built', map: 'a.map', status: 'built' });
    at(60_000, { event: 'baking', map: 'b.map', work: 200 });
    at(70_000, { event: 'progress', map: 'b.map', artifact: 'jps', done: 1, total: 1 });
    expect(shown.at(-1)?.[0]).toBe('2 of 4 maps (1 fetched, 0 up to date), 100 %, 0 s left');
  });

  it('has the maps a minute from ten on, with a decimal below ten a minute', () => {
    const rateAt = (ms: number, maps: number) => {
      const { shown, at } = screen();
      at(0, { event: 'start', maps: 100, stale: 100, work: 0, orphans: [] });
      for (let i = 0; i < maps; i++) at(ms - 200, { ...row, event: 'built', map: `${i}.map`, status: 'built' });
      at(ms, { event: 'workers', workers: 1, threads: 2 });
      return shown.at(-1)?.[0];
    };
    const start = (maps: number) => `${maps} of 100 maps (0 up to date), 100 %`;
    const end = ', 0 s left, 1 worker with 2 threads';
    expect(rateAt(60_000, 9)).toBe(start(9) + end);
    expect(rateAt(60_000, 10)).toBe(`${start(10)}, 10 maps a minute${end}`);
    expect(rateAt(120_000, 15)).toBe(`${start(15)}, 7.5 maps a minute${end}`);
  });

  it('has the maps a minute where they are many', () => {
    const { shown, at } = screen();
    at(0, { event: 'start', maps: 100, stale: 100, work: 100, orphans: [] });
    for (let i = 1; i <= 50; i++) {
      at(1000 * i - 1, { event: 'baking', map: `${i}.map`, work: 1 });
      at(1000 * i, { ...row, event: 'built', map: `${i}.map`, status: 'built' });
    }
    at(51_000, { event: 'workers', workers: 2, threads: 1 });
    expect(shown.at(-1)?.[0]).toBe(
      '50 of 100 maps (0 up to date), 50 %, 59 maps a minute, 51 s left, 2 workers with 1 thread',
    );
  });

  it('counts maps that are compared before the start', () => {
    const { shown, at } = screen();
    at(100, { ...row, event: 'cached', map: 'a.map', status: 'cached' });
    expect(shown).toEqual([['1 map up to date so far']]);
  });

  it('is drawn ten times a second at most', () => {
    const { shown, at } = screen();
    for (let ms = 0; ms < 1000; ms += 5) at(ms, { event: 'baking', map: `${ms}.map`, work: 1 });
    expect(shown).toHaveLength(10);
  });
});
