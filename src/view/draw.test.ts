import { beforeAll, describe, expect, it } from 'vitest';
import { decodePicture } from '../../test/decode-picture.js';
import { drawn, forAllGrids, makeGrid } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { packAgents } from '../core/blob/agents.js';
import { anchorsOf, withMoves } from '../core/grid/clearance.js';
import { createGrid } from '../core/grid/create.js';
import { checkPath } from '../core/oracle/check-path.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { buildJumpDistances } from '../engines/jps/build.js';
import { bakeTable } from '../engines/table/bake.js';
import { drawPng, drawSvg } from './draw.js';
import { engineNames, makeEngine } from './engines.js';
import { boxesAt, jumpDistances, nearestBoxes } from './jump-layers.js';
import { hasLayer, LAYER_NAMES, legendOf } from './layers.js';
import { recordSearch } from './record.js';
import { type Scene, sceneOf, sceneOfMap } from './scene.js';
import { over, THEMES } from './theme.js';

const grid = makeGrid('rooms', 40, 32, 0.4, 5);
const query = connectedPairs(grid, 50).sort(
  (a, b) => Math.hypot(b[0] - b[2], b[1] - b[3]) - Math.hypot(a[0] - a[2], a[1] - a[3]),
)[0];
let scene: Scene;
beforeAll(async () => {
  const hpa = await bakeHpa(grid, { cluster: 5, levels: 3 });
  scene = sceneOf([await bakeJps(grid), await bakeBounds(grid), hpa, await bakeTable(hpa), await bakeHierarchy(grid)]);
});

describe('layers', () => {
  it('each color what they are about, and only they do', async () => {
    const theme = THEMES.light;
    const cell = nearestBoxes(scene, query[0], query[1]);
    const focus = { cell, start: query.slice(0, 2) as [number, number], goal: query.slice(2) as [number, number] };
    const search = recordSearch(makeEngine(scene, 'astar'), ...query);
    const path = search.path?.cells;
    const ground = await decodePicture(await drawPng(scene, { layers: ['terrain'], scale: 8 }), '');
    for (const name of LAYER_NAMES) {
      if (name === 'terrain' || !hasLayer(scene, name)) continue;
      const options = {
        layers: ['terrain', name] as const,
        scale: 8,
        focus: { ...focus, search, path },
      };
      const { pixels } = await decodePicture(await drawPng(scene, options), '');
      const changed = pixels.reduce((sum, pixel, i) => sum + Number(pixel !== ground.pixels[i]), 0);
      expect(changed, name).toBeGreaterThan(10);
      // Ends are two dots; all others that draw something draw more than that, and none hides the map.
      expect(changed, name).toBeLessThan(pixels.length);
      expect(legendOf(scene, [name], theme)[0].entries.length, name).toBeGreaterThan(0);
      expect(drawSvg(scene, options, 'a <\x1b\u009b\u202e\n b')).toContain('<title>a &lt; b</title>');
    }
  });

  it('write names below each other if they would overlap, and leave out names without a place', () => {
    const doors = Array.from({ length: 6 }, (_, i) => ({ name: `gate ${i}`, cells: [5 + (i >> 1), 5] }));
    const named = sceneOfMap(makeGrid('rooms', 40, 32, 0.4, 5), { doors });
    const svg = drawSvg(named, { layers: ['doors'], scale: 10 }, '');
    const texts = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" [^>]*fill="#1b1e23">(gate \d)</g)];
    const labels = texts.map(([, x, y, name]) => ({ name, x: Number(x), y: Number(y) }));
    expect(labels.map(({ name }) => name)).toEqual(['gate 0', 'gate 1', 'gate 2', 'gate 3']);
    for (const a of labels)
      for (const b of labels) if (a !== b && Math.abs(a.x - b.x) < 3) expect(Math.abs(a.y - b.y)).toBeGreaterThan(0.9);
  });

  it('color where one agent may stand and another not', async () => {
    const wide = anchorsOf(grid, 2);
    const both = sceneOf([
      packAgents([
        { name: 'small', bytes: await bakeJps(grid) },
        { name: 'wide', bytes: await bakeJps(wide) },
      ]),
    ]);
    expect([both.agents, both.agent, both.grid.size]).toEqual([['small', 'wide'], 'small', 1]);
    expect(sceneOf([packAgents([{ name: 'wide', bytes: await bakeJps(wide) }])], undefined, 'wide').grid.size).toBe(2);
    expect(legendOf(both, ['agents'], THEMES.light)[0].entries.map(({ text }) => text)).toEqual(['only small']);
    const { pixels } = await decodePicture(await drawPng(both, { layers: ['terrain', 'agents'], scale: 1 }), '');
    const ground = await decodePicture(await drawPng(both, { layers: ['terrain'], scale: 1 }), '');
    let narrow = 0;
    for (let c = 0; c < grid.open.length; c++) narrow += grid.open[c] - wide.open[c];
    expect(pixels.reduce((sum, pixel, i) => sum + Number(pixel !== ground.pixels[i]), 0)).toBe(narrow);
  });

  it('color walls, ground, jump points and the cells of a path in known pixels', async () => {
    const { light } = THEMES;
    const path = recordSearch(makeEngine(scene, 'jps'), ...query).path;
    const picture = await decodePicture(
      await drawPng(scene, { layers: ['terrain', 'jumps', 'path'], scale: 9, focus: { path: path?.cells } }),
      '',
    );
    const at = (x: number, y: number) => picture.pixels[(9 * y + 4) * picture.width + 9 * x + 4];
    const onPath = new Set(
      Array.from(
        { length: (path?.cells.length ?? 0) / 2 },
        (_, i) => `${path?.cells[2 * i]},${path?.cells[2 * i + 1]}`,
      ),
    );
    const { stops } = buildJumpDistances(grid);
    expect(onPath.size).toBeGreaterThan(20);
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        const beside = [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => onPath.has(`${x + dx},${y + dy}`)));
        if (onPath.has(`${x},${y}`)) expect(at(x, y)).toBe(light.path);
        else if (!beside)
          expect(at(x, y)).toBe(
            !grid.isOpen(x, y) ? light.blocked : stops[grid.cell(x, y)] & 0x55 ? light.jump : light.open,
          );
      }
    }
  });

  it('are drawn as SVG with the colors and places of the PNG', () => {
    const small = sceneOfMap(drawn('..#\n...'));
    const svg = drawSvg(
      small,
      { layers: ['terrain', 'ends'], scale: 10, focus: { start: [0, 0], goal: [2, 1] } },
      'small',
    );
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="30" height="20" viewBox="0 0 3 2" role="img">/,
    );
    expect(svg).toContain('<path fill="#f5f2e8" d="M0 0h3v2h-3z"/>');
    expect(svg).toContain('<path fill="#1e1e2e" d="M2 0h1v1h-1z"/>');
    expect(svg).toContain('<path fill="#00c878" d="M0.1 0.5a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0 -0.8 0z"/>');
  });
});

describe('links', () => {
  it('have their name once where several of one name follow each other, as those of a ledge do', () => {
    const grid = createGrid(6, 4, () => true, {
      links: [0, 1, 2, 3].map((y) => ({ name: y < 3 ? 'cliff' : 'rope', from: [1, y], to: [4, y], oneWay: true })),
    });
    const svg = drawSvg(sceneOfMap(grid), { layers: ['terrain', 'links'], scale: 10, focus: {} }, 'links');
    expect(svg.match(/(?<=#1b1e23">)(cliff|rope)(?=<)/g)).toEqual(['cliff', 'rope']);
  });
});

describe('what layers are made of', () => {
  it('is the jump distances that a bake has, of any cell', () => {
    forAllGrids(24, 80, (any) => {
      const { distances } = buildJumpDistances(any);
      const lines = sceneOfMap(any).lines();
      for (let y = 0; y < any.height; y++) {
        for (let x = 0; x < any.width; x++) {
          if (!any.isOpen(x, y)) continue;
          const expected = Array.from({ length: 8 }, (_, d) => distances[8 * any.cell(x, y) + d]);
          expect(jumpDistances(any, lines, x, y).map((v) => v + 0)).toEqual(expected.map((v) => v + 0));
        }
      }
    });
  });

  it('is goal boxes that hold every goal of an optimal path that starts that way', () => {
    const at = nearestBoxes(scene, query[0], query[1]);
    expect(at).toBeDefined();
    const boxes = boxesAt(scene, ...(at as [number, number]));
    expect(boxes.length).toBeGreaterThan(0);
    for (const { x0, y0, x1, y1 } of boxes)
      expect(x0 <= x1 && y0 <= y1 && x1 < grid.width && y1 < grid.height).toBe(true);
  });

  it('is an engine for each that the blobs have, or for a map without blobs the engines that need none, and all exact ones agree', () => {
    expect(engineNames(scene)).toEqual(['jps+bounds', 'ch', 'jps', 'table', 'hpa', 'astar+bounds', 'astar']);
    const map = sceneOfMap(grid);
    expect(engineNames(map)).toEqual(['jps', 'hpa', 'astar']);
    const cost = (of: Scene, name: string) => recordSearch(makeEngine(of, name), ...query).path?.cost;
    const optimum = cost(scene, 'astar');
    for (const name of ['jps+bounds', 'ch', 'jps', 'astar+bounds']) expect(cost(scene, name)).toBe(optimum);
    expect(cost(map, 'jps')).toBe(optimum);
    expect(cost(map, 'hpa')).toBeGreaterThanOrEqual(optimum ?? Infinity);
  });
});

describe('walls between cells', () => {
  const walls = [[0, 0, 'east']] as const;
  const doors = [{ name: 'gate', cells: [], walls: [[1, 1, 'south']] as [number, number, 'south'][] }];

  it('are lines on the borders of cells, doors in their own color', async () => {
    const walled = sceneOfMap(
      createGrid(3, 3, () => true, { walls }),
      { doors, markers: [] },
    );
    const { width, pixels } = await decodePicture(
      await drawPng(walled, { layers: ['terrain', 'walls', 'doors'], scale: 10 }),
      '',
    );
    const at = (x: number, y: number) => pixels[y * width + x];
    const { open, text, door } = THEMES.light;
    expect([at(10, 5), at(5, 5), at(15, 20)]).toEqual([text, open, door]);
    expect(legendOf(walled, ['walls'], THEMES.light)[0].entries).toHaveLength(1);
    expect(hasLayer(walled, 'jumps')).toBe(false);
  });

  it.each(['no-corners', 'never'] as const)('are no way for any engine of a scene under %s', async (diagonals) => {
    const map = createGrid(6, 5, (x, y) => x !== 3 || y > 0, {
      walls: [...walls, [2, 3, 'east'], [4, 1, 'south']],
      diagonals,
    });
    const baked = sceneOf([await bakeJps(map), await bakeHierarchy(map)]);
    const costs = [baked, sceneOfMap(map)].flatMap((of) =>
      engineNames(of).map((name) => {
        const { path } = recordSearch(makeEngine(of, name), 0, 0, 5, 4);
        return path && checkPath(map, path.cells, [0, 0], [5, 4]);
      }),
    );
    expect(costs.length).toBe(3);
    expect(new Set(costs).size).toBe(1);
  });
});

it('mixes colors by their alpha', () => {
  expect(over(0xff0000ff, 0x000000ff)).toBe(0xff0000ff);
  expect(over(0, 0x123456ff)).toBe(0x123456ff);
  expect(over(0xffffff80, 0x000000ff) >>> 24).toBeGreaterThan(125);
});

describe('maps of hexagons', () => {
  const hexes = withMoves(drawn('..#\n...\n#..'), 'hex-odd-r');
  const layers = ['terrain'] as const;

  it('are drawn as hexagons: a polygon of six corners for each cell, and paths through their middles', () => {
    const focus = { path: Uint16Array.of(0, 0, 0, 1) };
    const svg = drawSvg(sceneOfMap(hexes), { layers: ['terrain', 'path'], scale: 12, focus }, 'hexes');
    const polygons = [...svg.matchAll(/M([^MvhA-Za-z]*L[^Mz]*)z/g)].map(([, shape]) => shape.split(/[ L]/).length);
    expect(polygons).toEqual(new Array(9).fill(12));
    expect(svg).toContain('M0.5 0.5L1 1.5');
  });

  it('have the pixels that are nearest to their middles', async () => {
    const { pixels, width } = await decodePicture(await drawPng(sceneOfMap(hexes), { layers, scale: 12 }), '');
    const at = (x: number, y: number) => pixels[Math.floor(12 * (y + 0.5)) * width + Math.floor(12 * x)];
    const { open, blocked } = THEMES.light;
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 3; x++) expect(at(x + 0.5 + (y % 2) / 2, y + 0.5)).toBe(hexes.isOpen(x, y) ? open : blocked);
    // Tips of the second row reach up between two hexagons of the first; right of the third row there is nothing.
    expect([at(1, 0.9), at(3.4, 2.5)]).toEqual([open, blocked]);
  });
});
