/** What of the page is no drawing: where the map is looked at, which tiles are seen, keys, the address. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hexCenter } from '../../core/grid/hex-plane.js';
import { tilePixels } from '../desk/tile-pixels.js';
import { aboutLayer, LAYER_NAMES, listedLayers } from '../layers.js';
import { cellAtPoint, middleOf, planeOf } from '../plane.js';
import { type Color, THEMES } from '../theme.js';
import { actionOf, keyName, pageActions } from './actions.js';
import { areaOf, Camera } from './camera.js';
import { latest } from './latest.js';
import { addressWriter, clip, hashOf, type State, stateOf } from './state.js';
import { keyText, levelFor, standIn, Tiles, tilesOf, tilesWith } from './tiles.js';

describe('the camera', () => {
  const camera = () => Object.assign(new Camera(), { width: 100, height: 50, across: 800, down: 600 });

  it('shows all of the map, and knows which cell lies where', () => {
    const all = camera();
    all.fit();
    expect(all.view).toEqual([50, 25, 7.84]);
    expect(all.cellAt(...all.placeOf([12, 8]))).toEqual([12, 8]);
    // The map lies from 8, 104 to 792, 496.
    const places = [
      [9, 105],
      [791, 495],
      [7, 300],
      [793, 300],
      [400, 103],
      [400, 497],
    ] as const;
    expect(places.map(([left, top]) => all.cellAt(left, top))).toEqual([
      [0, 0],
      [99, 49],
      ...[undefined, undefined, undefined, undefined],
    ]);
    const area = { x0: 0, y0: 0, x1: 100, y1: 50 };
    expect(all.placing(2)).toEqual({ cell: [15.68, 15.68], origin: [16, 208], axes: [1, 0, 0, 1], seen: area, area });
  });

  it('sees a part of the map, and fits to one in either direction', () => {
    const part = camera();
    part.look(30, 20, 40);
    const seen = { x0: 20, y0: 12, x1: 40, y1: 28 };
    expect(part.placing(1)).toEqual({
      cell: [40, 40],
      origin: [-800, -500],
      axes: [1, 0, 0, 1],
      seen,
      area: { x0: 19, y0: 11, x1: 41, y1: 29 },
    });
    part.fitTo({ x0: 10, y0: 10, x1: 14, y1: 30 }, 0.5);
    expect(part.view).toEqual([12, 20, 15]);
    part.fitTo({ x0: 10, y0: 10, x1: 50, y1: 14 }, 0.5);
    expect(part.view).toEqual([30, 12, 10]);
    part.look(10, 10, 0.01);
    expect(part.view).toEqual([10, 10, 1]);
    expect(Object.assign(new Camera(), { width: 1600, across: 800, down: 600 })).toMatchObject({ height: 1, zoom: 1 });
    const wide = Object.assign(camera(), { width: 1600, height: 3000 });
    wide.look(0, 0, 0);
    expect(wide.zoom).toBe(0.1);
  });

  it('keeps a place where it is when it comes nearer, and never leaves the map', () => {
    const near = camera();
    near.fit();
    const [left, top] = near.placeOf([20, 10]);
    near.zoomAt(3, left, top);
    const [x, y] = near.placeOf([20, 10]);
    expect([x, y].map(Math.round)).toEqual([left, top].map(Math.round));
    near.look(-500, 900, 1000);
    expect(near.view).toEqual([0, 50, 80]);
  });

  it('finds the area of a path', () => {
    expect(areaOf([3, 4, 9, 2])).toEqual({ x0: 3, y0: 2, x1: 10, y1: 5 });
  });
});

describe('squares of the map', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const camera = Object.assign(new Camera(), { width: 2000, height: 256, across: 2000, down: 256, x: 1000, y: 128 });
  const context = { drawImage() {}, setTransform() {} } as unknown as CanvasRenderingContext2D;

  it('are requested eight at a time, and again a second after an error', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const make = (key: Parameters<typeof keyText>[0]) => {
      asked.push(keyText(key));
      return Promise.reject(new Error('no map is open'));
    };
    const faults: unknown[] = [];
    const tiles = new Tiles(make, (fault) => faults.push(fault));
    expect(tiles.draw(context, { ...camera.placing(1), seen: { x0: 0, y0: 0, x1: 12 * 256, y1: 256 } })).toBe(false);
    expect(asked).toHaveLength(8);
    await vi.advanceTimersByTimeAsync(999);
    expect([asked.length, faults.length]).toEqual([8, 8]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(16);
    expect(new Set(asked.slice(8))).toEqual(new Set(asked.slice(0, 8)));
  });
});

describe('maps of hexagons and diamonds', () => {
  const rules = ['hex', 'hex-odd-r', 'hex-even-r', 'hex-odd-q', 'hex-even-q'] as const;
  const planes = [
    ...rules.map((moveRule) => planeOf({ moveRule })),
    planeOf({ moveRule: 'no-corners' }, [32, 16, -32, 16]),
  ];

  it.each(planes)('are seen whole, each cell where it is clicked: $moveRule, $axes', (plane) => {
    const camera = Object.assign(new Camera(), { width: 30, height: 20, across: 800, down: 600, plane });
    for (const look of [() => camera.fit(), () => camera.look(20, 9, 33), () => camera.zoomAt(0.7, 300, 200)]) {
      look();
      const {
        area,
        axes,
        cell: [scale],
        origin: [left, top],
      } = camera.placing(1);
      for (const cell of [
        [0, 0],
        [29, 0],
        [0, 19],
        [29, 19],
        [11, 7],
        [12, 8],
      ] as const) {
        const [x, y] = camera.placeOf([cell[0], cell[1]]);
        expect(camera.cellAt(x, y)).toEqual(cell);
        const [px, py] = middleOf(plane, cell[0], cell[1]);
        expect(left + (px * axes[0] + py * axes[2]) * scale).toBeCloseTo(x, 6);
        expect(top + (px * axes[1] + py * axes[3]) * scale).toBeCloseTo(y, 6);
        const isSeen = x > 0 && y > 0 && x < 800 && y < 600;
        if (look.toString().includes('fit')) expect(isSeen).toBe(true);
        if (isSeen) {
          expect(cell[0] >= area.x0 && cell[0] < area.x1 && cell[1] >= area.y0 && cell[1] < area.y1).toBe(true);
        }
      }
    }
    const before = camera.placeOf([11, 7]);
    camera.drag(30, -20);
    const [x, y] = camera.placeOf([11, 7]);
    expect(x - before[0]).toBeCloseTo(30, 6);
    expect(y - before[1]).toBeCloseTo(-20, 6);
  });

  it('have tiles whose pixels are those of the cell at their middle', () => {
    const map = { moveRule: 'hex-odd-r' as const };
    const cells = {
      width: 5,
      height: 4,
      cellAt: (x: number, y: number) => cellAtPoint(map, x, y),
      colorAt: (x: number, y: number): Color => ((x << 24) | (y << 16) | 255) >>> 0,
    };
    const pixels = tilePixels(cells, -5, 0, 0);
    for (const [x, y] of [
      [0, 0],
      [4, 0],
      [3, 1],
      [2, 2],
    ]) {
      const [px, py] = hexCenter(map, x, y);
      expect(pixels[Math.floor(py * 32) * 256 + Math.floor(px * 32)]).toBe(((255 << 24) | (y << 8) | x) >>> 0);
    }
    expect(pixels[40 * 256]).toBe(0);
    expect(tilePixels(cells, 0, 0, 0)[2 * 256 + 2]).toBe(((255 << 24) | (2 << 8) | 2) >>> 0);
  });
});

describe('tiles', () => {
  it('are as fine as the screen, those in the middle first', () => {
    expect([8, 1, 0.5, 0.3, 0.001].map((scale) => levelFor(scale))).toEqual([0, 0, 1, 1, 7]);
    const seen = tilesOf({ x0: 0, y0: 0, x1: 768, y1: 256 }, 0);
    expect(seen.map(keyText)).toEqual(['0/1/0', '0/0/0', '0/2/0']);
    const lower = tilesOf({ x0: 600, y0: 1100, x1: 1500, y1: 2700 }, 1);
    expect(lower.map(keyText)).toEqual(['1/2/3', '1/1/3', '1/2/4', '1/1/4', '1/2/2', '1/1/2', '1/2/5', '1/1/5']);
  });

  it('are stood in for by a part of a coarser one', () => {
    expect(standIn({ level: 0, tx: 5, ty: 2 }, (key) => key === '2/1/0')).toEqual({
      key: '2/1/0',
      x: 64,
      y: 128,
      side: 64,
    });
    expect(standIn({ level: 1, tx: 13, ty: 22 }, (key) => key === '4/1/2')).toEqual({
      key: '4/1/2',
      x: 160,
      y: 192,
      side: 32,
    });
    const tried: string[] = [];
    expect(standIn({ level: 5, tx: 5, ty: 2 }, (key) => tried.push(key) < 0)).toBeUndefined();
    expect(tried).toEqual(['6/2/1', '7/1/0']);
  });

  it('hold a cell at every level', () => {
    expect([...tilesWith([300 | (600 << 16)])].slice(0, 3)).toEqual(['0/1/2', '1/0/1', '2/0/0']);
  });
});

describe('keys', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** A page whose every method logs its name and arguments. */
  function page(log: string[], at?: readonly [number, number], opened: object | undefined = { width: 10, height: 10 }) {
    const noting = (given: object) =>
      new Proxy(given, {
        get: (target, name: string) =>
          name in target ? target[name as never] : async (...args: unknown[]) => log.push([name, ...args].join(' ')),
      });
    const state = { start: [1, 1], goal: [2, 2], at };
    const query = noting({ session: { opened }, timeline: noting({}) });
    const parts = {
      view: { camera: noting({ x: 5.5, y: 6.5, zoom: 10 }) },
      bar: noting({}),
      painting: noting({}),
      edits: noting({}),
    };
    return noting({ ...parts, state, query }) as Parameters<typeof pageActions>[0];
  }

  it('do what their list describes', () => {
    const log: string[] = [];
    const list = pageActions(page(log)).map(({ keys, text, act }) => {
      log.length = 0;
      act();
      return [`${keys.map(keyName).join(' ')}: ${text}`, ...log].join('; ');
    });
    expect(list).toEqual([
      '←: move the map; drag 60 0',
      '→: move the map; drag -60 0',
      '↑: move the map; drag 0 60',
      '↓: move the map; drag 0 -60',
      'shift ←: move the chosen cell; chooseCell 4,6',
      'shift →: move the chosen cell; chooseCell 6,6',
      'shift ↑: move the chosen cell; chooseCell 5,5',
      'shift ↓: move the chosen cell; chooseCell 5,7',
      '0: show all of the map; fit',
      '+ =: zoom in; zoomBy 1.4',
      '-: zoom out; zoomBy 0.7142857142857143',
      'v: show the path; showPath',
      's: start at the chosen cell; set 5,6 2,2',
      'g: goal at the chosen cell; set 1,1 5,6',
      'x: swap start and goal; set 2,2 1,1',
      'Esc: no query; set  ',
      'space: play or pause the search; toggle',
      'p: a click sets start and goal; setMode path',
      'c: a click chooses a cell; setMode cell',
      'e: a click opens or closes a cell; setMode edit',
      'u: undo one edit; undo',
      't: light or dark; recolor',
      '?: show all keys; help',
    ]);
    const textOf = (key: string, shiftKey: boolean) => actionOf(pageActions(page(log)), { key, shiftKey })?.text;
    expect(textOf('ArrowLeft', false)).toBe('move the map');
    expect(textOf('ArrowLeft', true)).toBe('move the chosen cell');
    expect([textOf('?', true), textOf('q', false)]).toEqual(['show all keys', undefined]);
  });

  it('choose no cell beyond the map', () => {
    const log: string[] = [];
    const pages = [page(log, [0, 0]), page(log, [9, 9]), page(log, [0, 0], { width: 0, height: 0 })];
    for (const one of pages) for (const { keys, act } of pageActions(one)) if (/shift/.test(keys[0])) act();
    expect(log).toEqual(['chooseCell 1,0', 'chooseCell 0,1', 'chooseCell 8,9', 'chooseCell 9,8']);
  });

  it('are of one action each', () => {
    const keys = pageActions(page([])).flatMap((action) => action.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('an address brings back what is seen, and leaves out what makes no sense', () => {
  const hash = '#map=a.map&layers=terrain,gates&start=2,3&goal=4,5&engine=jps&view=10,20,4.5&theme=dark';
  expect(hashOf(stateOf(hash))).toBe(hash);
  expect(stateOf('#start=a,b&layers=%3Cb%3E,&theme=pink')).toMatchObject({
    start: undefined,
    layers: new Set(),
    theme: undefined,
  });
});

it('an address without layers has the usual ones; cells that are not on the map are none', () => {
  const usual = ['doors', 'ends', 'gates', 'links', 'path', 'points', 'search', 'terrain', 'tiles', 'walls'];
  expect([...stateOf('').layers].sort()).toEqual(usual);
  const state: State = { map: '', layers: new Set(), start: [9, 0], goal: [0, 5], at: [8, 4] };
  clip(state, 9, 5);
  expect(state).toMatchObject({ start: undefined, goal: undefined, at: [8, 4] });
  clip(state, 8, 5);
  expect([state.at, hashOf(state)]).toEqual([undefined, '#']);
});

it('of values that come while a task runs, the task takes the last; a fault ends nothing', async () => {
  const log: unknown[] = [];
  const waiting: (() => void)[] = [];
  const request = latest<number>(
    (value) => {
      log.push(value);
      if (value === 3) return Promise.reject(new Error('three'));
      return new Promise<void>((done) => waiting.push(done));
    },
    (error) => log.push(String(error)),
  );
  for (const value of [1, 2, 3]) request(value);
  waiting.shift()?.();
  await vi.waitFor(() => expect(log).toEqual([1, 3, 'Error: three']));
  request(4);
  expect(log.at(-1)).toBe(4);
});

it('the address changes once, after a rest', () => {
  vi.useFakeTimers();
  const written: unknown[][] = [];
  vi.stubGlobal('window', { setTimeout });
  vi.stubGlobal('history', { replaceState: (...args: unknown[]) => written.push(args) });
  let hash = '#a';
  const write = addressWriter(() => hash);
  write();
  vi.advanceTimersByTime(150);
  write();
  hash = '#b';
  vi.advanceTimersByTime(150);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(written).toEqual([[null, '', '#b']]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('layers', () => {
  it('are each in one group with a title', () => {
    const listed = listedLayers();
    expect([...listed].sort()).toEqual([...LAYER_NAMES].sort());
    expect(new Set(listed.map((name) => aboutLayer(name).title)).size).toBe(listed.length);
  });

  it.each(['light', 'dark'] as const)('have colors that differ where they lie on each other: %s', (name) => {
    const { path, directions, levels, nodes, edges, jump, inter } = THEMES[name];
    const far = (a: Color, b: Color) =>
      Math.hypot(...[24, 16, 8].map((shift) => ((a >>> shift) & 255) - ((b >>> shift) & 255)));
    for (const [a, b] of [
      [path, directions[7]],
      [nodes[0], levels[0]],
      [nodes[0], edges[0]],
      [levels[0], edges[0]],
      [nodes[0], jump],
      [nodes[1], jump],
      [inter, edges[0]],
    ])
      expect(far(a, b), `${a.toString(16)} ${b.toString(16)}`).toBeGreaterThan(40);
  });
});
