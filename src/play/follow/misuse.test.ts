import { expect, it } from 'vitest';
import { createGrid } from '../../core/grid/create.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { jpsEngine, loader } from '../../entry/parts.js';
import {
  canClose,
  cellAt,
  centerOf,
  clearanceAt,
  crowdOf,
  editable,
  editableJps,
  findPathTo,
  findPathWithin,
  fleeField,
  flowField,
  follow,
  load,
  loadGrid,
  loadWorld,
  navPool,
  nearestOpen,
  neighborsOf,
  PathBuffer,
  pathQueue,
  pixels,
  reach,
  sightOf,
  toXY,
} from '../../entry/runtime.js';
import { pointsOf } from '../../runtime/places.js';

const nav = loadGrid(8, 8, () => true);
const px = () => pixels(nav, { cellSize: 8 });
const queue = () => pathQueue(nav, { budget: { ms: 1 } });
const blob = await bakeJps(
  createGrid(8, 8, () => true),
  { codec: 'none' },
);
const zstd = await bakeJps(createGrid(99, 99, (x, y) => x * y !== 7));
const walking = (wrong: object) => Object.assign(follow(nav), wrong).update(16);
const reached = (options: unknown) => reach(nav, 0, 0, 3, any(options));
const POOL = 'expected x0, y0, x1, y1 of each query';
const withLink = (link: unknown) => createGrid(2, 2, () => true, { links: [any(link)] });
const NUMBER = 'is of type bigint, expected a number';
// A program in JavaScript may pass anything.
const any = (value: unknown) => value as never;

it.each<[string, () => unknown, string]>([
  ['crowdOf(1)', () => crowdOf(any(1)), 'walkers is 1, expected a list of walkers'],
  ['crowdOf([1])', () => crowdOf(any([1])).update(1), 'walker is 1, expected what follow gives'],
  ['crowd.update(1n)', () => crowdOf([]).update(any(1n)), `ms ${NUMBER}`],
  ['crowd.isOn(1n)', () => crowdOf([follow(nav)]).isOn(any(1n), 1), `x ${NUMBER}`],
  ['flowField("x")', () => flowField(any('x'), [1, 1]), 'nav is x, expected what load gives'],
  ['budget 1', () => pathQueue(nav, { budget: any(1) }), 'budget is 1, expected { ms } or { work }'],
  ['budget null', () => pathQueue(nav, any(null)), 'budget is undefined, expected { ms } or { work }'],
  ['budget.ms', () => pathQueue(nav, { budget: { ms: any(1n) } }), `budget ${NUMBER}`],
  ['priority', () => queue().request(1, 1, 2, 2, () => {}, { priority: any(1n) }), 'priority is 1, not a number'],
  ['pixels(1)', () => pixels(any(1)), 'map is 1, expected what load gives, or an imported map'],
  ['origin 1', () => pixels(nav, { cellSize: 8, origin: any(1) }), 'origin is 1, expected [column, row]'],
  ['cellSize 8n', () => pixels(nav, { cellSize: any(8n) }), 'cellSize is 8, expected a number or [width, height]'],
  ['cellSize [8]', () => pixels(nav, { cellSize: any([8]) }), 'cellSize is 8, expected a number or [width, height]'],
  ['cellAt', () => px().cellAt(any(1n), 1), `x ${NUMBER}`],
  ['centerOf', () => px().centerOf(1, any(1n)), `y ${NUMBER}`],
  ['line', () => px().line(any(1)), 'path is 1, expected what findPath or pull gives'],
  ['speed', () => follow(nav, { speed: any(1n) }), `speed ${NUMBER}`],
  ['x', () => follow(nav, { x: any(1n) }), `x ${NUMBER}`],
  ['queue', () => follow(nav, { queue: any(1) }), 'queue is 1, expected what pathQueue gives'],
  ['walker.update', () => follow(nav).update(any(1n)), `ms ${NUMBER}`],
  ['radius', () => sightOf(nav, { radius: any(1n) }), 'radius is 1, allowed is a number of 0 or more'],
  ['pull', () => sightOf(nav).pull(any(1)), 'path is 1, expected what findPath gives, or a PathBuffer'],
  ['from', () => nearestOpen(nav, 1, 1, any(1)), 'from is 1, expected [x, y]'],
  [
    'findPath',
    () => nav.findPath(any(1n), 1, 1, 1),
    'x is bigint, y is 1; expected whole numbers, as in findPath(x0, y0, x1, y1)',
  ],
  ['axes 1', () => pixels(nav, { cellSize: 8, axes: any(1) }), 'axes is 1, expected four numbers'],
  [
    'axes of BigInt',
    () => pixels(nav, { cellSize: 8, axes: any([1n]) }),
    'axes is 1, expected four numbers: a column and a row that lead apart',
  ],
  ['within', () => findPathTo(nav, 0, 0, [1, 1], { within: any(1n) }), 'within is 1, allowed are 0 or more'],
  ['limits', () => findPathWithin(any(1), 0, 0, 1, 1, { ms: 1 }), 'nav is 1, expected what load gives'],
  ['limit ms', () => findPathWithin(nav, 0, 0, 1, 1, { ms: any(1n) }), 'ms is 1, not above 0'],
  ['field from', () => flowField(nav, [1, 1], { from: any(1) }), 'from is 1, expected [x, y]'],
  ['costs', () => flowField(nav, [1, 1], { costs: any([1n]) }), 'cost of goal 0 is 1, not 0 to 1000000'],
  ['maxCost', () => flowField(nav, [1, 1], { maxCost: any(1n) }), 'maxCost is 1, not 0 to Infinity'],
  ['advance', () => flowField(nav, [1, 1], { sliced: true }).advance({ ms: any(1n) }), `ms ${NUMBER}`],
  ['field path', () => flowField(nav, [1, 1]).findPathInto(2, 2, any(1)), 'path is 1, expected a PathBuffer'],
  ['cellAt nav', () => cellAt(any(null), 1, 1), 'nav is null, expected what load gives'],
  ['cellAt y', () => cellAt(nav, 1, any(1n)), `y ${NUMBER}`],
  ['centerOf nav', () => centerOf(any(undefined), 1, 1), 'nav is undefined, expected what load gives'],
  ['centerOf x', () => centerOf(nav, any(1n), 1), `x ${NUMBER}`],
  ['clearanceAt', () => clearanceAt(nav, 1, any(1n)), `y ${NUMBER}`],
  ['pointsOf', () => pointsOf(nav, any(1)), 'cells is 1, expected a list of x, y pairs'],
  ['pointsOf BigInt', () => pointsOf(nav, any([1n, 1n])), `x ${NUMBER}`],
  [
    'neighborsOf',
    () => neighborsOf(nav, any(1n), 1),
    'x is bigint, y is 1; expected whole numbers, as in findPath(x0, y0, x1, y1)',
  ],
  ['canClose', () => canClose(nav, any(1), [0, 0], [1, 1]), 'cells is 1, expected a list of numbers'],
  ['toXY', () => toXY(any(null)), 'cells is null, expected a list of x, y pairs'],
  ['isClear', () => sightOf(nav).isClear(1, 1, any(1n), 1), `a coordinate ${NUMBER}`],
  ['links', () => sightOf(nav).pull({ cells: [0, 0, 1, 1], links: any(1) }), 'links is 1, expected those of a path'],
  ['steer', () => sightOf(nav).steer(any(1), 1, 1), 'path is 1, expected what pull gives'],
  ['loadWorld', () => loadWorld(new Uint8Array(8), any(undefined)), 'loadTile is missing, expected a function'],
  ['createGrid', () => createGrid(2, 2, any(1)), 'cell is 1, expected a function of x and y'],
  ['links 1', () => createGrid(2, 2, () => true, { links: any(1) }), 'links is 1, expected a list of { from, to }'],
  ['link 1', () => withLink(1), 'link 0 is 1, expected { from: [x, y], to: [x, y] }'],
  ['link null', () => withLink(null), 'link 0 is null, expected { from: [x, y], to: [x, y] }'],
  [
    'link from',
    () => withLink({ from: 1, to: [1, 1] }),
    'link 0 is {"from":1,"to":[1,1]}, expected { from: [x, y], to: [x, y] }',
  ],
  [
    'link ends',
    () => withLink({ from: [1n, 1], to: [1, 1] }),
    'link 0: from is 1, 1, which is not on the map of 2 x 2 cells',
  ],
  [
    'link oneWay',
    () => withLink({ from: [0, 0], to: [1, 1], oneWay: 'no' }),
    'link 0: oneWay is no, expected true or false',
  ],
  ['link cost', () => withLink({ from: [0, 0], to: [1, 1], cost: 1n }), `link 0: cost ${NUMBER}`],
  [
    'link name',
    () => withLink({ from: [0, 0], to: [1, 1], name: 1 }),
    'link 0: name is of type number, expected a string',
  ],
  [
    'edit',
    () => editable(nav).edit({ x: 1, y: 1, width: any(1n), open: true }),
    'area 1, 1, 1 x 1 is not on the map of 8 x 8 cells',
  ],
  ['edit a text', () => editable(nav).edit(any('x')), 'change is x, expected { x, y, width?, height?, open?, cost? }'],
  ['edit a link', () => editable(nav).edit({ link: 'x', open: true }), 'there is no link x; the map has none'],
  ['speed set', () => walking({ speed: 1n }), `speed ${NUMBER}`],
  ['reach steps', () => reach(nav, 0, 0, any(1n)), 'steps is 1, allowed are 0 or more'],
  ['reach avoid', () => reached({ avoid: Number.NaN }), 'avoid is NaN, expected a list of numbers'],
  ['reach slow', () => reached({ slow: [1, 1, 1n] }), 'slow of cell 1, 1 is 1, allowed are 0 to 10000 steps'],
  ['reach reuse', () => reached({ reuse: {} }), 'reuse is [object Object], expected what reach gives'],
  ['pull cells', () => sightOf(nav).pull({ cells: any([1n, 1n]) }), `a coordinate ${NUMBER}`],
  ['pull an empty path', () => sightOf(nav).pull(new PathBuffer()), 'path has no cells, expected 1 or more'],
  [
    'pull links',
    () => sightOf(nav).pull({ cells: [0, 0, 1, 1], links: any([null]) }),
    'links is , expected those of a path',
  ],
  [
    'steer links',
    () => sightOf(nav).steer({ points: new Float32Array(4), links: any(1), length: 1 }, 1, 1),
    'path is [object Object], expected what pull gives',
  ],
  [
    'loader',
    () => loader(any(null))(blob),
    'unusable blob: sections is 1,16,2, expected those of engine ; load its blobs, or give loader the engine of these',
  ],
  [
    'loader, a part',
    () => loader(jpsEngine, any(undefined))(zstd),
    'unusable blob: codec is zstd, expected another; also give loader zstdPart',
  ],
  ['shared', () => load(blob, { shared: any(1n) }), 'shared is 1, expected true or false'],
  ['steer x', () => sightOf(nav).steer({ points: new Float32Array(4), length: 1 }, any(1n), 1), `x ${NUMBER}`],
])('says what is wrong in its own words: %s', (_, misuse, message) => {
  let error: unknown;
  try {
    misuse();
  } catch (thrown) {
    error = thrown;
  }
  expect((error as Error).message).toBe(message);
});

it('rejects what threads cannot be asked, and workers that are none, in its own words', async () => {
  const pool = navPool(load(blob), any(null));
  await expect(pool.findPath(any(1n), 1, 1, 1)).rejects.toThrow(
    'x is bigint, y is 1; expected whole numbers, as in findPath(x0, y0, x1, y1)',
  );
  await expect(Reflect.apply(pool.findPath, pool, [1, 1, 1, 1, { links: new Set() }])).rejects.toThrow(
    new TypeError('findPath of a pool takes no options, such as links'),
  );
  await expect(pool.findPaths(any(null))).rejects.toThrow(new TypeError(`pairs is null, ${POOL}`));
  await expect(pool.findPaths([1])).rejects.toThrow(new RangeError(`pairs are 1 numbers, ${POOL}`));
  pool.close();
  expect(() => navPool(load(blob), { worker: any(() => 1) })).toThrow('worker gives 1, expected a Worker');
});

it('ends for points however far away, on hexagons as on squares', () => {
  for (const diagonals of ['hex-odd-r', 'hex-even-q', 'hex'] as const) {
    const hexes = loadGrid(8, 8, () => true, { diagonals });
    for (const far of [Infinity, -Infinity, NaN, 2 ** 53, 1e300]) {
      expect(cellAt(hexes, far, far)).toHaveLength(2);
      expect(pixels(hexes, { cellSize: 8 }).cellAt(far, far)).toHaveLength(2);
    }
  }
});

it('takes null for options that are left out', () => {
  expect(createGrid(2, 2, () => true, any(null)).width).toBe(2);
  expect(createGrid(2, 2, () => true, { links: any(null) }).links).toBeUndefined();
  expect(loadGrid(2, 2, () => true, any(null)).width).toBe(2);
  expect(follow(nav, any(null)).speed).toBe(4);
  expect(editableJps(nav, any(null)).version).toBe(0);
  expect(reach(nav, 0, 0, 1, any(null)).count).toBe(3);
  expect(reached({ avoid: null, pass: null, slow: null, reuse: null }).count).toBeGreaterThan(3);
  expect(load(blob, any(null)).engine).toBe('jps');
  expect(sightOf(nav, any(null)).isClear(1, 1, 2, 2)).toBe(true);
  const field = flowField(nav, [1, 1], any(null));
  expect(field.advance(any(null)) && fleeField(nav, field, any(null)).done).toBe(true);
  expect(findPathTo(nav, 0, 0, [2, 2], any(null))?.cost).toBeGreaterThan(0);
  const answers: string[] = [];
  const one = queue();
  one.request(1, 1, 2, 2, ({ status }) => answers.push(status), any(null));
  // An update has milliseconds, which a busy machine may lose.
  while (answers.length === 0) one.update();
  expect(answers).toEqual(['found']);
});
