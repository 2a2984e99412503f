/** Every function that takes options refuses names that it does not know. */

import { expect, it } from 'vitest';
import { type Canvas2D, drawNav } from './debug.js';
import * as bakes from './index.js';
import { hpaEngine, loader, zstdPart } from './parts.js';
import * as game from './runtime.js';

const grid = () => bakes.createGrid(6, 6, () => true);
const hpa = await bakes.bakeHpa(grid(), { threads: 1 });
const nav = game.load(hpa);
const field = game.flowField(nav, [1, 1]);
const queue = game.pathQueue(nav, { budget: { work: 1000 } });
const link = { from: [0, 0], to: [3, 3] } as const;

/** Calls with an option too many. */
const CALLS: Record<string, (more: object) => unknown> = {
  createGrid: (more) => bakes.createGrid(2, 2, () => true, more),
  'createGrid, a link': (more) => bakes.createGrid(6, 6, () => true, { links: [{ ...link, ...more }] }),
  bakeJps: (more) => bakes.bakeJps(grid(), more),
  bakeBounds: (more) => bakes.bakeBounds(grid(), more),
  bakeCh: (more) => bakes.bakeCh(grid(), more),
  bakeHpa: (more) => bakes.bakeHpa(grid(), more),
  bakeTable: (more) => bakes.bakeTable(hpa, more),
  bakeWorld: (more) => bakes.bakeWorld(grid(), '/nowhere', more),
  build: (more) => bakes.build(more),
  runWorker: (more) => bakes.runWorker('redis://127.0.0.1:1', { cache: '/nowhere', ...more }),
  generateMap: (more) => bakes.generateMap('maze', more),
  writeMap: (more) => bakes.writeMap(grid(), { format: 'csv', ...more }),
  readMap: (more) => bakes.readMap(Buffer.from('1,1\n1,0\n'), { format: 'csv', ...more }),
  'readMap, of a format': (more) => bakes.readMap(Buffer.from('1,1\n1,0\n'), { format: 'csv', csv: more }),
  verifyBlobs: (more) => bakes.verifyBlobs([hpa], more),
  verifyWorld: (more) => bakes.verifyWorld('/nowhere', more),
  load: (more) => game.load(hpa, more),
  'loader()': (more) => loader(hpaEngine, zstdPart)(hpa, more),
  loadGrid: (more) => game.loadGrid(2, 2, () => true, more),
  loadUrl: (more) => game.loadUrl(game.load, 'http://127.0.0.1:1', more),
  loadWorld: (more) => game.loadWorld(hpa, { loadTile: () => hpa, ...more }),
  cachePaths: (more) => game.cachePaths(nav, more),
  pixels: (more) => game.pixels(nav, { cellSize: 1, ...more }),
  findPathWithin: (more) => game.findPathWithin(nav, 0, 0, 3, 3, { ms: 1, ...more }),
  findPathTo: (more) => game.findPathTo(nav, 0, 0, [3, 3], more),
  flowField: (more) => game.flowField(nav, [1, 1], more),
  fleeField: (more) => game.fleeField(nav, field, more),
  'field.advance': (more) => field.advance(more),
  reach: (more) => game.reach(nav, 0, 0, 3, more),
  sightOf: (more) => game.sightOf(nav, more),
  follow: (more) => game.follow(nav, more),
  navPool: (more) => game.navPool(nav, { threads: 1, ...more }),
  pathQueue: (more) => game.pathQueue(nav, { budget: { ms: 1 }, ...more }),
  'pathQueue, its budget': (more) => game.pathQueue(nav, { budget: { ms: 1, ...more } }),
  'queue.request': (more) => queue.request(0, 0, 1, 1, () => {}, more),
  'queue.ask': (more) => queue.ask(0, 0, 1, 1, more),
  editable: (more) => game.editable(nav, more),
  editableJps: (more) => game.editableJps(nav, more),
  edit: (more) => game.editable(nav).edit({ x: 0, y: 0, open: false, ...more }),
  drawNav: (more) => drawNav({} as Canvas2D, nav, more),
};

it.each(Object.entries(CALLS))('%s refuses an unknown option', async (_, call) => {
  await expect(async () => call({ colour: 1 })).rejects.toThrow(/^option colour is unknown; (did you mean|known are) /);
});
