/** `prep init`: looks at a project and writes a config to start with, and what goes with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob } from 'tinyglobby';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { mapLevels, readMap } from '../../src/core/maps/read-map.js';
import { packageFile } from '../../src/core/version.js';
import { UsageError } from '../shared/errors.js';
import type { Values } from '../shared/options.js';
import { print } from '../shared/output.js';

/** Templates: folders of `examples` in the package; the two of the yard differ in their renderer. */
const TEMPLATES = { vite: 'topdown', phaser: '{yard,phaser}', pixi: '{yard,pixi}', server: 'node-server' };

const EXAMPLES = fileURLToPath(packageFile('fixtures/maps/'));
const CONFIG = 'prep.config.json';
const SCHEMA = './node_modules/gridprep/schema/prep.config.schema.json';
const OUT = 'out';

export const builder = (yargs: Argv) =>
  yargs
    .options({
      template: {
        choices: Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[],
        describe: 'Copy a game to begin with into this folder, in place of a config',
      },
    })
    .example('$0 init && $0 build', 'from nothing to blobs')
    .example('$0 init --template phaser', 'a game in Phaser')
    .epilogue('Files that are there stay as they are.');

/** @throws {UsageError} if there is a config; maps that are there stay as they are */
export async function handler({ template }: Values<typeof builder>): Promise<void> {
  if (template !== undefined) return copyTemplate(TEMPLATES[template]);
  const existing = readdirSync('.').find((name) => name.startsWith('prep.config.'));
  if (existing !== undefined) throw new UsageError(`${existing} is here already; prep build builds what it says`);
  let maps = await findMaps();
  if (maps.length === 0) {
    for (const name of readdirSync(EXAMPLES)) await write(join('maps', name), await readFile(join(EXAMPLES, name)));
    maps = await findMaps();
  }
  await write(CONFIG, json(await configFor(maps)));
  const vite = usesVite();
  print(['next:', ...(vite ? viteSteps(vite, maps[0]) : [...stepsByHand(), '  npx gridprep build'])].join('\n'));
}

/** @throws {UsageError} if one of its files is there already: before the first one is written */
async function copyTemplate(folders: string): Promise<void> {
  const cwd = fileURLToPath(packageFile('examples/'));
  const files = (await glob(`${folders}/**/*`, { cwd, ignore: ['*/{node_modules,dist,out}/**'] })).sort();
  const named = files.map((file) => [file.slice(file.indexOf('/') + 1), join(cwd, file)] as const);
  const existing = named.find(([name]) => existsSync(name));
  if (existing) throw new UsageError(`${existing[0]} is here already; begin in an empty folder`);
  for (const [name, file] of named) await write(name, await readFile(file));
  const { scripts = {} } = packageJson() ?? {};
  print(`next:\n  npm install\n  npm ${'dev' in scripts ? 'run dev' : 'start'}`);
}

/** Map files of the project, by the names that their editors give them; pictures and tables could be anything. */
async function findMaps(): Promise<string[]> {
  const ignore = ['**/{node_modules,dist,build,test,tests,fixtures,examples}/**', `${OUT}/**`];
  return (await glob('**/*.{map,tmj,tmx,ldtk}', { ignore, onlyFiles: true, expandDirectories: false })).sort();
}

/** One input for each folder and kind of maps, priced maps with a contraction hierarchy. */
async function configFor(maps: string[]): Promise<object> {
  const patternOf = (map: string) =>
    `${posix.dirname(map).split('/')[0]}/**/*${posix.extname(map)}`.replace(/^\.\/\*\*\//, '');
  const firsts = new Map<string, string>();
  for (const map of maps) if (!firsts.has(patternOf(map))) firsts.set(patternOf(map), map);
  const inputs = [...firsts].map(async ([pattern, map]) => ({ maps: pattern, ...(await readingFor(map)) }));
  return { ...(existsSync(SCHEMA) && { $schema: SCHEMA }), inputs: await Promise.all(inputs), outDir: OUT };
}

/** Artifacts for a map, and of an LDtk project with several IntGrid layers the one that most levels have. */
async function readingFor(map: string): Promise<object> {
  const levels: string[] = await mapLevels(map).catch(() => []);
  const layers = /\.ldtk$/i.test(map) ? intGridLayers(map) : [];
  let best: { read: string[]; layer?: string; hasCosts: boolean } = { read: [], hasCosts: false };
  // Without a layer first: that is enough where there is only one.
  for (const layer of [undefined, ...layers]) {
    const read: string[] = [];
    let hasCosts = false;
    for (const level of levels.length > 0 ? levels : [undefined]) {
      const result = await readMap(map, { level, ...(layer && { ldtk: { layer } }) }).catch(() => undefined);
      if (result) read.push(level ?? '');
      hasCosts ||= result?.grid.costs !== undefined;
    }
    if (read.length > best.read.length) best = { read, hasCosts, ...(layer !== undefined && { layer }) };
  }
  // A map that cannot be read is told by the build, with its cause.
  return {
    ...(best.layer !== undefined && { ldtk: { layer: best.layer } }),
    ...(best.read.length > 0 && best.read.length < levels.length && { levels: best.read }),
    artifacts: best.hasCosts ? { ch: {} } : { jps: {}, bounds: {} },
  };
}

/** Names of the IntGrid layers of a project, those first that sound like walls. */
function intGridLayers(map: string): string[] {
  try {
    const { defs } = JSON.parse(readFileSync(map, 'utf8')) as { defs?: { layers?: Record<string, unknown>[] } };
    const names = (defs?.layers ?? []).flatMap(({ __type, type, identifier }) =>
      [__type, type].includes('IntGrid') ? [String(identifier)] : [],
    );
    const isWall = (name: string) => Number(/coll|wall|solid|block|walk/i.test(name));
    return names.sort((a, b) => isWall(b) - isWall(a));
  } catch {
    return [];
  }
}

/** The name of Vite's config, or of package.json where that has Vite; undefined where the project has none. */
function usesVite(): string | undefined {
  const config = readdirSync('.').find((name) => /^vite\.config\.[cm]?[jt]s$/.test(name));
  const { dependencies, devDependencies } = packageJson() ?? {};
  return config ?? (dependencies?.vite || devDependencies?.vite ? 'vite.config.js' : undefined);
}

interface Package {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function packageJson(): Package | undefined {
  try {
    return JSON.parse(readFileSync('package.json', 'utf8'));
  } catch {
    return undefined;
  }
}

/** What a script and a line of .gitignore would add, where they are missing. */
function stepsByHand(): string[] {
  const manifest = packageJson();
  const isBuilt = Object.values(manifest?.scripts ?? {}).some((script) => /\bprep build\b/.test(script));
  const ignored = existsSync('.gitignore') ? readFileSync('.gitignore', 'utf8').split(/\r?\n/) : [];
  const isIgnored = ignored.some((line) => /^\/?out(\/\*?)?$/.test(line.trim()));
  return [
    ...(manifest && !isBuilt ? ['  add to the scripts of package.json: "maps": "prep build"'] : []),
    ...(existsSync('.git') && !isIgnored ? [`  add to .gitignore, unless blobs are to be committed: /${OUT}/`] : []),
  ];
}

function viteSteps(config: string, map: string): string[] {
  return [
    `  in ${config}:  import gridprep from 'gridprep/vite';  plugins: [gridprep()]`,
    `  in the game:  import level from './${map}?nav';`,
    '  maps are baked by vite and vite build; prep build is not needed',
  ];
}

function json(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await writeFileAtomic(file, bytes);
  print(`wrote ${file}`);
}
