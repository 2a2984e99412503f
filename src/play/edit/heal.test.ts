import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../../test/browser.js';
import { bundle } from '../../../test/bundle.js';
import { randomChanges } from '../../../test/changes.js';
import { makeGrid, random } from '../../../test/grids.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { bakeHierarchy } from '../../core/ch/bake.js';
import { ThreadError } from '../../core/errors.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { bakeHpa } from '../../core/hpa/bake.js';
import { bakeJps } from '../../core/jps/bake.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { load } from '../../core/runtime/load-all.js';
import { bakeTable } from '../../core/table/bake.js';
import type * as Runtime from '../../entry/runtime.js';
import { heal } from '../../entry/runtime.js';
import { applyChanges, saveChanges } from './changes.js';
import { editable } from './edit.js';
import type { ChangingNav } from './edits.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const worker = new Worker(resolve('build/src/entry/worker.js'));
afterAll(() => worker.terminate());

/** Some queries from corner to corner of the map against the oracle. */
function checkAnswers(nav: ChangingNav): void {
  const grid = nav.grid.copy();
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  for (const [x, y] of [
    [1, 1],
    [38, 2],
    [20, 27],
  ]) {
    const optimal = dijkstra(grid, x, y);
    for (let i = 0; i < 40 * 30; i += 7) {
      const [gx, gy] = [i % 40, Math.floor(i / 40)];
      const path = nav.findPath(x, y, gx, gy);
      const expected = optimal[grid.cell(gx, gy)];
      const cost = path ? checkPath(grid, path.cells, [x, y], [gx, gy]) : Infinity;
      const isRight =
        nav.engine === 'table' ? cost >= expected && cost < Infinity === expected < Infinity : cost === expected;
      if (!isRight)
        throw new Error(`from ${x}, ${y} to ${gx}, ${gy}: the path costs ${cost}, the optimum is ${expected}`);
      if (!path) continue;
      if (path.cost !== cost / unit)
        throw new Error(`from ${x}, ${y} to ${gx}, ${gy}: cost is ${path.cost}, not ${cost / unit}`);
      if (nav.distance && !(nav.distance(x, y, gx, gy) * unit >= expected - 1e-6))
        throw new Error(`from ${x}, ${y} to ${gx}, ${gy}: distance is below ${expected / unit}`);
    }
  }
}

const priced = () =>
  gridFrom(
    40,
    30,
    (x, y) => x % 13 !== 12 || y % 7 === 3,
    (x, y) => 1 + (((x >> 2) + y) % 3),
  );

it.each([
  ['jps+bounds', async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)]],
  ['ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
] as const)('maps of %s that were healed in one state have the same cells in every later one', async (_, bake) => {
  const grid = makeGrid('noise', 60, 50, 0.15, 3);
  const blobs = await bake(grid);
  const next = random(9);
  const [before, after] = [randomChanges(grid, next, false), randomChanges(grid, next, false)];
  const first = editable(load(blobs));
  const late = editable(load(blobs, { wasm: false }));
  // Other edits and queries, healed on the way.
  for (let i = 0; i < 3; i++) {
    first.edit(randomChanges(grid, next, false));
    first.findPath(1, 1, 38, 28);
    await heal(first, { worker });
  }
  first.edit(before);
  await heal(first, { worker });
  const healed = saveChanges(first);
  first.edit(after);
  applyChanges(late, healed);
  await heal(late, { worker });
  applyChanges(late, saveChanges(first));
  const unhealed = editable(load(blobs));
  applyChanges(unhealed, saveChanges(first));
  let others = 0;
  for (let i = 0; i < 400; i++) {
    const query = [60, 50, 60, 50].map((side) => Math.floor(next() * side)) as [number, number, number, number];
    const [one, two, three] = [first, late, unhealed].map((nav) => nav.findPath(...query));
    expect(two?.cells).toEqual(one?.cells);
    expect(three?.cost).toBe(one?.cost);
    others += Number(three?.cells.join() !== one?.cells.join());
  }
  // The baked map's engine prefers others of equal cost, or this would need no agreement.
  expect(others).toBeGreaterThan(0);
});

describe('healing', () => {
  it.each<[string, Grid, (grid: Grid) => Promise<Uint8Array[]>]>([
    [
      'jps+bounds',
      makeGrid('rooms', 40, 30, 0.2, 3),
      async (grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)],
    ],
    ['ch', makeGrid('maze', 40, 30, 0.2, 3), async (grid) => [await bakeHierarchy(grid, CODEC)]],
    ['ch', priced(), async (grid) => [await bakeHierarchy(grid, CODEC)]],
    ['priced', priced(), async (grid) => [await bakeJps(grid, CODEC)]],
    [
      'table',
      priced(),
      async (grid) => {
        const hpa = await bakeHpa(grid, { ...CODEC, cluster: 8 });
        return [hpa, await bakeTable(hpa, CODEC)];
      },
    ],
  ])(
    '%s: a worker bakes a snapshot while the game goes on; edits in the meantime count from there',
    async (engine, grid, bake) => {
      const nav = editable(load(await bake(grid), { engine }));
      nav.edit({ x: 5, y: 5, width: 6, height: 3, open: true });
      nav.edit({ x: 24, y: 11, width: 3, height: 5, open: false });
      expect(nav.stale).toEqual([engine.endsWith('+bounds') ? 'bounds' : engine]);
      checkAnswers(nav);
      const healing = heal(nav, { worker });
      nav.edit({ x: 15, y: 20, width: 2, height: 2, open: !nav.isOpen(15, 20) });
      expect(await healing).toBe('healed');
      expect(nav.stale).toHaveLength(1);
      checkAnswers(nav);
      nav.setOpen(30, 8, !nav.isOpen(30, 8));
      checkAnswers(nav);
      expect(await heal(nav, { worker })).toBe('healed');
      expect(nav.stale).toEqual([]);
      checkAnswers(nav);
      expect(await heal(nav, { worker })).toBe('fresh');
      nav.setOpen(2, 2, !nav.isOpen(2, 2));
      checkAnswers(nav);
      const late = heal(nav, { worker });
      nav.reset();
      expect([await late, nav.stale]).toEqual(['superseded', []]);
      checkAnswers(nav);
    },
  );

  it('says what has failed, and goes on as before', async () => {
    const grid = makeGrid('rooms', 40, 30, 0.2, 3);
    const nav = editable(load([await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)]));
    nav.edit({ x: 5, y: 5, width: 6, height: 3, open: true });
    const dead = new Worker('process.exit(3)', { eval: true });
    const ended = new ThreadError('the worker that was to heal the map has failed: it has ended');
    await expect(heal(nav, { worker: dead })).rejects.toThrow(ended);
    await expect(heal(nav, { worker: dead })).rejects.toThrow(ended);
    const killed = new Worker(resolve('build/src/entry/worker.js'));
    const healing = heal(nav, { worker: killed });
    await Promise.all([killed.terminate(), expect(healing).rejects.toThrow(ended)]);
    await expect(heal(nav, { worker: killed })).rejects.toMatchObject({ name: 'ThreadError' });
    expect(nav.stale).toEqual(['bounds']);
    checkAnswers(nav);
  });

  it('reaches no Node module and no package: it runs in a browser', async () => {
    const { inputs } = await bundle(`import './src/entry/worker.ts';`);
    expect(inputs.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  it.skipIf(!haveBrowser)('heals in a Web Worker in Chromium', async () => {
    const grid = makeGrid('rooms', 60, 50, 0.2, 3);
    const blobs = [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)];
    const page = await bundle(
      `import { load, editable, heal } from './src/entry/runtime.ts'; globalThis.gridprep = { load, editable, heal };`,
      'iife',
    );
    const healer = await bundle(`import './src/entry/worker.ts';`, 'iife');
    const chrome = await launchBrowser();
    try {
      const tab = await chrome.newPage();
      await tab.addScriptTag({ content: page.code });
      const found = await tab.evaluate(
        async ([bytes, code]) => {
          const { gridprep, Worker, URL, Blob } = globalThis as unknown as {
            gridprep: typeof Runtime;
            Worker: new (url: string) => never;
            URL: { createObjectURL(blob: unknown): string };
            Blob: new (parts: string[]) => unknown;
          };
          const nav = gridprep.editable(gridprep.load(bytes.map((one) => Uint8Array.from(one))));
          nav.edit({ x: 5, y: 5, width: 6, height: 3, open: true });
          const before = nav.findPath(1, 1, 58, 48)?.cost;
          const worker = new Worker(URL.createObjectURL(new Blob([code])));
          const taken = await gridprep.heal(nav, { worker });
          return [taken, nav.stale.length, nav.findPath(1, 1, 58, 48)?.cost === before];
        },
        [blobs.map((blob) => [...blob]), healer.code] as const,
      );
      expect(found).toEqual(['healed', 0, true]);
    } finally {
      await chrome.close();
    }
  });
});
