/** `prep init`: finds the maps of a project and writes a config for them, or copies a template. */
import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob } from 'tinyglobby';
import type { Argv } from 'yargs';
import { Pauses } from '../../src/core/busy.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { isBelow } from '../../src/core/files/below.js';
import { parsedJson } from '../../src/core/files/json.js';
import { readRegular } from '../../src/core/files/regular.js';
import { packageFile } from '../../src/core/version.js';
import { projectOf } from '../../src/maps/files.js';
import { MAP_ENDING } from '../../src/maps/formats.js';
import { type GameMap, mapLevels, readMap } from '../../src/maps/read-map.js';
import { lacksMarks, wallsLine } from '../../src/maps/walls.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { findMaps, STEPS_A_FILE } from '../shared/find-maps.js';
import { installSource } from '../shared/install-source.js';
import { groupsOf, inputsFor } from '../shared/map-inputs.js';
import type { Values } from '../shared/options.js';
import { print, showStatus } from '../shared/output.js';
import { unmarkedLines } from '../shared/unmarked.js';

/** Templates: folders of `examples` in the package. */
const TEMPLATES = {
  vite: 'topdown',
  phaser: '{yard,phaser}',
  pixi: '{yard,pixi}',
  rogue: 'rogue',
  server: 'node-server',
};

const EXAMPLES = fileURLToPath(packageFile('fixtures/maps/'));
const CONFIG = 'prep.config.json';
const SCHEMA = './node_modules/gridprep/schema/prep.config.schema.json';
const OUT = 'out';

export const builder = (yargs: Argv) =>
  yargs
    .positional('folder', { type: 'string', default: '.', describe: 'Folder of the project, made where it is missing' })
    .options({
      template: {
        choices: Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[],
        describe: 'Copy a game to begin with into the folder, in place of a config',
      },
    })
    .example('$0 init && $0 build', 'from nothing to blobs')
    .example('$0 init --template phaser my-game', 'a game in Phaser')
    .epilogue('Files that are there stay as they are.');

/** @throws {UsageError} if there is a config. Existing maps stay as they are. */
export async function handler({ template, folder }: Values<typeof builder>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const enter = relative(folder, '.') === '' ? [] : [`  cd ${folder}`];
  process.chdir(folder);
  if (template !== undefined) return copyTemplate(TEMPLATES[template], enter);
  const existing = readdirSync('.').find((name) => name.startsWith('prep.config.'));
  if (existing !== undefined) throw new UsageError(`${existing} is here already; prep build builds what it says`);
  const others: string[] = [];
  let maps = await findMaps('.', false, others);
  for (const line of others) print(`left out: ${line}`);
  if (maps.length === 0) {
    if (lstatSync('maps', { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError('maps is a link, which prep init does not follow; write a prep.config.json that names it');
    print('found no map that can be read; PNG, CSV and text are sought here, and in folders named maps or levels');
    print('writing samples:');
    for (const name of readdirSync(EXAMPLES)) await write(join('maps', name), await readFile(join(EXAMPLES, name)));
    maps = await findMaps();
  }
  const tried = await triedMaps(maps);
  if (tried.length === 0) throw new FailedError('no map of this project can be read; each line above says why');
  const inputs = await inputsFor(tried);
  const schema = existsSync(SCHEMA) && { $schema: SCHEMA };
  const base = (await shareNames(maps)) && { base: '.' };
  // JSON has no comments: the key "lint" shows that there is lint.
  const config = { ...schema, inputs, outDir: OUT, ...base, lint: 'off' };
  await write(CONFIG, Buffer.from(`${JSON.stringify(config, undefined, 2)}\n`));
  const vite = await usesVite();
  const steps = vite ? viteSteps(vite, tried[0].map) : [...(await stepsByHand()), '  npx gridprep build'];
  print(['next:', ...enter, ...steps, ...unmarkedStep(tried)]);
}

/** How to say once what blocks in maps that have no marks. */
function unmarkedStep(tried: readonly Tried[]): string[] {
  const unmarked = tried.filter((one) => one.isUnmarked).map(({ map }) => map);
  const input = groupsOf(tried).find(({ maps }) => maps.includes(unmarked[0]));
  return unmarkedLines(unmarked, input?.maps.length ?? 1).map((line) => `  ${line}`);
}

/** @throws {UsageError} before writing, if one of its files exists */
async function copyTemplate(folders: string, enter: string[]): Promise<void> {
  const cwd = fileURLToPath(packageFile('examples/'));
  const files = (await glob(`${folders}/**/*`, { cwd, ignore: ['*/{node_modules,dist,out}/**'] })).sort();
  const named = files.map((file) => [file.slice(file.indexOf('/') + 1), join(cwd, file)] as const);
  const existing = named.find(([name]) => existsSync(name));
  if (existing) throw new UsageError(`${existing[0]} is here already; begin in an empty folder`);
  for (const [name, file] of named) {
    const bytes = await readFile(file);
    await write(name, name === 'package.json' ? withSource(bytes.toString()) : bytes);
  }
  const { scripts = {} } = (await packageJson()) ?? {};
  print(['next:', ...enter, '  npm install', `  npm ${'dev' in scripts ? 'run dev' : 'start'}`]);
}

/** The package.json of a template, with gridprep from where this one was installed. */
function withSource(manifest: string): Uint8Array {
  const source = `"gridprep": ${JSON.stringify(installSource('.'))}`;
  return Buffer.from(manifest.replace(/"gridprep": "[^"]*"/, () => source));
}

/** A readable map, and the options that its input needs. */
interface Tried {
  map: string;
  options: object;
  /** Whether it has no marks of walls. */
  isUnmarked: boolean;
}

/** Maps whose lines are printed, and reasons; of more only the number. */
const MOST_SHOWN = 100;
const MOST_REASONS = 20;
const SHOW_EVERY = 100;

/** Reads each map as the config would, and prints the lines of the first {@link MOST_SHOWN}. @returns maps to bake */
async function triedMaps(maps: readonly string[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  const pauses = new Pauses();
  let [silent, warned] = [0, 0];
  const show = (lines: string[]) => {
    if (tried.length < MOST_SHOWN) return print(lines);
    silent++;
    warned += Number(lines.length > 1);
  };
  /** Maps that are left out, by reason. */
  const out = new Map<string, string[]>();
  const leaveOut = (name: string, why: string) => {
    const names = out.get(why) ?? [];
    names.push(name);
    out.set(why, names);
  };
  const byStem = new Map<string, string>();
  for (const [i, map] of maps.entries()) {
    await pauses.after(STEPS_A_FILE);
    if (i % SHOW_EVERY === 0 && i > 0) showStatus([`${i} of ${maps.length} maps read`]);
    const twin = byStem.get(stemOf(map));
    if (twin !== undefined) leaveOut(map, `its outputs would have the names of those of ${twin}`);
    for (const one of twin === undefined ? await tryMap(map, leaveOut, show) : []) {
      tried.push(one);
      byStem.set(stemOf(map), map);
    }
  }
  if (silent > 0)
    print(`and ${silent} more maps${warned > 0 ? `, ${warned} of them with warnings, which prep build prints` : ''}`);
  for (const [why, [first, ...more]] of [...out].slice(0, MOST_REASONS))
    print(`left out: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}: ${why}`);
  const others = [...out.values()].slice(MOST_REASONS);
  if (others.length > 0)
    print(`left out: ${others.flat().length} more maps, such as ${others[0][0]}; prep inspect MAP says why`);
  return tried;
}

async function tryMap(
  map: string,
  leaveOut: (name: string, why: string) => void,
  show: (lines: string[]) => void,
): Promise<Tried[]> {
  const levels: (string | undefined)[] = await mapLevels(map).catch(() => []);
  const read: string[] = [];
  let options: object = {};
  let isUnmarked = false;
  for (const level of levels.length > 0 ? levels : [undefined]) {
    try {
      const found = await readAtRoots(map, level);
      if (found.result.walls.rules) {
        leaveOut(map, 'its layers are rules of automapping');
        continue;
      }
      const shut = found.result.warnings.find((text) => /: no cell is open/.test(text));
      if (shut !== undefined) throw new Error(shut);
      read.push(level ?? '');
      options = { ...options, ...found.options };
      isUnmarked ||= lacksMarks(found.result.warnings);
      show(linesOf(map, found.result));
    } catch (error) {
      leaveOut(map, (error as Error).message.replace(`${map}: `, '').replace(/^level ("[^"]*"): /, ''));
    }
  }
  if (read.length === 0) return [];
  return [{ map, isUnmarked, options: { ...options, ...(read.length < levels.length && { levels: read }) } }];
}

function linesOf(map: string, { grid, level, walls, warnings }: GameMap): string[] {
  const name = level === '' ? map : `${map}, level ${level}`;
  return [
    `${name}  ${grid.width} x ${grid.height}, walls: ${wallsLine(walls)}`,
    ...warnings.map((text) => `  warning: ${text}`),
  ];
}

/** Reads the map with the narrowest root that works, and the option that its warnings suggest. */
async function readAtRoots(map: string, level: string | undefined): Promise<{ result: GameMap; options: object }> {
  const project = projectOf(resolve(dirname(map)));
  // The config makes this folder a project.
  const [byDefault, wider] = isBelow(project, '.') ? [project, '.'] : ['.', project];
  const read = (root: string, more: object = {}) => readMap(map, { level, root, ...more });
  const first = await read(byDefault).catch((error: Error) => error);
  const isNarrow = first instanceof Error || first.warnings.some((text) => / lies outside the folder /.test(text));
  const result = isNarrow ? await read(wider).catch(() => first) : first;
  if (result instanceof Error) throw result;
  const used = result === first ? byDefault : wider;
  const { slashes } = await namesOfInputs();
  const root = used === wider ? { root: slashes(relative('.', wider)) || '.' } : {};
  const suggested = result.walls.suggested;
  const better = suggested && (await read(used, suggested).catch(() => undefined));
  return better ? { result: better, options: { ...root, ...suggested } } : { result, options: root };
}

/** Imported here because the schema library would delay --help. */
const namesOfInputs = () => import('../../src/pipeline/config/inputs.js');

const stemOf = (map: string) => map.replace(MAP_ENDING, '');

/** Whether maps of several folders have the same name, which does not contain the first folder of the path. */
async function shareNames(maps: readonly string[]): Promise<boolean> {
  const { nameOf } = await namesOfInputs();
  const stems = new Set(maps.map(stemOf));
  return new Set([...stems].map((stem) => nameOf(stem, undefined, '.', ''))).size < stems.size;
}

/** The name of Vite's config; undefined if the project does not use Vite. */
async function usesVite(): Promise<string | undefined> {
  const config = readdirSync('.').find((name) => /^vite\.config\.[cm]?[jt]s$/.test(name));
  const { dependencies, devDependencies } = (await packageJson()) ?? {};
  return config ?? (dependencies?.vite || devDependencies?.vite ? 'vite.config.js' : undefined);
}

type Package = Partial<Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>>>;

/** Bytes of a package.json or a .gitignore. */
const MOST_BYTES = 1 << 20;

/** The text of a file of the project; undefined if it is missing, or no regular file. */
async function textOf(file: string): Promise<string | undefined> {
  const bytes = await readRegular(file, MOST_BYTES).catch(() => undefined);
  return bytes?.toString('utf8');
}

async function packageJson(): Promise<Package | undefined> {
  const value = parsedJson((await textOf('package.json')) ?? '');
  return value instanceof Object && !Array.isArray(value) ? value : undefined;
}

/** Missing lines of package.json and .gitignore. */
async function stepsByHand(): Promise<string[]> {
  const manifest = await packageJson();
  const isBuilt = Object.values(manifest?.scripts ?? {}).some((script) => /\bprep build\b/.test(script));
  const ignored = (await textOf('.gitignore'))?.split(/\r?\n/) ?? [];
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

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await writeFileAtomic(file, bytes);
  print(`wrote ${file}`);
}
