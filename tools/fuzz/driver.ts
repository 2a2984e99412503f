/** Runs random programs on several machines, holds them against a model, and makes programs that fail short. */
import { MessageChannel } from 'node:worker_threads';
import * as entry from '../../src/entry/index.js';
import * as parts from '../../src/entry/parts.js';
import * as runtime from '../../src/entry/runtime.js';
import { serveBakes } from '../../src/play/rebake/serve.js';
import { withWorld } from '../../test/worlds.js';
import { HELD, newlyHeld } from './held.js';
import { type Any, Model } from './model.js';
import { codeOf, type Operation, type Program } from './programs.js';
import { agree, type Check, QUERIES, type Run, Wrong } from './queries.js';
import { checkAnswers, look, UNITS } from './units.js';

const CHECKS: Record<string, Check> = { ...QUERIES, ...HELD, ...UNITS };
/** Errors that are right. */
const MAY =
  /facing is|of another map|not done|have no HPA\*|expected hpa|by is nodes|not on the map|closed or taken|rebake each|no cell is|edge of the map/;

/** A thread in this process, behind a real channel. */
function threadOf(serve: () => void): Any {
  const { port1, port2 } = new MessageChannel();
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => ({ parentPort: port2 }) });
  serve();
  Object.assign(process, { getBuiltinModule });
  return Object.assign(port1, { terminate: () => port1.close() });
}

const plain = [parts.linksPart, parts.wallsPart];
const all = [...plain, parts.wasmPart];
const { bakeJps: jps, bakeBounds: bounds, bakeCh: ch, bakeHpa: hpa, bakeTable: table } = entry;
const navOf = (grid: Any) => runtime.loadGrid(grid, { parts: all });
/** Functions that programs call beyond the package. */
const TOOLS: Any = {
  ...{ all, plain },
  urlOf: (bytes: Uint8Array) => `data:;base64,${Buffer.from(bytes).toString('base64')}`,
  pick: (list: readonly string[], at: number) => list[Math.floor(at * list.length)],
  poolWorker: () => threadOf(() => runtime.serveNav({ load: runtime.load, editable: runtime.editable, navOf } as Any)),
  bakeWorker: () => threadOf(() => serveBakes({ jps, bounds, ch, hpa, table } as Any)),
  both: (value: Any, of: (value: Any) => Any) => value && [value, of(value)],
  at: ({ x, y, status }: Any) => [x, y, status],
  ahead: ({ cell, facing }: Any) => [...cell, ['north', 'east', 'south', 'west'][facing >> 1]],
  shown: ({ cost, links, cells, cellCount, waypoints, waypointCount }: runtime.PathBuffer) => ({
    ...{ cost, links, cells: cells.slice(0, 2 * cellCount), waypoints: waypoints.slice(0, 2 * waypointCount) },
  }),
  seen: (sight: Any, path: Any, [x, y]: number[], points: number[]) => [
    ...[sight.isClear(...points), path, path && sight.pull(path), path && sight.steer(sight.pull(path), x, y)],
  ],
  drawn: (px: Any, x: number, y: number) => {
    const middle = px.centerOf(x, y);
    const back = px.pixelAt(...px.pointAt(12, 34));
    return [px.cellAt(middle.x, middle.y), px.cornersOf(x, y), px.line({ waypoints: [x, y] }), back.x];
  },
  damaged: (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 85 : byte)),
  paths: (navs: Any[], query: number[]) => navs.map((nav) => String(nav.findPath(...query)?.cells)),
  costsFrom: (nav: Any, ...from: number[]) => {
    const costTo = (i: number) => nav.findPath(...from, i % nav.width, Math.floor(i / nav.width))?.cost ?? Infinity;
    return Array.from({ length: nav.width * nav.height }, (_, i) => costTo(i));
  },
  told: (field: Any, x: number, y: number, buffer: Any) => [
    ...[field.work, field.settled, field.distanceAt(x, y), field.next(x, y), field.findPathInto(x, y, buffer)],
  ],
  closed: (pool: Any) => pool.close() ?? pool,
  asked: (world: Any, ...query: number[]) =>
    Promise.all([world.findPath(...query), world.isReachable(...query), world.isOpen(query[0], query[1])]),
  caught: (work: () => Any) => new Promise((done) => done(work())).catch((error) => error),
  settle(walker: Any, queue?: Any): Any {
    for (let i = 0, still = 0; i < 30_000 && still < 9; i++) {
      queue?.update();
      still = ['walking', 'waiting', 'linking'].includes(walker.update(200).status) ? 0 : still + 1;
    }
    return walker;
  },
};
/** Handles of objects that belong to a map. */
const handles = () => ({
  ...{ answers: [], walkers: [], fields: [], walks: [], kept: [], changes: [] },
  ...{ queue: undefined, joint: undefined, traffic: undefined, reached: undefined, cached: undefined },
});

type Compiled = (scope: Any, numbers: number[]) => Any;
const compiled = new Map<string, Compiled>();
/** Numbers that stand by themselves in a line, such as 4.5e-7. */
const NUMBERS = /(?<![\w.'"$])\d+(\.\d+)?(e[-+]?\d+)?(?![\w'"])/g;

/** Lines may set names that a scope does not have. */
const OPEN = { has: (_: unknown, name: string | symbol) => name !== '$n' && !(name in globalThis) };

/** Runs a line with the names of a scope. Lines that differ in numbers only are compiled once. */
function evaluate(code: string, scope: Any): Any {
  if (compiled.size > 2000) compiled.clear();
  const numbers: number[] = [];
  const shape = code.replace(NUMBERS, (n) => `$n[${numbers.push(Number(n)) - 1}]`);
  const text = shape.includes('await ') ? `(async () => (${shape}))()` : `(${shape})`;
  const made = compiled.get(shape) ?? (new Function('$', '$n', `with ($) return ${text}`) as Compiled);
  compiled.set(shape, made);
  return made(new Proxy(scope, OPEN), numbers);
}

/** Bakes a world of the map as it is. */
function tilesOf(m: Model): Promise<Any> {
  const cell = (x: number, y: number) => m.isOpen([x, y]) && m.costAt([x, y]);
  const grid = entry.createGrid(m.width, m.height, cell, { diagonals: m.rule as 'never' });
  return withWorld(grid, { cluster: 4, tiles: 8 }, async ({ index, tile }) => {
    const tiles = await Promise.all([0, 1, 2, 3].map((i) => TOOLS.caught(() => tile(i % 2, i >> 1))));
    return { index, loadTile: async (x: number, y: number) => tiles[x + 2 * y] };
  });
}

/** The part of a result that machines have to agree on: data, not objects with functions. */
function digest(value: Any): string {
  const plain = (key: string, one: Any) => {
    if (ArrayBuffer.isView(one) || key === 'cells' || key === 'waypoints') return Array.from(one as Any).join();
    if (typeof one?.land === 'function') return [one.x, one.y, one.status, one.facing, one.goal];
    return one === Infinity ? 'Infinity' : one;
  };
  return String(JSON.stringify(value, plain));
}

/** The first wrong result of a program. Programs with failures of equal kinds fail in the same way. */
export type Failure = { at: number; message: string; kind: string };
function failureOf(at: number, row: string, error: Error): Failure {
  const more = error instanceof Wrong ? '' : `\n${error.stack?.split('\n').slice(1, 6).join('\n')}`;
  const kind = `${row}: ${error.message.replace(/[-\d.,]+/g, '').slice(0, 30)}`;
  return { at, message: `${row}: ${error.name}: ${error.message}${more}`, kind };
}

function checkCells({ models }: Run, scope: Any): void {
  for (const [of, m] of Object.entries(models)) {
    const [costs, open] = ['costAt', 'isOpen'].map((ask) => m.cells.map((at) => scope[of][ask](...at)));
    agree(`costs of ${of}`, costs, m.cells.map(m.costAt));
    agree(`open cells of ${of}`, open, m.cells.map(m.isOpen));
  }
}

/** One operation on the machines that have it. */
async function perform(r: Run, machines: Any[], { row, a, isExtra }: Operation): Promise<void> {
  const [host, twin] = machines;
  const { name, flags } = row;
  const line = codeOf(row, a);
  const [isEdit, isBake] = [flags.includes('edit'), /bake/i.test(name)];
  const on = isExtra ? [twin] : flags.includes('host') ? [host] : isEdit ? machines.slice(0, 2) : machines;
  const results: string[] = [];
  [host.events, r.scope] = [0, on[0]];
  for (const scope of on) {
    if (scope === host) look(r);
    try {
      const result = await evaluate(line, scope);
      results.push(on.length > 1 ? digest(result) : '');
      if (isBake)
        Object.assign(scope, handles(), { blockers: runtime.blockersOf(scope.nav), pool: scope.pool?.close() });
      const expected = scope === on[0] ? CHECKS[name]?.(r, a, r.models[a.of ?? 'nav'], result) : undefined;
      if (expected !== undefined) agree('result', result, expected);
      if (scope === host) checkAnswers(r);
    } catch (error) {
      if (error instanceof Wrong || !MAY.test((error as Error).message)) throw error;
      results.push((error as Error).message);
    }
    if (scope !== host) scope.answers.length = 0;
  }
  const { isTimed, isSlow } = r.held;
  const isTimely = (isTimed && /queue|joint|walker/i.test(line)) || (isSlow && /traffic/.test(line));
  if (!isTimely && !flags.includes('loose'))
    agree('result on machines', results, Array(results.length).fill(results[0]));
  if (isEdit || isBake) for (const scope of machines) checkCells(r, scope);
}

/** Runs a program. @param count is called with the row of each operation @returns the first failure */
export async function run({ setup, operations }: Program, count?: (row: string) => void): Promise<Failure | undefined> {
  const { map, cart, followers } = setup;
  const nav = new Model(map.options, map.rows);
  const models: Run['models'] = { nav };
  for (const name of followers) models[name] = new Model(cart?.options, cart?.rows ?? [], nav);
  const shared: Any = { ...entry, ...runtime, ...parts, ...TOOLS, tiles: () => tilesOf(nav) };
  const machines: Any[] = [];
  let at = -1;
  try {
    for (const line of setup.shared) await evaluate(line, shared);
    for (let i = 0; i < setup.machines; i++) {
      const scope = { ...shared, ...handles(), isFirst: i === 0, buffer: new runtime.PathBuffer() };
      scope.loaded = () => runtime.load(scope.blobs);
      for (const line of setup.each) await evaluate(line, scope);
      machines.push(scope);
    }
    const [host, , remote] = machines;
    const r: Run = { setup, models, scope: host, blocked: new Map(), held: newlyHeld() };
    const known = new Set();
    for (at = 0; at < operations.length; at++) {
      const { row, a } = operations[at];
      count?.(row.name);
      if (!known.has(host.nav))
        host.nav.onChange(({ changes }: Any) => {
          host.events++;
          remote?.nav.edit(changes);
        });
      known.add(host.nav);
      for (let times = a.times ?? 0; times >= 0; times--) await perform(r, machines, operations[at]);
    }
    return undefined;
  } catch (error) {
    // Not every map can be baked in every way.
    const isRefused = at < 0 && (error as Error).name === 'MapError';
    return isRefused ? undefined : failureOf(at, operations[at]?.row.name ?? 'setup', error as Error);
  } finally {
    machines[0]?.pool?.close();
  }
}

/** Makes a program that fails as short as it gets: parts of its operations are left out. */
export async function shorten({ setup, operations }: Program, failed: Failure): Promise<[Program, Failure]> {
  let [best, failure] = [operations, failed];
  const attempt = async (list: Operation[]): Promise<boolean> => {
    const found = await run({ setup, operations: list });
    if (found?.kind !== failure.kind) return false;
    [best, failure] = [list.slice(0, found.at + 1), found];
    return true;
  };
  await attempt(best.slice(0, failure.at + 1));
  for (let size = best.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < best.length; )
      if (!(await attempt(best.filter((_, i) => i < at || i >= at + size)))) at += size;
  for (const [at, { a }] of best.entries()) {
    const changed = (more: Any) => best.map((one, i) => (i === at ? { ...one, a: { ...one.a, ...more } } : one));
    for (const key of Object.keys(a.options ?? {}))
      await attempt(changed({ options: { ...a.options, [key]: undefined } }));
    for (const change of [a.changes ?? []].flat()) await attempt(changed({ changes: change }));
  }
  return [{ setup, operations: best }, failure];
}

/** A program as it is written. */
export function textOf({ setup, operations }: Program, { message }: Pick<Failure, 'message'>): string {
  const lines = operations.map(({ row, a, isExtra }) => {
    const repeated = a.times > 0 ? `for (let i = 0; i <= ${a.times}; i++) ` : '';
    return `${isExtra ? 'twin: ' : ''}${repeated}${codeOf(row, a)};`;
  });
  return [...setup.shared, ...setup.each, `// on ${setup.machines} machines`, ...lines, `// ${message}`].join('\n');
}
