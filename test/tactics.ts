/** `examples/tactics` in a browser, from the sources. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { bakeJps, createGrid } from '../src/entry/index.js';
import type { Reach } from '../src/play/reach/reach.js';

interface Keep {
  moves: string;
  rows: string[];
  links: { from: number[]; to: number[]; cost: number; oneWay?: boolean }[];
}

export interface TacticsUnit {
  name: string;
  side: 0 | 1;
  x: number;
  y: number;
  shot: boolean;
}

/** State that the example leaves in the console. */
export interface Tactics {
  keep: Keep;
  state: { side: 0 | 1; units: TacticsUnit[] };
  winner: 0 | 1 | null;
  unitAt(x: number, y: number): TacticsUnit | undefined;
  movesOf(unit: TacticsUnit): Reach;
  canShoot(unit: TacticsUnit, target: TacticsUnit): boolean;
  move(unit: TacticsUnit, x: number, y: number): boolean;
  shoot(unit: TacticsUnit, target: TacticsUnit): boolean;
  endTurn(): void;
  undo(): boolean;
  save(): string;
  restore(text: string): void;
  restart(): void;
  opponent(): void;
}

/** Middle of a cell on the canvas, in pixels of the page: also in the console. */
export type PointOf = (x: number, y: number) => [x: number, y: number];

const folder = 'examples/tactics';

/** @param moves `never` or `hex-odd-r` */
export async function openTactics(
  chrome: Browser,
  moves: 'never' | 'hex-odd-r',
  viewport = { width: 1064, height: 620 },
): Promise<Page> {
  const keep: Keep = { ...JSON.parse(readFileSync(`${folder}/public/keep.json`, 'utf8')), moves };
  const { rows, links } = keep;
  const grid = createGrid(rows[0].length, rows.length, (x, y) => ({ '.': 1, f: 2, h: 3 })[rows[y][x]] ?? 0, {
    diagonals: moves,
    links: links as never,
  });
  const blob = await bakeJps(grid, { codec: 'none' });
  const { outputFiles } = await build({
    entryPoints: [`${folder}/main.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    alias: { 'gridprep/runtime': resolve('src/entry/runtime.ts') },
  });
  const page = await chrome.newPage({ viewport });
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/keep.json') return route.fulfill({ json: keep });
    if (pathname === '/keep.prep') return route.fulfill({ body: Buffer.from(blob) });
    if (pathname === '/main.ts') return route.fulfill({ contentType: 'text/javascript', body: outputFiles[0].text });
    return route.fulfill({ contentType: 'text/html', body: readFileSync(`${folder}/index.html`, 'utf8') });
  });
  await page.goto('http://tactics.test/');
  await page.waitForFunction(() => 'game' in globalThis);
  return page;
}
