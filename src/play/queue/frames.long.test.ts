import { expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../../test/browser.js';
import { runtimeScript } from '../../../test/bundle.js';
import { makeGrid } from '../../../test/grids.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { findPathWithin } from '../../runtime/limits.js';
import { load } from '../../runtime/load-all.js';
import { findDistance, findNearest } from '../field/distances.js';
import { fleeField, flowField } from '../field/field.js';
import { pathQueue } from './queue.js';

const game = { load, flowField, fleeField, pathQueue, findPathWithin, findDistance, findNearest };

/** The frames of a game, on one map; the same text runs here and in the page. */
function play(
  { load, flowField, fleeField, pathQueue, findPathWithin, findDistance, findNearest }: typeof game,
  bytes: number[],
): unknown[] {
  const nav = load(Uint8Array.from(bytes));
  const near = flowField(nav, [0, 0, 118, 88], { costs: [0, 9] });
  const sliced = flowField(nav, [118, 88], { sliced: true });
  while (!sliced.advance({ ms: 0.05 }));
  const queue = pathQueue(nav, { budget: { work: 2000 } });
  const costs: (number | undefined)[] = [];
  for (let i = 0; i < 30; i++) queue.request(i, 0, 118 - i, 88, ({ path }) => costs.push(path?.cost));
  const directions = (field: typeof near) =>
    Array.from({ length: 120 * 90 }, (_, i) => field.directionAt(i % 120, Math.floor(i / 120)));
  let frames = 0;
  for (; queue.pending > 0 && frames < 1000; frames++) queue.update();
  const { path, status } = findPathWithin(nav, 0, 0, 118, 88, { expanded: 5, partial: true });
  return [
    near.distanceAt(60, 44),
    directions(near),
    sliced.distanceAt(0, 0),
    directions(fleeField(nav, near)),
    costs,
    frames,
    status,
    path && [...path.cells],
    findDistance(nav, 0, 0, 118, 88),
    findNearest(nav, 0, 0, [118, 88, 60, 44]),
  ];
}

it.skipIf(!haveBrowser)('does in Chromium, frame by frame, what it does here', async () => {
  const bytes = [...(await bakeJps(makeGrid('maze', 120, 90, 0, 11)))];
  const expected = play(game, bytes);
  expect(expected[8]).toBeGreaterThan(100);
  const chrome = await launchBrowser();
  try {
    const page = await chrome.newPage();
    await page.addScriptTag({ content: await runtimeScript() });
    await page.addScriptTag({ content: `globalThis.play = ${play.toString()};` });
    const found = await page.evaluate((bytes) => {
      const { play, gridprep } = globalThis as unknown as { play: (...args: unknown[]) => unknown; gridprep: unknown };
      return play(gridprep, bytes);
    }, bytes);
    expect(found).toEqual(expected);
  } finally {
    await chrome.close();
  }
});
