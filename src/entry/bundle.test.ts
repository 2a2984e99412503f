import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { builtRuntime, bundle, runtimeScript } from '../../test/bundle.js';
import { byWebpack, sizeByRollup, sizeByWebpack } from '../../test/bundlers.js';
import { makeGrid } from '../../test/grids.js';
import { temporaryFolder } from '../../test/prep.js';
import { IS_LONG } from '../../test/samples.js';
import { codeOf, FLOORS, ROWS, type SizeRow, scriptOf, sizeOf } from '../../test/sizes.js';
import { roomOf, sources } from '../../tools/lines.js';
import { gridFrom } from '../core/grid/grid.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from '../runtime/load-all.js';

const SOURCES = './src/entry/runtime.ts';

/** Source files that stay in a bundle. */
const filesOf = async (row: SizeRow) =>
  (await bundle(codeOf(row, SOURCES))).inputs.filter((file) => !/^<|^src\/entry\//.test(file)).sort();

/** Every sixth row, and `load`, unless all samples are tested. */
const SIZED = ROWS.filter(({ name }, i) => IS_LONG || name === 'load' || i % 6 === 0);

describe('the runtime as a game ships it', () => {
  it.each(SIZED)('is as large as it may be, minified and gzipped: $name', async (row) => {
    const { gzipped } = await sizeOf(row);
    console.info(`${row.name}: ${gzipped} bytes gzipped`);
    expect(gzipped).toBeLessThanOrEqual(1000 * FLOORS[row.name]);
  });

  it.runIf(IS_LONG).each(['readMeta', 'jps', 'hpa', 'bounds, in WebAssembly'])(
    'is as small by Rollup and webpack, within 3 %%: %s',
    async (name) => {
      const code = scriptOf(ROWS.find((row) => row.name === name) as SizeRow, builtRuntime());
      const { gzipped } = await bundle(code);
      const [byRollup, byWebpack] = [await sizeByRollup(code), await sizeByWebpack(code)];
      console.info(`${name}: ${gzipped} bytes by esbuild, ${byRollup} by Rollup, ${byWebpack} by webpack`);
      expect(byRollup).toBeLessThanOrEqual(1.03 * gzipped);
      expect(byWebpack).toBeLessThanOrEqual(1.03 * gzipped);
    },
  );

  it('has source maps that lead to the line of each function', () => {
    const file = builtRuntime();
    const lines = readFileSync(file, 'utf8').split('\n');
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const sources: Record<string, string> = Object.fromEntries(
      map.payload.sources.map((name, i) => [name, map.payload.sourcesContent[i]]),
    );
    const functions = lines.flatMap((line, i) => {
      const [, name] = /^(?:async )?function\*? (\w+)\(/.exec(line) ?? [];
      return name && !name.includes('$') ? [{ name, entry: map.findEntry(i, 0) }] : [];
    });
    expect(functions.length).toBeGreaterThan(100);
    const wrong = functions.filter(({ name, entry }) => {
      if (!('originalLine' in entry)) return true;
      return !sources[entry.originalSource].split('\n')[entry.originalLine].includes(name);
    });
    expect(wrong).toEqual([]);
  });

  it('drops all that a game does not use: nothing of it runs on import', async () => {
    const { code } = await bundle(`import { toXY } from '${builtRuntime()}'; globalThis.game = toXY;`);
    // Bundlers keep constants such as `2 ** 31`.
    expect(code).not.toMatch(/\b(?:var|let|const|class)\b/);
    expect(code.length).toBeLessThan(300);
  });

  it('has nothing of what is not named: engines, WebAssembly, decompressor, other moves', async () => {
    const files = await filesOf({ name: '', uses: [], parts: ['jpsEngine'] });
    const rooms = [...new Set(files.map((file) => roomOf(file)))];
    const core = ['arrays', 'blob', 'errors', 'grid', 'search', 'unknown-names'].map((room) => `core/${room}`);
    expect(rooms).toEqual([...core, 'engines/jps', 'runtime']);
    const known = sources('src');
    /** Files whose names contain a word, each of which must name some file. */
    const named = (some: string[], ...words: string[]) =>
      words.flatMap((word) => {
        expect(
          known.filter((file) => file.includes(word)),
          word,
        ).not.toEqual([]);
        return some.filter((file) => file.includes(word));
      });
    expect(named(files, 'unzstd', 'wasm', 'moves', 'meta', 'places', 'pool', 'pixels')).toEqual([]);
    const all = await filesOf({ name: '', uses: ['load'] });
    const wings = ['play', 'world', 'pipeline', 'view', 'lab', 'maps', 'lint'];
    expect(named(all, ...wings.map((wing) => `src/${wing}/`), 'engines/list', 'engines/inspect', 'artifact')).toEqual(
      [],
    );
    expect(all.filter((file) => file.includes('node_modules'))).toEqual([]);
    expect(named(all, 'bake', 'build', 'write')).toEqual([]);
  });

  it.runIf(IS_LONG)(
    'starts its threads in a library that webpack makes a module of, with the worker as an asset',
    async () => {
      const folder = temporaryFolder();
      const code = `import { load, navPool } from '${builtRuntime()}';
      export const ask = async (bytes) => {
        const pool = navPool(load(bytes), { threads: 1 });
        try { return (await pool.findPath(0, 0, 7, 7)).cost; } finally { pool.close(); }
      };`;
      await byWebpack(code, folder, { experiments: { outputModule: true }, output: { library: { type: 'module' } } });
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'a.prep'), await bakeJps(gridFrom(8, 8, () => true)));
      const script = `import { readFileSync } from 'node:fs'; import { ask } from './out.mjs';
      console.log(await ask(readFileSync('a.prep')));`;
      writeFileSync(join(folder, 'ask.mjs'), script);
      const { stdout } = await promisify(execFile)(process.execPath, ['ask.mjs'], { cwd: folder });
      expect(Number(stdout)).toBeCloseTo(7 * Math.SQRT2, 3);
    },
  );

  it.runIf(IS_LONG)('is one file in a bundle of Vite: no worker that the game has not named', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'game.js'),
      `import { load, navPool } from '${builtRuntime()}'; console.log(load, navPool);`,
    );
    const built = await build({
      ...{ root: folder, configFile: false, logLevel: 'silent' },
      build: { write: false, rollupOptions: { input: join(folder, 'game.js') } },
    });
    const files = [built].flat().flatMap((one) => ('output' in one ? one.output.map(({ fileName }) => fileName) : []));
    expect(files).toHaveLength(1);
  });

  it('has no package and no Node module in any of its entries', async () => {
    // platform: browser; a Node module would have failed the build, a package would show here.
    const entries = ['runtime', 'parts', 'worker', 'debug', 'browser'];
    const { inputs } = await bundle(
      entries.map((entry) => `export * as ${entry} from './src/entry/${entry}.ts';`).join(''),
    );
    for (const entry of entries) expect(inputs).toContain(`src/entry/${entry}.ts`);
    expect(inputs.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  it('loads and answers where a host has only JavaScript: no TextDecoder, no WebAssembly, no WeakRef', async () => {
    const places = { doors: [{ name: 'Größe 🚪', cells: [0, 0] }], markers: [] };
    const blob = await bakeJps(
      gridFrom(8, 8, () => true),
      { places },
    );
    const context = createContext({ bytes: [...blob] });
    runInContext(
      'delete globalThis.WebAssembly; delete globalThis.WeakRef; delete globalThis.SharedArrayBuffer',
      context,
    );
    expect(runInContext('typeof TextDecoder + typeof WebAssembly + typeof URL', context)).toBe('undefined'.repeat(3));
    runInContext(await runtimeScript(), context);
    const script = `
      const { load, readMeta } = gridprep;
      const nav = load(Uint8Array.from(bytes));
      [nav.findPath(0, 0, 7, 7).cells.length, nav.wasm, readMeta(nav).doors[0].name].join()`;
    expect(runInContext(script, context)).toBe(`${2 * 8},false,Größe 🚪`);
  });

  it('refuses to be the build API in a browser, in one sentence', async () => {
    const { code } = await bundle("import { bakeJps } from 'gridprep'; globalThis.game = bakeJps;", 'iife');
    expect(code.length).toBeLessThan(3000);
    expect(() => runInContext(code, createContext({}))).toThrow(
      'gridprep bakes maps in Node.js and does not run in browsers; import gridprep/runtime here',
    );
  });

  it.runIf(haveBrowser && IS_LONG)(
    'answers queries in Chromium, in WebAssembly, in JavaScript, and where a page may not compile the first',
    async () => {
      const grid = makeGrid('maze', 120, 90, 0, 11);
      const blob = await bakeJps(grid);
      const queries = [
        [0, 0, 118, 88],
        [4, 88, 116, 2],
        [50, 40, 52, 84],
      ];
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
          await page.addScriptTag({ content: await runtimeScript() });
          const answers = await page.evaluate(
            ([bytes, queries, options]) => {
              const { gridprep } = globalThis as unknown as { gridprep: { load: typeof load } };
              const nav = gridprep.load(Uint8Array.from(bytes), options);
              return [
                nav.wasm,
                queries.map(([a, b, c, d]) => Array.from(nav.findPath(a, b, c, d)?.cells ?? [])),
              ] as const;
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
