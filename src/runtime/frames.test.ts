import { expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { bundle } from '../../test/bundle.js';
import { makeGrid } from '../../test/grids.js';
import { bakeJps } from '../jps/bake.js';
import { distance, nearest } from './distance.js';
import { field, flee } from './field.js';
import { load } from './index.js';
import { findPathWithin } from './limits.js';
import { pathQueue } from './queue.js';

const game = { load, field, flee, pathQueue, findPathWithin, distance, nearest };

/** What a game does in its frames, on one map; the same text runs here and in the page. */
function play({ load, field, flee, pathQueue, findPathWithin, distance, nearest }: typeof game, bytes: number[]): unknown[] {
  const nav = load(Uint8Array.from(bytes));
  const near = field(nav, [0, 0, 118, 88], { costs: [0, 9] });
  const sliced = field(nav, [118, 88], { slices: true });
  while (!sliced.advance({ ms: 0.05 }));
  const queue = pathQueue(nav, { budget: { work: 2000 } });
  const costs: (number | undefined)[] = [];
  for (let i = 0; i < 30; i++) queue.request(i, 0, 118 - i, 88, ({ path }) => costs.push(path?.cost));
  let frames = 0;
  for (; queue.pending > 0 && frames < 1000; frames++) queue.update();
  const { path, reason } = findPathWithin(nav, 0, 0, 118, 88, { limit: { expanded: 5 }, partial: true });
  return [
    near.distance(60, 44),
    [...near.directions],
    sliced.distance(0, 0),
    [...flee(nav, near).directions],
    costs,
    frames,
    reason,
    path && [...path.cells],
    distance(nav, 0, 0, 118, 88),
    nearest(nav, 0, 0, [118, 88, 60, 44]),
  ];
}

it.skipIf(!haveBrowser)('does in Chromium, frame by frame, what it does here', async () => {
  const bytes = [...(await bakeJps(makeGrid('maze', 120, 90, 0, 11)))];
  const expected = play(game, bytes);
  expect(expected[8]).toBeGreaterThan(100);
  const { code } = await bundle(
    `import { load } from './src/runtime/index.ts';
    import { field, flee } from './src/runtime/field.ts';
    import { pathQueue } from './src/runtime/queue.ts';
    import { findPathWithin } from './src/runtime/limits.ts';
    import { distance, nearest } from './src/runtime/distance.ts';
    globalThis.game = { load, field, flee, pathQueue, findPathWithin, distance, nearest };`,
    'iife',
  );
  const chrome = await launchBrowser();
  try {
    const page = await chrome.newPage();
    await page.addScriptTag({ content: code });
    await page.addScriptTag({ content: `globalThis.play = ${play.toString()};` });
    const found = await page.evaluate((bytes) => {
      const { play, game } = globalThis as unknown as { play: (...args: unknown[]) => unknown; game: unknown };
      return play(game, bytes);
    }, bytes);
    expect(found).toEqual(expected);
  } finally {
    await chrome.close();
  }
});
