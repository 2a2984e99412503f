import { describe, expect, it } from 'vitest';
import type { BuildEvent } from '../../src/build/events.js';
import { liveBuild } from './live.js';

/** A terminal and a clock. */
function screen(rows = 24, columns = 80) {
  const written: string[] = [];
  const stream = {
    isTTY: true,
    rows,
    columns,
    write: (text: string) => written.push(text),
  } as unknown as NodeJS.WriteStream;
  let now = 0;
  const live = liveBuild(stream, () => now);
  const at = (ms: number, event: BuildEvent) => {
    now = ms;
    live.event(event);
  };
  return { written, live, at };
}

const row = { reason: '', outputs: [], openCells: 1, seconds: 1 };

describe('the live picture of a build', () => {
  it('has totals, the time that is left, and a line for each map under way', () => {
    const { written, at, live } = screen();
    at(0, { event: 'start', maps: 3, stale: 2, work: 100, orphans: [] });
    expect(written).toEqual(['0 of 3 maps (0 cached), 0 %']);
    at(50, { ...row, event: 'cached', map: 'c.map', status: 'cached' });
    at(60, { event: 'baking', map: 'a.map', work: 60 });
    at(70, { event: 'baking', map: 'b.map', work: 40 });
    at(10_000, { event: 'progress', map: 'a.map', artifact: 'bounds', done: 50, total: 100 });
    expect(written.splice(1)).toEqual([
      '\r\x1b[J',
      '1 of 3 maps (1 cached), 30 %, 24 s left\n  a.map  bounds 50 %\n  b.map',
    ]);
    at(20_000, { event: 'failed', map: 'b.map', path: 'b.map', error: new Error() });
    expect(written.splice(1)).toEqual([
      '\r\x1b[2A\x1b[J',
      '2 of 3 maps (1 cached, 1 failed), 70 %, 9 s left\n  a.map  bounds 50 %',
    ]);
    live.close();
    expect(written.splice(1)).toEqual(['\r\x1b[1A\x1b[J']);
    at(30_000, { ...row, event: 'built', map: 'a.map', status: 'built' });
    expect(written).toHaveLength(1);
  });

  it('counts the tiles of a world, and says who did the last one', () => {
    const { written, at } = screen();
    at(0, { event: 'start', maps: 1, stale: 1, work: 100, orphans: [] });
    at(10, { event: 'baking', map: 'land.map', work: 100 });
    at(10_000, { event: 'progress', map: 'land.map', artifact: 'tiles', done: 9, total: 36, worker: 'w1' });
    expect(written.at(-1)).toBe('0 of 1 maps (0 cached), 25 %, 30 s left\n  land.map  tiles 9 of 36  w1');
  });

  it('is drawn ten times a second at most', () => {
    const { written, at } = screen();
    for (let ms = 0; ms < 1000; ms += 5) at(ms, { event: 'baking', map: `${ms}.map`, work: 1 });
    expect(written.filter((text) => text.includes('maps'))).toHaveLength(10);
  });

  it('fits the terminal', () => {
    const { written, at } = screen(4, 20);
    for (let i = 0; i < 9; i++) at(200 * i, { event: 'baking', map: `a-map-with-a-very-long-name-${i}.map`, work: 1 });
    const lines = written[written.length - 1].split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThan(20);
  });
});
