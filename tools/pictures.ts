/**
 * Pictures of the documents: `npm run tool pictures`.
 *
 * Pictures of the documents, made anew: `npm run tool pictures` writes one of each layer to `docs/pictures`, and where there is Chromium one of the
 * page of `prep view`. Drawn by the code that `prep draw` uses; the same bytes on every machine, but for the page.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packAgents } from '../src/blob/agents.js';
import { bakeBounds } from '../src/bounds/bake.js';
import { bakeHierarchy } from '../src/ch/bake.js';
import { anchorsOf } from '../src/grid/clearance.js';
import type { Grid } from '../src/grid/grid.js';
import { bakeHpa } from '../src/hpa/bake.js';
import type { HpaSearch } from '../src/hpa/query.js';
import { bakeJps } from '../src/jps/bake.js';
import { placesOf, readMap } from '../src/maps/read-map.js';
import { bakeTable } from '../src/table/bake.js';
import { changesOf } from '../src/view/changes.js';
import { coarsePath } from '../src/view/coarse.js';
import { randomQueries } from '../src/view/crowd.js';
import { type DrawOptions, drawPng } from '../src/view/draw.js';
import { engineNames, makeEngine } from '../src/view/engines.js';
import type { Focus } from '../src/view/layer.js';
import { hasLayer, LAYER_NAMES, type LayerName } from '../src/view/layers.js';
import { recordSearch } from '../src/view/record.js';
import { type Scene, sceneOf, sceneOfMap } from '../src/view/scene.js';
import { haveBrowser, launchBrowser } from '../test/browser.js';

const FOLDER = 'docs/pictures';
const MAP = 'fixtures/maps/courtyard.map';
const SCALE = 9;
const QUERY = [2, 2, 37, 27] as const;
/** Cell of the layers that are of one cell. */
const CELL = [12, 8] as const;

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

/** What a layer is shown with: what is drawn below it, and what is chosen. */
const BELOW: Partial<Record<LayerName, LayerName[]>> = {
  boxes: ['jumps'],
  intra: ['transitions', 'clusters'],
  upper: ['transitions', 'clusters'],
  inter: ['transitions', 'clusters'],
  transitions: ['clusters'],
  entrances: ['clusters'],
  ways: ['transitions', 'clusters'],
  hops: ['clusters'],
  coarse: ['clusters', 'ends'],
  raw: ['path', 'ends'],
  path: ['ends'],
  search: ['path', 'ends'],
  rays: ['jumps'],
  climb: ['subgoals'],
};

async function drawLayers(scene: Scene): Promise<void> {
  const hpa = makeEngine(scene, 'hpa') as HpaSearch;
  const search = recordSearch(makeEngine(scene, 'jps'), ...QUERY);
  const plain = {
    search: (...query: Parameters<HpaSearch['search']>) =>
      hpa.search(query[0], query[1], query[2], query[3], query[4], false),
  };
  const focus: Focus = {
    cell: CELL,
    start: [QUERY[0], QUERY[1]],
    goal: [QUERY[2], QUERY[3]],
    search,
    heat: heatOf(scene),
  };
  const near: Focus = {
    ...focus,
    path: recordSearch(hpa, ...QUERY).path?.cells,
    raw: recordSearch(plain, ...QUERY).path?.cells,
    coarse: coarsePath(scene, hpa, ...QUERY)?.stages[0].nodes,
  };
  for (const name of LAYER_NAMES) {
    if (!hasLayer(scene, name)) continue;
    const isNear = name === 'raw' || name === 'coarse';
    const options: DrawOptions = {
      layers: ['terrain', ...(BELOW[name] ?? []), name],
      scale: SCALE,
      focus: isNear ? near : { ...focus, path: search.path?.cells },
    };
    write(name, await drawPng(scene, options));
  }
}

function heatOf(scene: Scene): Uint32Array {
  const heat = new Uint32Array(scene.grid.open.length);
  const engine = makeEngine(scene, 'jps');
  for (const query of randomQueries(scene, 200, 1)) {
    for (const point of recordSearch(engine, ...query).points) heat[scene.grid.cell(point & 0xffff, point >> 16)]++;
  }
  return heat;
}

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(`${FOLDER}/${name}.png`, bytes);
}

/** The page as it looks, on a query with all engines: made by the command as it is built, which has the page's bundle. */
async function drawPage(blobs: Uint8Array[]): Promise<void> {
  if (!haveBrowser) return;
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-'));
  const browser = await launchBrowser();
  try {
    const files = blobs.map((bytes, i) => {
      const file = join(folder, `${i}.prep`);
      writeFileSync(file, bytes);
      return file;
    });
    const page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
    execFileSync(process.execPath, ['dist/cli/prep.js', 'view', ...files, '--out-file', join(folder, 'page.html')]);
    const state = `layers=terrain,jumps,clusters,search,path,ends&start=${QUERY.slice(0, 2)}&goal=${QUERY.slice(2)}&engine=jps`;
    await page.goto(`${pathToFileURL(join(folder, 'page.html'))}#${state}`);
    await page.waitForSelector('table[data-done]');
    await page.locator('summary', { hasText: 'Legend' }).click();
    writeFileSync(`${FOLDER}/page.png`, await page.screenshot());
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
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
write('agents', await drawPng(sceneOf([packAgents(sizes)]), { layers: ['terrain', 'agents'], scale: SCALE }));
const village = await readMap('fixtures/inputs/village.tmj');
const marked = sceneOfMap(village.grid, placesOf(village), 'village.tmj');
for (const name of ['doors', 'points'] as const)
  write(name, await drawPng(marked, { layers: ['terrain', name], scale: 16 }));
const later = grid.copy();
for (const y of [7, 15, 22]) for (const x of [9, 10, 20, 21, 22]) later.open[later.cell(x, y)] ^= 1;
write(
  'changes',
  await drawPng(sceneOf(await blobsOf(later)), {
    layers: ['terrain'],
    scale: SCALE,
    changes: changesOf(scene, sceneOf(await blobsOf(later))),
  }),
);
await drawPage(blobs);
console.log(
  `${engineNames(scene).join(', ')}: pictures are in ${FOLDER}${existsSync(`${FOLDER}/page.png`) ? '' : ', without the page: there is no Chromium'}`,
);
