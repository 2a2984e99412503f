/**
 * Pictures of the documents: `npm run tool pictures`.
 *
 * A picture of 12 x 12 cells for each layer goes to `docs/pictures`, and with Chromium one of the page of `prep view`.
 * Layers are drawn by the code of `prep draw`, the same bytes on every machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packAgents } from '../src/core/blob/agents.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { bakeTable } from '../src/engines/table/bake.js';
import { generateMap } from '../src/maps/generate/generate.js';
import { placesOf, readMap } from '../src/maps/read-map.js';
import { type DrawOptions, drawPng } from '../src/view/draw.js';
import { makeEngine } from '../src/view/engines.js';
import { farCells } from '../src/view/far-cells.js';
import type { Focus } from '../src/view/layer.js';
import { hasLayer, LAYER_NAMES, type LayerName } from '../src/view/layers.js';
import { recordSearch } from '../src/view/record.js';
import { type Scene, sceneOf, sceneOfMap } from '../src/view/scene.js';
import { haveBrowser, launchBrowser } from '../test/browser.js';
import { openTactics, type PointOf, type Tactics } from '../test/tactics.js';

const FOLDER = 'docs/pictures';
const MAP = 'fixtures/maps/courtyard.map';
/** The drawn part of the map, pixels of a cell, the query in it, and the cell of layers of one cell. */
const AREA = { x0: 5, y0: 2, x1: 17, y1: 14 };
const SCALE = 14;
const QUERY = [6, 5, 16, 12] as const;
const CELL = [12, 8] as const;
const PAGE_QUERY = 'start=2,2&goal=37,27&engine=jps';

async function blobsOf(grid: Grid): Promise<Uint8Array[]> {
  const map = 'courtyard.map';
  const hpa = await bakeHpa(grid, { map, cluster: 5, levels: 2 });
  return [
    await bakeJps(grid, { map }),
    await bakeBounds(grid, { map }),
    hpa,
    await bakeTable(hpa),
    await bakeHierarchy(grid, { map }),
  ];
}

/** A part of the map with two components. */
const TWO_COMPONENTS = { x0: 28, y0: 12, x1: 40, y1: 24 };
/** With a room that has one door. */
const ONE_DOOR = { x0: 0, y0: 15, x1: 12, y1: 27 };

/** Layers below a layer in its picture. */
const BELOW: Partial<Record<LayerName, LayerName[]>> = {
  boxes: ['jumps'],
  intra: ['transitions', 'clusters'],
  upper: ['transitions', 'clusters'],
  inter: ['transitions', 'clusters'],
  transitions: ['clusters'],
  entrances: ['clusters'],
  path: ['ends'],
  search: ['path', 'ends'],
  rays: ['jumps'],
};

async function write(name: string, scene: Scene, options: DrawOptions): Promise<void> {
  writeFileSync(`${FOLDER}/${name}.png`, await drawPng(scene, { scale: SCALE, ...options }));
}

async function drawLayers(scene: Scene): Promise<void> {
  const search = recordSearch(makeEngine(scene, 'jps'), ...QUERY);
  const [x0, y0, x1, y1] = QUERY;
  const focus: Focus = { cell: CELL, start: [x0, y0], goal: [x1, y1], search, path: search.path?.cells };
  for (const name of LAYER_NAMES.filter((layer) => hasLayer(scene, layer))) {
    const layers: LayerName[] = ['terrain', ...(BELOW[name] ?? []), name];
    const area = name === 'components' ? TWO_COMPONENTS : name === 'lint' ? ONE_DOOR : AREA;
    await write(name, scene, { layers, area, focus });
  }
}

/** The page with an answered query, of the built command. */
async function drawPage(blobs: Uint8Array[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-'));
  const browser = await launchBrowser();
  try {
    const files = blobs.map((_, i) => join(folder, `${i}.prep`));
    blobs.forEach((bytes, i) => {
      writeFileSync(files[i], bytes);
    });
    const html = join(folder, 'page.html');
    execFileSync(process.execPath, ['dist/cli/prep.js', 'view', ...files, '--out-file', html]);
    const page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
    await page.goto(`${pathToFileURL(html)}#layers=terrain,jumps,clusters,search,path,ends&${PAGE_QUERY}`);
    await page.waitForSelector('output:has-text("path, cost")');
    writeFileSync(`${FOLDER}/page.png`, await page.screenshot());
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** The tactics example, a unit chosen in the third round. */
async function drawTactics(): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const moves of ['never', 'hex-odd-r'] as const) {
      const page = await openTactics(browser, moves);
      await page.evaluate(() => {
        const { game } = globalThis as unknown as { game: Tactics };
        for (let turn = 0; turn < 4; turn++) game.opponent();
      });
      const [x, y] = await page.evaluate(() => {
        const { game, pointOf } = globalThis as unknown as { game: Tactics; pointOf: PointOf };
        return pointOf(game.state.units[2].x, game.state.units[2].y);
      });
      await page.locator('canvas').click({ position: { x, y } });
      const file = `${FOLDER}/tactics${moves === 'never' ? '' : '-hexagons'}.png`;
      writeFileSync(file, await page.locator('canvas').screenshot());
    }
  } finally {
    await browser.close();
  }
}

mkdirSync(FOLDER, { recursive: true });
const { grid } = await readMap(readFileSync(MAP), { file: MAP });
const blobs = await blobsOf(grid);
const scene = sceneOf(blobs);
await drawLayers(scene);
const sizes = await Promise.all(
  [1, 2].map(async (size) => ({ name: `size-${size}`, bytes: await bakeJps(anchorsOf(grid, size)) })),
);
await write('agents', sceneOf([packAgents(sizes)]), { layers: ['terrain', 'agents'], area: AREA });
const village = await readMap('fixtures/inputs/village.tmj');
const marked = sceneOfMap(village.grid, placesOf(village), 'village.tmj');
const corner = { x0: 0, y0: 0, x1: Math.min(12, village.grid.width), y1: Math.min(12, village.grid.height) };
for (const name of ['doors', 'points'] as const) await write(name, marked, { layers: ['terrain', name], area: corner });
const isle = withMoves(generateMap('caves', { width: 28, height: 18, seed: 7 }), 'hex-odd-r');
const hexes = sceneOfMap(isle);
const [from, to] = farCells(hexes) ?? [];
if (from && to) {
  const search = recordSearch(makeEngine(hexes, 'jps'), ...from, ...to);
  const focus: Focus = { start: from, goal: to, search, path: search.path?.cells };
  await write('hexagons', hexes, { layers: ['terrain', 'search', 'path', 'ends'], focus, scale: 20 });
}
if (haveBrowser) {
  await drawPage(blobs);
  await drawTactics();
}
console.log(`pictures are in ${FOLDER}${haveBrowser ? '' : ', without the page: there is no Chromium'}`);
