import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { bundle } from '../../test/bundle.js';
import { makeGrid } from '../../test/grids.js';
import { bakeJps } from '../jps/bake.js';
import { load } from './index.js';

describe('the runtime as a game ships it', () => {
  it('is at most 13.9 kB for JPS+, minified and gzipped, loader, decompressor and query together; bounds and WebAssembly add at most 7.1 kB', async () => {
    const jps = await bundle(`export { load } from './src/runtime/jps.ts';`);
    const bounds = await bundle(`export { load } from './src/runtime/bounds.ts';`);
    console.info(`runtime for JPS+: ${jps.gzipped} bytes gzipped, with bounds ${bounds.gzipped}`);
    expect(jps.gzipped).toBeLessThanOrEqual(13_900);
    expect(bounds.gzipped - jps.gzipped).toBeLessThanOrEqual(7100);
  });

  it('is as large as README says, minified and gzipped', async () => {
    for (const [entry, most] of [
      ['jps', 13_900],
      ['bounds', 21_000],
      ['ch', 11_600],
      ['hpa', 18_400],
      ['table', 18_900],
      ['priced', 18_500],
      ['index', 44_900],
    ] as const) {
      expect((await bundle(`export { load } from './src/runtime/${entry}.ts';`)).gzipped, entry).toBeLessThanOrEqual(most);
    }
  });

  it('is at most 19.8 kB for worlds in tiles', async () => {
    const { gzipped, inputs } = await bundle(`export { loadWorld, tileFile } from './src/runtime/world.ts';`);
    console.info(`runtime for worlds: ${gzipped} bytes gzipped`);
    expect(gzipped).toBeLessThanOrEqual(19_800);
    expect(inputs.filter((file) => /hpa\/(build|query|clusters)|world\/(bake|tile-file|source|tasks)/.test(file))).toEqual([]);
  });

  it('reaches no Node module, no builder beyond what it rebuilds, no compressor', async () => {
    // platform: browser; a Node module would have failed the build, a package would show here.
    const { inputs } = await bundle(`export * from './src/runtime/jps.ts';`);
    const all = await bundle(`export { load, PathBuffer, BlobError } from './src/runtime/index.ts';`);
    const packages = all.inputs
      .filter((file) => file.includes('node_modules'))
      .map((file) => file.replace(/.*node_modules\//, '').split('/')[0]);
    expect(packages).toEqual([]);
    const own = inputs.filter((file) => file.startsWith('src/')).sort();
    expect(own).toEqual([
      'src/blob/crc32.ts',
      'src/blob/grid.ts',
      'src/blob/layout.ts',
      'src/blob/read.ts',
      'src/blob/unzstd.ts',
      'src/errors.ts',
      'src/grid/components.ts',
      'src/grid/directions.ts',
      'src/grid/grid.ts',
      'src/grid/rectangle.ts',
      'src/grid/step-costs.ts',
      'src/jps/arena.ts',
      'src/jps/fill.ts',
      'src/jps/graph.ts',
      'src/jps/in-sight.ts',
      'src/jps/lines.ts',
      'src/jps/look-round.ts',
      'src/jps/query.ts',
      'src/jps/rows.ts',
      'src/jps/search-loop.ts',
      'src/jps/search-state.ts',
      'src/jps/section.ts',
      'src/runtime/answers.ts',
      'src/runtime/engines.ts',
      'src/runtime/jps.ts',
      'src/runtime/load.ts',
      'src/runtime/warm-up.ts',
      'src/search/keep.ts',
      'src/search/path.ts',
    ]);
    const more = all.inputs.filter((file) => file.startsWith('src/') && !own.includes(file)).sort();
    expect(more).toEqual([
      'src/bounds/masks.ts',
      'src/bounds/move-boxes.ts',
      'src/bounds/query.ts',
      'src/bounds/section.ts',
      'src/ch/coder.ts',
      'src/ch/heap.ts',
      'src/ch/priced.ts',
      'src/ch/query.ts',
      'src/ch/replay.ts',
      'src/ch/section.ts',
      'src/ch/subgoals.ts',
      'src/grid/beside.ts',
      'src/grid/rank.ts',
      'src/hpa/clear-runs.ts',
      'src/hpa/flood.ts',
      'src/hpa/graph.ts',
      'src/hpa/ground.ts',
      'src/hpa/hops.ts',
      'src/hpa/landmarks.ts',
      'src/hpa/levels.ts',
      'src/hpa/line.ts',
      'src/hpa/plan.ts',
      'src/hpa/query.ts',
      'src/hpa/refine.ts',
      'src/hpa/section.ts',
      'src/hpa/smooth.ts',
      'src/hpa/trace.ts',
      'src/hpa/window-search.ts',
      'src/hpa/windows.ts',
      'src/jps/module.ts',
      'src/jps/wasm.ts',
      'src/priced/graph.ts',
      'src/priced/jumps.ts',
      'src/priced/landmarks.ts',
      'src/priced/query.ts',
      'src/priced/section.ts',
      'src/priced/successors.ts',
      'src/runtime/index.ts',
      'src/search/bucket-flood.ts',
      'src/search/walk.ts',
      'src/table/graph.ts',
      'src/table/pairs.ts',
      'src/table/paths.ts',
      'src/table/query.ts',
      'src/table/reach.ts',
      'src/table/section.ts',
    ]);
  });

  it('adds HPA* in at most 11.1 kB; its bake runs in a browser too', async () => {
    const loaderOnly = await bundle(`import { loader } from './src/runtime/load.ts'; export const load = loader({});`);
    const hpa = await bundle(`export { load } from './src/runtime/hpa.ts';`);
    const bake = await bundle(`export * from './src/hpa.ts';`);
    console.info(`runtime for HPA*: ${hpa.gzipped} bytes gzipped, ${hpa.gzipped - loaderOnly.gzipped} more than the loader`);
    expect(hpa.gzipped - loaderOnly.gzipped).toBeLessThanOrEqual(11_100);
    for (const { inputs } of [hpa, bake]) expect(inputs.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  it('has tables in place of the search in at most 1.4 kB more than HPA*; the path cache is shipped only where it is imported', async () => {
    const hpa = await bundle(`export { load } from './src/runtime/hpa.ts';`);
    const table = await bundle(`export { load } from './src/runtime/table.ts';`);
    const both = await bundle(`
      import { hpaEngine, tableEngine } from './src/runtime/engines.ts';
      import { loader } from './src/runtime/load.ts';
      export const load = loader({ table: tableEngine, hpa: hpaEngine });`);
    const cache = await bundle(`export { load } from './src/runtime/table.ts'; export { cachePaths } from './src/runtime/cache.ts';`);
    const more = [table, both, cache].map(({ gzipped }) => gzipped - hpa.gzipped);
    console.info(
      `runtime for HPA*: ${hpa.gzipped} bytes gzipped; with a table in place of the search ${more[0]} more, beside it ${more[1]}, and a cache ${more[2]}`,
    );
    expect(more[0]).toBeLessThanOrEqual(1400);
    for (const file of ['src/hpa/query.ts', 'src/hpa/landmarks.ts', 'src/runtime/cache.ts']) expect(table.inputs).not.toContain(file);
    expect(cache.inputs.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  it('ships what looks at paths only where it is imported, in at most 1.65 kB', async () => {
    const pull = await bundle(`export * from './src/runtime/pull.ts';`);
    console.info(`runtime/pull: ${pull.gzipped} bytes gzipped`);
    expect(pull.gzipped).toBeLessThanOrEqual(1650);
    expect(pull.inputs.filter((file) => file.startsWith('src/') && !file.startsWith('src/pull/'))).toEqual(['src/runtime/pull.ts']);
  });

  it('adds a pool of threads in at most 2.2 kB, and what answers it in at most 0.8 kB, only where they are imported', async () => {
    const load = `export { load } from './src/runtime/jps.ts';`;
    const alone = await bundle(load);
    const pool = await bundle(`${load} export { navPool, sharing } from './src/runtime/pool.ts';`);
    const worker = await bundle(`${load} export { serveNav } from './src/runtime/pool.ts';`);
    console.info(
      `runtime/pool: ${pool.gzipped - alone.gzipped} bytes gzipped more than load, ${worker.gzipped - alone.gzipped} in the worker`,
    );
    expect(pool.gzipped - alone.gzipped).toBeLessThanOrEqual(2200);
    expect(worker.gzipped - alone.gzipped).toBeLessThanOrEqual(800);
    expect(alone.inputs.filter((file) => file.includes('/pool'))).toEqual([]);
  });

  it.skipIf(!haveBrowser)(
    'answers queries in Chromium, in WebAssembly, in JavaScript, and where a page may not compile the first',
    async () => {
      const grid = makeGrid('maze', 120, 90, 0, 11);
      const blob = await bakeJps(grid, { store: 'planes' });
      const queries = [
        [0, 0, 118, 88],
        [4, 88, 116, 2],
        [50, 40, 52, 84],
      ];
      const { code } = await bundle(`import { load } from './src/runtime/index.ts'; globalThis.gridprep = { load };`, 'iife');
      const nav = load(blob);
      const expected = queries.map(([a, b, c, d]) => Array.from(nav.findPath(a, b, c, d)?.cells ?? []));
      expect(expected.every((cells) => cells.length > 0)).toBe(true);
      const chrome = await launchBrowser();
      try {
        for (const [policy, options, wasm] of [
          ['', {}, true],
          ['', { wasm: false }, false],
          [`<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">`, {}, false],
        ] as const) {
          const page = await chrome.newPage();
          await page.setContent(`<head>${policy}</head>`);
          await page.addScriptTag({ content: code });
          const answers = await page.evaluate(
            ([bytes, queries, options]) => {
              const { gridprep } = globalThis as unknown as { gridprep: { load: typeof load } };
              const nav = gridprep.load(Uint8Array.from(bytes), options);
              return [nav.wasm, queries.map(([a, b, c, d]) => Array.from(nav.findPath(a, b, c, d)?.cells ?? []))] as const;
            },
            [[...blob], queries, options] as const,
          );
          expect(answers).toEqual([wasm, expected]);
          await page.close();
        }
      } finally {
        await chrome.close();
      }
    },
  );
});
