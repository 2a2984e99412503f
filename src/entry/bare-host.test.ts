/** Hosts such as Hermes have no WebAssembly, and little of what browsers add to the language. */
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { builtRuntime, bundle } from '../../test/bundle.js';
import { makeGrid } from '../../test/grids.js';
import { bakeBounds, bakeHpa, bakeJps } from './bake.js';
import { load } from './runtime.js';

it('answers in a host that has only the language', async () => {
  const grid = makeGrid('noise', 40, 30, 0.2, 3);
  const blobs = [await bakeJps(grid), await bakeBounds(grid), await bakeHpa(grid)];
  const context = createContext({ blobs: blobs.map((blob) => [...blob]), rows: [...grid.open], stride: grid.stride });
  runInContext(
    'delete globalThis.WebAssembly; delete globalThis.WeakRef; delete globalThis.SharedArrayBuffer;',
    context,
  );
  const { code } = await bundle(`import * as runtime from '${builtRuntime()}'; globalThis.runtime = runtime;`, 'iife');
  runInContext(code, context);
  const answers = runInContext(
    `
      const { editable, findDistance, follow, load, loadGrid, pathQueue, reach, sightOf } = runtime;
      const nav = editable(load(blobs.map((blob) => Uint8Array.from(blob))));
      const made = loadGrid(40, 30, (x, y) => rows[(y + 1) * stride + x + 1] > 0);
      const queue = pathQueue(nav, { budget: { ms: 2 } });
      const found = [];
      queue.request(2, 2, 30, 20, (answer) => found.push(answer.path?.cost));
      for (let i = 0; i < 50; i++) queue.update();
      const unit = follow(nav, { x: 2.5, y: 2.5 });
      [nav.wasm, nav.findPath(2, 2, 30, 20)?.cost, made.findPath(2, 2, 30, 20)?.cost, findDistance(nav, 2, 2, 30, 20), found[0], unit.x];
    `,
    context,
  );
  const cost = load(blobs).findPath(2, 2, 30, 20)?.cost;
  expect(cost).toBeGreaterThan(20);
  expect([...(answers as unknown[])]).toEqual([false, cost, cost, cost, cost, 2.5]);
});
