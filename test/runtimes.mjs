/**
 * Bakes, loads, queries, edits, a pool, crowds and `rebake` on the runtime that runs it: Node, Bun or Deno. `.ci/nodes` starts it, after `npm run build`.
 * Its exit code is 0 if all answers are right.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bakeBounds, bakeHpa, bakeJps, generateMap } from '../dist/entry/index.js';
import { editable, load, loadGrid, navPool, rebake } from '../dist/entry/runtime.js';

const prep = fileURLToPath(new URL('../dist/cli/prep.js', import.meta.url));
const grid = generateMap('caves', { width: 64, height: 64, seed: 3 });
let seed = 1;
const pairs = Array.from({ length: 400 }, () => {
  seed = (seed * 48271) % 2147483647;
  return seed % 64;
});
const costs = (nav) => Array.from({ length: 100 }, (_, i) => nav.findPath(...pairs.slice(4 * i, 4 * i + 4))?.cost);

const expected = costs(loadGrid(64, 64, (x, y) => grid.isOpen(x, y)));
assert(
  expected.some((cost) => cost > 20),
  String(expected),
);
const blobs = [await bakeJps(grid), await bakeBounds(grid), await bakeHpa(grid)];
const nav = editable(load(blobs));
assert.deepEqual(costs(nav), expected);
nav.edit({ x: 20, y: 0, width: 1, height: 40, open: false });
const pool = navPool(nav, { threads: 1 });
assert.deepEqual(
  (await pool.findPaths(pairs)).map((path) => path?.cost),
  costs(nav),
);
pool.close();
const rebaked = await rebake(nav, ['jps', 'ch']);
assert.equal(rebaked.nav.engine, 'ch');
assert.deepEqual(costs(rebaked.nav), costs(nav));

const folder = mkdtempSync(join(tmpdir(), 'gridprep-'));
const argv = process.versions.deno ? ['run', '-A', prep] : [prep];
const run = (...args) => {
  const { status, stderr } = spawnSync(process.execPath, [...argv, ...args], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
};
run('generate', 'caves', '--width', '64', '--height', '64', '--seed', '3', '-o', 'caves.map');
run('jps', 'caves.map');
assert.deepEqual(costs(load(readFileSync(join(folder, 'out/caves.jps.prep')))), expected);
rmSync(folder, { recursive: true });

// Crowds: the same positions as on Node.
const frames = fileURLToPath(new URL('crowd-frames.mjs', import.meta.url));
const [own, node] = [
  [process.execPath, process.versions.deno ? ['run', '-A', frames] : [frames]],
  ['node', [frames]],
].map(([bin, args]) => spawnSync(bin, args, { encoding: 'utf8' }).stdout);
assert.match(node, /^\d+\n$/);
assert.equal(own, node);
console.log('right answers');
process.exit();
