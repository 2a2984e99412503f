/** Arrays in WebAssembly beside those in JavaScript, byte for byte, of sound abstractions and of forged ones. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeGrid, random } from '../../../../test/grids.js';
import { forAllHpa } from '../../../../test/hpa.js';
import { sample } from '../../../../test/samples.js';
import { decompressor } from '../../blob/decompress.js';
import { MOVE_RULES } from '../../blob/layout.js';
import { readBlob } from '../../blob/read.js';
import { Grid, gridFrom, setCosts } from '../../grid/grid.js';
import { load } from '../../runtime/load-all.js';
import type { Abstraction } from '../abstraction.js';
import { hpaArrays } from '../arrays.js';
import { bakeHpa } from '../bake.js';
import { buildHpa } from '../build.js';
import { hpaGraph } from '../graph.js';
import { hopsOf } from '../hops.js';
import { landmarkCosts } from '../landmarks.js';
import { nativeArrays } from './native.js';

afterEach(() => vi.unstubAllGlobals());

function inJavaScript(grid: Grid, abstraction: Abstraction) {
  const graph = hpaGraph(grid, abstraction);
  const hops = hopsOf(graph);
  return { graph, hops, marks: landmarkCosts(graph, hops) };
}

describe('arrays in WebAssembly', () => {
  it('are those in JavaScript, under every rule, with costs, without stored paths, with upper levels', () => {
    let rules = 0;
    forAllHpa(60, 400, ({ grid: { width, height, terrain, open, costs }, options }) => {
      const moveRule = MOVE_RULES[rules++ % 4];
      const grid = Object.assign(new Grid(width, height, terrain, moveRule, 1, open), { costs });
      const abstraction = buildHpa(grid, options);
      const made = nativeArrays(grid, abstraction, true);
      if (abstraction.shortcuts || abstraction.places.length === 0) {
        expect(made).toBeUndefined();
        return;
      }
      const { graph, hops, marks } = inJavaScript(grid, abstraction);
      expect(made?.marks).toEqual(marks);
      expect(made?.hops).toEqual(options.levels === 1 ? hops : undefined);
      expect(hpaGraph(grid, abstraction, made?.graph)).toEqual(graph);
      expect(hpaGraph(grid, abstraction, nativeArrays(grid, abstraction, false)?.graph)).toEqual(graph);
    });
  });

  it('hold costs of dear terrain, which no 32 bits hold', () => {
    const grid = gridFrom(200, 130, (x, y) => (x + 3 * y) % 11 > 1);
    setCosts(grid, (x, y) => 255 - ((x * y) % 3));
    for (const paths of [true, false]) {
      const abstraction = buildHpa(grid, { cluster: 64, paths });
      expect(nativeArrays(grid, abstraction, true)).toEqual(inJavaScript(grid, abstraction));
    }
  });

  it('of an abstraction that is not of the map are given up, and JavaScript says why', () => {
    const next = random(7);
    let [refused, given] = [0, 0];
    for (let i = 0, most = sample(4000); i < most; i++) {
      const grid = makeGrid((['noise', 'maze', 'comb', 'rooms'] as const)[i % 4], 24, 20, 0.3, 1 + i);
      const abstraction = buildHpa(grid, { cluster: 5, paths: i % 3 > 0 });
      const lists = [abstraction.places, abstraction.pairs, abstraction.runs ?? abstraction.places];
      const list = lists[Math.floor(3 * next())];
      const at = Math.floor(list.length * next());
      // What a section holds so that their lengths agree: numbers of runs stay.
      if (list === abstraction.pairs && abstraction.runs) list[at] = list[at] > 1 ? list[at] : 1 - list[at];
      else if (list === abstraction.pairs) list[at] = 2 ** (32 * next()) - 1;
      else list[at] = Math.floor((list === abstraction.runs ? 256 : 30) * next());
      let made: ReturnType<typeof inJavaScript> | undefined;
      try {
        made = inJavaScript(grid, abstraction);
      } catch {
        refused++;
      }
      const native = nativeArrays(grid, abstraction, true);
      // Paths that leave the row of their clusters on the map are JavaScript's.
      if (native || !made) expect(native).toEqual(made);
      given += Number(native !== undefined);
    }
    expect(refused).toBeGreaterThan(sample(4000) / 3);
    expect(given).toBeGreaterThan(sample(4000) / 10);
  });

  it('are made by loads, also for threads; where a host refuses WebAssembly JavaScript makes them', async () => {
    const grid = makeGrid('rooms', 90, 70, 0.4, 3);
    for (const options of [{}, { levels: 2, merge: 2 }]) {
      const blob = await bakeHpa(grid, { cluster: 8, codec: 'none', ...options });
      const compact = readBlob(blob, decompressor);
      const expected = hpaArrays(compact, grid);
      expect(hpaArrays(compact, grid, undefined, nativeArrays)).toEqual(expected);
      const kept = (wasm: boolean) => load(blob, { shared: true, wasm }).source.kept;
      expect(kept(true)).toEqual(kept(false));
      const found = load(blob).findPath(1, 1, 88, 68);
      expect(found).toEqual(load(blob, { wasm: false }).findPath(1, 1, 88, 68));
      const refuse = () => {
        throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance');
      };
      vi.stubGlobal('WebAssembly', { Memory: refuse, Module: refuse });
      expect(hpaArrays(compact, grid, undefined, nativeArrays)).toEqual(expected);
      vi.unstubAllGlobals();
    }
  });
});
