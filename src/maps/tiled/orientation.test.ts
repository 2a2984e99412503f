/** Tiled's maps that are not drawn as squares: which tiles are neighbors, and where pixels has their middles and corners. */
import { describe, expect, it } from 'vitest';
import { decompressor } from '../../core/blob/decompress.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { pixels } from '../../runtime/pixels.js';
import { placesOf, readMap } from '../read-map.js';

const WIDTH = 6;
const HEIGHT = 5;
const TILE = [40, 36];

/** A map whose tiles are all open, but for those of a list. */
function mapOf(changes: object, blocked: [number, number][] = [], objects: object[] = []): Uint8Array {
  const data = Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    blocked.some(([x, y]) => x + y * WIDTH === i) ? 0 : 1,
  );
  const chunk = { x: -3, y: -3, width: WIDTH, height: HEIGHT, data };
  const isInfinite = 'infinite' in changes && changes.infinite === true;
  const sides = { width: WIDTH, height: HEIGHT };
  const ground = { type: 'tilelayer', name: 'ground', ...sides, ...(isInfinite ? { chunks: [chunk] } : { data }) };
  return Buffer.from(
    JSON.stringify({
      ...{ type: 'map', ...sides, tilewidth: TILE[0], tileheight: TILE[1] },
      tilesets: [{ firstgid: 1, name: 'set', tiles: [] }],
      layers: [ground, ...(objects.length > 0 ? [{ type: 'objectgroup', name: 'places', objects }] : [])],
      ...changes,
    }),
  );
}

async function loaded(bytes: Uint8Array) {
  const map = await readMap(bytes, { file: 'm.tmj' });
  const nav = load(await bakeJps(map.grid, { codec: 'none', places: placesOf(map) }), { decompress: decompressor });
  return { map, nav, px: pixels(nav) };
}

/** The middle of a tile as Tiled's renderers have it (hexagonalrenderer.cpp, tileToScreenCoords), `side` 0 if staggered. */
function middle(axis: string, index: string, side: number, x: number, y: number): [number, number] {
  const [w, h] = TILE;
  const isPushed = (k: number) => Math.abs(k % 2) === (index === 'odd' ? 1 : 0);
  if (axis === 'x') {
    const column = (w - side) / 2 + side;
    return [x * column + w / 2, y * h + (isPushed(x) ? h / 2 : 0) + h / 2];
  }
  const row = (h - side) / 2 + side;
  return [x * w + (isPushed(y) ? w / 2 : 0) + w / 2, y * row + h / 2];
}

const STAGGERS = ['x', 'y'].flatMap((axis) => ['odd', 'even'].map((index) => [axis, index] as const));
const tiles = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [i % WIDTH, Math.floor(i / WIDTH)] as const);
const near = (a: { x: number; y: number }, b: readonly [number, number]) => Math.hypot(a.x - b[0], a.y - b[1]);

describe.each(STAGGERS)('stagger axis %s, index %s', (staggeraxis, staggerindex) => {
  const stagger = { staggeraxis, staggerindex };

  it.each([0, 16, 20])('hexagons with a side of %s pixels are where Tiled draws them', async (hexsidelength) => {
    for (const [infinite, from] of [
      [undefined, 0],
      [true, -3],
    ] as const) {
      const { nav, px } = await loaded(mapOf({ orientation: 'hexagonal', hexsidelength, ...stagger, infinite }));
      const at = (x: number, y: number) => middle(staggeraxis, staggerindex, hexsidelength, x + from, y + from);
      for (const [x, y] of tiles) {
        expect(near(px.centerOf(x, y), at(x, y))).toBeLessThan(1e-9);
        // Corners pulled inwards are in the cell.
        for (const corner of px.cornersOf(x, y)) {
          const [cx, cy] = at(x, y);
          expect(px.cellAt(cx + 0.99 * (corner.x - cx), cy + 0.99 * (corner.y - cy))).toEqual([x, y]);
        }
      }
      expect(nav.diagonals.startsWith('hex-')).toBe(true);
      // Six steps lead to the tiles around, which touch.
      const steps = tiles.filter(([x, y]) => nav.findPath(2, 2, x, y)?.cost === 1);
      const apart = tiles
        .map(([x, y]) => ({ tile: [x, y], far: near(px.centerOf(x, y), at(2, 2)) }))
        .sort((a, b) => a.far - b.far);
      if (hexsidelength > 0) expect(apart.slice(1, 7).map(({ tile }) => tile)).toEqual(expect.arrayContaining(steps));
      expect(steps.length).toBe(6);
    }
  });

  it('hexagons have six corners around their box, clockwise', async () => {
    const { px } = await loaded(mapOf({ orientation: 'hexagonal', hexsidelength: 16, ...stagger }));
    const [cx, cy] = middle(staggeraxis, staggerindex, 16, 1, 1);
    const [w, h] = TILE;
    const corners = px
      .cornersOf(1, 1)
      .flatMap(({ x, y }) => [x - cx, y - cy].map((value) => Math.round(value * 1e6) / 1e6 + 0));
    const [right, down] = [w / 2, h / 2];
    expect(corners).toEqual(
      staggeraxis === 'y'
        ? [0, -down, right, -8, right, 8, 0, down, -right, 8, -right, -8]
        : [right, 0, 8, down, -8, down, -right, 0, -8, -down, 8, -down],
    );
  });

  it('staggered tiles are cells of a turned grid, where Tiled draws them', async () => {
    for (const [infinite, from] of [
      [undefined, 0],
      [true, -3],
    ] as const) {
      const { map, nav, px } = await loaded(mapOf({ orientation: 'staggered', ...stagger, infinite }));
      const at = (x: number, y: number) => middle(staggeraxis, staggerindex, 0, x + from, y + from);
      const cells = tiles.map(([x, y]) => px.cellAt(...at(x, y)));
      expect(new Set(cells.map(String)).size).toBe(WIDTH * HEIGHT);
      expect(map.grid.open.reduce((sum, one) => sum + one, 0)).toBe(WIDTH * HEIGHT);
      tiles.forEach(([x, y], i) => {
        expect(nav.isOpen(...cells[i])).toBe(true);
        expect(near(px.centerOf(...cells[i]), at(x, y))).toBeLessThan(1e-9);
        // Its neighbors over sides: half a tile away along both axes.
        tiles.forEach(([u, v], k) => {
          const [dx, dy] = [Math.abs(at(x, y)[0] - at(u, v)[0]), Math.abs(at(x, y)[1] - at(u, v)[1])];
          const isBeside = dx === TILE[0] / 2 && dy === TILE[1] / 2;
          expect(nav.findPath(...cells[i], ...cells[k])?.cost === 1).toBe(isBeside);
        });
      });
    }
  });
});

describe('isometric maps', () => {
  const doorOf = async (door: object) => {
    const gate = { id: 1, type: 'door', name: 'gate', ...door };
    return (await loaded(mapOf({ orientation: 'isometric' }, [], [gate]))).map.doors[0].cells;
  };

  it('are grids like others, drawn as Tiled does', async () => {
    const { map, nav, px } = await loaded(mapOf({ orientation: 'isometric' }, [[1, 0]]));
    expect([map.grid.width, map.grid.height, nav.isOpen(1, 0), nav.isOpen(2, 0)]).toEqual([WIDTH, HEIGHT, false, true]);
    for (const [x, y] of tiles) {
      // isometricrenderer.cpp, tileToScreenCoords: the upper corner of the tile.
      const top = [((x - y) * TILE[0]) / 2 + (HEIGHT * TILE[0]) / 2, ((x + y) * TILE[1]) / 2] as const;
      expect(near(px.cornersOf(x, y)[0], top)).toBeLessThan(1e-9);
      expect(near(px.centerOf(x, y), [top[0], top[1] + TILE[1] / 2])).toBeLessThan(1e-9);
      expect(px.cellAt(top[0] + 1, top[1] + TILE[1] / 2)).toEqual([x, y]);
    }
  });

  it('have objects in lengths of their tiles, whose sides are as long as a tile is high', async () => {
    const cells = await doorOf({ x: 2 * TILE[1], y: TILE[1], width: 2 * TILE[1], height: TILE[1] });
    expect(cells).toEqual([2, 1, 3, 1]);
  });

  it('have tiles as objects that stand on the middle of their lower edge, on ground as wide as they are', async () => {
    const at = { gid: 1, x: 4 * TILE[1], y: 3 * TILE[1] };
    expect(await doorOf({ ...at, width: TILE[0], height: 3 * TILE[1] })).toEqual([3, 2]);
    expect(await doorOf({ ...at, width: 2 * TILE[0], height: 10 })).toEqual([2, 1, 3, 1, 2, 2, 3, 2]);
    // A bush narrower than a tile is in the cell that it stands in.
    expect(await doorOf({ ...at, width: 4, height: 4 })).toEqual([3, 2]);
  });

  it('have objects that turn on the screen, as their pictures do', async () => {
    const [x, y] = [2.4 * TILE[1], 2.4 * TILE[1]];
    const bar = { x, y, width: 2 * TILE[1], height: 0.3 * TILE[1] };
    // Its row leads down to the right; turned back by twice that slope it leads up to the right, as columns do.
    const slope = (Math.atan2(TILE[1], TILE[0]) * 180) / Math.PI;
    const cells = await doorOf({ ...bar, rotation: -2 * slope });
    expect(cells).toEqual([2, 0, 2, 1]);
  });

  it('are not moved by offsets of layers, which lift what is drawn', async () => {
    const layer = (offsety: number) => {
      const gate = { id: 1, type: 'door', name: 'gate', x: 2 * TILE[1], y: TILE[1], width: TILE[1], height: TILE[1] };
      const bytes = mapOf({ orientation: 'isometric' }, [[1, 0]], [gate]);
      const json = JSON.parse(Buffer.from(bytes).toString());
      for (const one of json.layers) one.offsety = offsety;
      return loaded(Buffer.from(JSON.stringify(json)));
    };
    const [flat, lifted] = [await layer(0), await layer(-2 * TILE[1])];
    expect(lifted.map.grid.open).toEqual(flat.map.grid.open);
    expect(lifted.map.doors).toEqual([{ name: 'gate', cells: [2, 1] }]);
  });
});

it('objects on hexagons and staggered tiles have the cells whose middles they hold', async () => {
  const ring = (x: number, y: number) => ({ x: x - 5, y: y - 5, width: 10, height: 10 });
  for (const [staggeraxis, staggerindex] of STAGGERS) {
    for (const [orientation, side] of [
      ['hexagonal', 16],
      ['staggered', 0],
    ] as const) {
      const [x, y] = middle(staggeraxis, staggerindex, side, 3, 2);
      const [u, v] = middle(staggeraxis, staggerindex, side, 4, 1);
      const objects = [
        { id: 1, type: 'door', name: 'gate', ...ring(x, y) },
        { id: 2, type: 'marker', name: 'well', point: true, x: u + 3, y: v - 3 },
        { id: 3, type: 'blocked', ellipse: true, ...ring(u, v) },
      ];
      const bytes = mapOf({ orientation, hexsidelength: side, staggeraxis, staggerindex }, [], objects);
      const { map, nav, px } = await loaded(bytes);
      expect(map.doors).toEqual([{ name: 'gate', cells: px.cellAt(x, y) }]);
      expect(map.markers).toEqual([{ name: 'well', cells: px.cellAt(u, v) }]);
      expect([nav.isOpen(...px.cellAt(u, v)), nav.isOpen(...px.cellAt(x, y))]).toEqual([false, true]);
    }
  }
});

it('a size of cells in the game scales that of the file', async () => {
  const { nav } = await loaded(mapOf({ orientation: 'isometric' }));
  const twice = pixels(nav, { cellSize: [80, 72] });
  expect(twice.centerOf(0, 0)).toEqual({ x: HEIGHT * TILE[0], y: TILE[1] });
});

it.each([
  [{ orientation: 'hexagonal', staggeraxis: 'z' }, 'm.tmj: staggeraxis is "z", expected "x" or "y"'],
  [{ orientation: 'staggered', staggerindex: 'some' }, 'm.tmj: staggerindex is "some", expected "odd" or "even"'],
  [{ orientation: 'hexagonal', hexsidelength: 50 }, 'm.tmj: hexsidelength is 50, expected a whole number from 0 to 36'],
])('refuses %j', async (changes, message) => {
  await expect(readMap(mapOf(changes), { file: 'm.tmj' })).rejects.toThrow(message);
});
