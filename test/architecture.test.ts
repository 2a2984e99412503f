/** The wings of `src`, their rooms, and who may import whom; `docs/architecture.md` draws the same picture for people. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longFunctions, longLines, roomOf, sources, wingOf } from '../tools/lines.js';

/**
 * The wings from the ground up, the rooms of each in floors: a file imports only from rooms on lower floors of its wing,
 * and from lower wings.
 */
const WINGS: Record<string, string[][]> = {
  core: [
    ['arrays', 'busy', 'errors', 'unknown-names', 'version'],
    ['grid', 'files', 'threads', 'wasm'],
    ['options'],
    ['search', 'oracle'],
    ['lint'],
    ['links'],
    ['blob'],
    ['maps', 'generate', 'chunks'],
    ['priced'],
    ['jps'],
    ['bounds', 'ch', 'hpa'],
    ['table'],
    ['runtime'],
    ['artifacts'],
  ],
  play: [
    ['pull', 'field', 'pool', 'straighten'],
    ['edit', 'avoid'],
    ['reach', 'rebake'],
    ['queue'],
    ['follow', 'traffic'],
  ],
  world: [['world']],
  lab: [['baselines'], ['engines'], ['bench']],
  view: [['view']],
  pipeline: [['cache', 'config'], ['estimate'], ['build'], ['prove'], ['fleet'], ['plugin']],
  entry: [['entry']],
};
const FLOORS = Object.values(WINGS).flat();

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

/** Rooms that keep the limits of docs/style.md. */
const WITHIN_LIMITS = (
  'search bounds table chunks jps hpa ch world priced grid maps generate engines threads files oracle baselines bench ' +
  'pool view artifacts options config estimate build prove cache fleet'
).split(' ');
/**
 * Searches, and what they call at each step or ship in games, as one function: its variables stay in registers, and
 * cost fewer bytes.
 */
const HOT_LOOPS = [
  'src/core/ch/query.ts hierarchySearch',
  'src/core/ch/query.ts search',
  'src/core/hpa/plan.ts coarseSearch',
  'src/core/hpa/plan.ts plan',
  'src/core/hpa/refine.ts refiner',
  'src/core/hpa/window-search.ts windowSearch',
  'src/core/jps/moves/search.ts moveSearch',
  'src/core/jps/query/graph.ts jumpGraph',
  'src/core/jps/query/look-round.ts findSights',
  'src/core/jps/query/search-loop.ts searchOn',
  'src/core/jps/wasm/assembly/search.ts search',
  'src/core/priced/query.ts pricedSearch',
  'src/core/priced/query.ts search',
  'src/core/table/query.ts tableSearch',
  'src/lab/baselines/jump-point-search.ts jumpPointSearch',
  'src/play/pool/pool.ts poolOf',
  'src/world/tile-search.ts tileSearch',
];

const src = importsOf('src');
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room));

describe('the rooms', () => {
  it('all stand on a floor of their wing', () => {
    const strays = [...src.keys()].filter((file) => !WINGS[wingOf(file)]?.flat().includes(roomOf(file)));
    expect(strays).toEqual([]);
  });

  it('import only from below', () => {
    const upwards = [...src].flatMap(([file, imports]) =>
      imports
        .filter(
          (target) =>
            src.has(target) && roomOf(target) !== roomOf(file) && floorOf(roomOf(target)) >= floorOf(roomOf(file)),
        )
        .map((target) => `${file} -> ${target}`),
    );
    expect(upwards).toEqual([]);
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
    for (const file of src.keys()) if (/^src\/entry\/(runtime|worker|debug|browser)\.ts$/.test(file)) visit(file);
    const foreign = [...reached].filter(
      (name) => !src.has(name) || ['threads', 'files', 'config', 'build', 'artifacts'].includes(roomOf(name)),
    );
    expect(foreign).toEqual([]);
  });

  it('leave the oracle to itself: it imports only the grid', () => {
    const imports = [...src].filter(([file]) => roomOf(file) === 'oracle').flatMap(([, targets]) => targets);
    expect(imports.filter((target) => !['grid', 'oracle'].includes(roomOf(target)))).toEqual([]);
  });
});

describe('the limits of docs/style.md', () => {
  const files = sources('src').filter((file) => WITHIN_LIMITS.includes(roomOf(file)));

  it('hold for the length of lines', () => {
    // But for a table that is written by a tool.
    expect(files.filter((file) => !file.endsWith('/measured.ts')).flatMap(longLines)).toEqual([]);
  });

  it('hold for the length of functions, but for hot loops', () => {
    const long = files.flatMap((file) => longFunctions(file).map(({ name }) => `${file} ${name}`));
    expect([...new Set(long)]).toEqual(HOT_LOOPS);
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
