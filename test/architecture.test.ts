/** The wings of `src`, their rooms, and who may import whom; `docs/architecture.md` draws the same picture for people. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longFiles, longFunctions, longLines, roomOf, sources, wingOf } from '../tools/lines.js';
import { besideMission } from './mission.js';

/**
 * The storeys from the ground up, the wings of each, and the rooms of each wing in floors: a file imports only from
 * rooms on lower floors of its wing, and from wings of lower storeys.
 */
const STOREYS: Record<string, string[][]>[] = [
  {
    core: [
      ['arrays', 'busy', 'errors', 'limits', 'unknown-names', 'version'],
      ['grid', 'files', 'threads', 'wasm'],
      ['options'],
      ['search', 'oracle'],
      ['blob'],
      ['chunks'],
    ],
  },
  { maps: [['maps']], lint: [['lint']] },
  {
    engines: [
      ['artifact', 'engine', 'links'],
      ['weighted'],
      ['jps'],
      ['bounds', 'ch', 'hpa'],
      ['table'],
      ['list'],
      ['inspect'],
    ],
  },
  { runtime: [['runtime']], world: [['world']] },
  {
    play: [
      ['pull', 'field', 'pool', 'straighten'],
      ['edit', 'avoid'],
      ['reach', 'rebake'],
      ['queue'],
      ['follow', 'traffic'],
    ],
  },
  { lab: [['baselines'], ['engines'], ['bench']] },
  { view: [['view']], pipeline: [['cache', 'config'], ['estimate'], ['build'], ['prove'], ['fleet'], ['plugin']] },
  { entry: [['entry']] },
];
/** Rooms by name, such as `engines/jps`, with their places; wings of one room have its name. */
const PLACES = new Map(
  STOREYS.flatMap((wings, storey) =>
    Object.entries(wings).flatMap(([wing, floors]) =>
      floors.flatMap((rooms, floor) =>
        rooms.map((room) => [room === wing ? wing : `${wing}/${room}`, { storey, wing, floor }] as const),
      ),
    ),
  ),
);

/** Whether files of room `a` may import files of room `b`. */
function isBelow(b: string, a: string): boolean {
  const [from, to] = [PLACES.get(a), PLACES.get(b)];
  if (!from || !to) return false;
  return a === b || to.storey < from.storey || (to.wing === from.wing && to.floor < from.floor);
}

/** Lines of each wing's code, tests and written tables excluded; `cli` is a wing. */
function linesOfWings(): Map<string, number> {
  const lines = new Map<string, number>();
  for (const file of [...sources('src'), ...sources('cli')])
    lines.set(wingOf(file), (lines.get(wingOf(file)) ?? 0) + readFileSync(file, 'utf8').split('\n').length - 1);
  return lines;
}

/** Modules that each file imports, types included, as paths from the root; packages and Node modules by their names. */
function importsOf(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !/\.test\.ts$|\/(page|playground)\//.test(file));
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
      const found = [...text.matchAll(/(?:^|[;}\s])(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name);
      return [
        file,
        found.map((name) =>
          name.startsWith('.') ? posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts') : name,
        ),
      ];
    }),
  );
}

/**
 * Searches, and what they call at each step or ship in games, as one function: its variables stay in registers, and
 * cost fewer bytes.
 */
const HOT_LOOPS = [
  'src/engines/ch/query.ts hierarchySearch',
  'src/engines/ch/query.ts search',
  'src/engines/hpa/plan.ts coarseSearch',
  'src/engines/hpa/plan.ts plan',
  'src/engines/hpa/refine.ts refiner',
  'src/engines/hpa/window-search.ts windowSearch',
  'src/engines/jps/moves/search.ts moveSearch',
  'src/engines/jps/query/graph.ts jumpGraph',
  'src/engines/jps/query/look-round.ts findSights',
  'src/engines/jps/query/search-loop.ts searchOn',
  'src/engines/jps/wasm/assembly/search.ts search',
  'src/engines/table/query.ts tableSearch',
  'src/engines/weighted/query.ts weightedSearch',
  'src/engines/weighted/query.ts search',
  'src/lab/baselines/jump-point-search.ts jumpPointSearch',
  'src/world/tile-search.ts tileSearch',
];

/** Factories over 100 lines: their inner functions share the state of one feature. */
const FACTORIES = `
  src/core/blob/unzstd.ts unzstd
  src/engines/links/search.ts linkedSearch
  src/pipeline/plugin/vite-hooks.ts viteHooks
  src/play/edit/edits.ts editsWith
  src/play/edit/prices.ts livePrices
  src/play/edit/records.ts liveRecords
  src/play/field/repair.ts repairOf
  src/play/pull/pull.ts sightAround
  src/play/reach/search.ts search`
  .trim()
  .split(/\n\s*/);
const LONG_FILES: readonly string[] = [];

const src = importsOf('src');
/** @throws {Error} if a room has no file: a check of it would check nothing */
const rooms = (...names: string[]): string[] => {
  const known = new Set([...src.keys()].map(roomOf));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`there is no room ${missing.join(', ')}`);
  return names;
};

describe('the rooms', () => {
  it('all stand on a floor of their wing', () => {
    const all = rooms(...PLACES.keys());
    expect([...src.keys()].filter((file) => !all.includes(roomOf(file)))).toEqual([]);
  });

  it('import only from below', () => {
    const upwards = [...src].flatMap(([file, imports]) =>
      imports
        .filter((target) => src.has(target) && !isBelow(roomOf(target), roomOf(file)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('are no more than a quarter of all lines in a wing', () => {
    const lines = linesOfWings();
    const total = [...lines.values()].reduce((sum, one) => sum + one, 0);
    expect([...lines].filter(([, one]) => one > total / 4)).toEqual([]);
  });

  it('have no two files that import each other, however long the way round', () => {
    const circles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (file: string, way: string[]): void => {
      if (state.get(file) === 'open') circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      if (state.has(file)) return;
      state.set(file, 'open');
      for (const target of src.get(file) ?? []) if (src.has(target)) visit(target, [...way, file]);
      state.set(file, 'done');
    };
    for (const file of src.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('of what a game ships reach no Node module, no package, no thread, no file and no pipeline', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of src.get(file) ?? []) visit(target);
    };
    for (const name of ['runtime', 'parts', 'worker', 'debug', 'browser']) {
      expect(src.has(`src/entry/${name}.ts`)).toBe(true);
      visit(`src/entry/${name}.ts`);
    }
    const forbidden = rooms(
      'core/threads',
      'core/files',
      'engines/list',
      'engines/inspect',
      'pipeline/config',
      'pipeline/build',
    );
    const artifacts = [...src.keys()].filter((name) => /^src\/engines\/.*artifact\.ts$/.test(name));
    expect(artifacts.length).toBeGreaterThan(4);
    expect(
      [...reached].filter((name) => !src.has(name) || forbidden.includes(roomOf(name)) || artifacts.includes(name)),
    ).toEqual([]);
    expect(reached.size).toBeGreaterThan(100);
  });

  it('of the mission are tested with helpers that import no wing above them', () => {
    const beside = besideMission();
    expect(beside).toContain('test/grids.ts');
    expect(beside.filter((file) => !file.startsWith('test/'))).toEqual([]);
  });

  it('leave the oracle to itself: it imports only the grid', () => {
    const [oracle, grid] = rooms('core/oracle', 'core/grid');
    const imports = [...src].filter(([file]) => roomOf(file) === oracle).flatMap(([, targets]) => targets);
    expect(imports.filter((target) => ![grid, oracle].includes(roomOf(target)))).toEqual([]);
  });
});

describe('the limits of docs/style.md', () => {
  // But for a table that is written by a tool.
  const files = [...sources('src'), ...sources('cli')].filter((file) => !file.endsWith('/measured.ts'));

  it('hold for the length of lines', () => {
    expect(files.flatMap(longLines)).toEqual([]);
  });

  it('hold for the length of files', () => {
    expect(files.flatMap(longFiles).map(({ place }) => place)).toEqual(LONG_FILES);
  });

  it('hold for the length of functions, but for hot loops and factories', () => {
    const long = files.flatMap((file) => longFunctions(file).map(({ name }) => `${file} ${name}`));
    expect([...new Set(long)].sort()).toEqual([...HOT_LOOPS, ...FACTORIES].sort());
  });
});

describe('the command line', () => {
  it('imports rooms by their files, and no public entry: what a command loads is what it uses', () => {
    const entries = [...importsOf('cli')].flatMap(([file, imports]) =>
      imports.filter((target) => target.startsWith('src/entry/')).map((target) => `${file} -> ${target}`),
    );
    expect(entries).toEqual([]);
  });

  it('is found by its name: a file for every command', () => {
    const text = readFileSync('cli/main.ts', 'utf8');
    const listed = [...text.matchAll(/\[\s*'(\w+)[^']*',\s*'[^']*',\s*\(\) =>\s*import\('([^']+)'\)/g)];
    expect(listed.length).toBe(text.split("import('./commands/").length - 1);
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.map(([, , file]) => file)).toEqual(listed.map(([, name]) => `./commands/${name}.js`));
  });

  it('loads no baker before it knows the command: main.ts imports the library only where a command runs', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      const text = readFileSync(file, 'utf8').replaceAll(/import type .*/g, '');
      for (const [, name] of text.matchAll(/from '(\.[^']+)\.js'/g))
        visit(posix.join(posix.dirname(file), `${name}.ts`));
    };
    visit('cli/main.ts');
    expect([...reached].filter((file) => !/^cli\/(main|shared\/\w+)\.ts$/.test(file)).sort()).toEqual([
      'src/core/busy.ts',
      'src/core/errors.ts',
      'src/core/unknown-names.ts',
      'src/core/version.ts',
    ]);
  });
});
