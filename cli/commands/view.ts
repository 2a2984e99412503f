/** `prep view`: a page to look at maps and blobs, served only to this machine, or as one file. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Argv } from 'yargs';
import { decompressor } from '../../src/core/blob/decompress.js';
import { tileInfo } from '../../src/core/blob/kinds.js';
import { isBlob } from '../../src/core/blob/pack.js';
import { readContainer } from '../../src/core/blob/read.js';
import { writeBlob } from '../../src/core/blob/write.js';
import { BlobError, MapError } from '../../src/core/errors.js';
import { stampsOf } from '../../src/core/files/stamps.js';
import { WALKER } from '../../src/core/options/maps.js';
import { flag, text, whole } from '../../src/core/options/option.js';
import { inspectBlob } from '../../src/engines/inspect.js';
import { type FormatOptions, SURE_ENDINGS } from '../../src/maps/formats.js';
import { detectFormat, type GameMap, placesOf } from '../../src/maps/read-map.js';
import { lacksMarks } from '../../src/maps/walls.js';
import { viewPage } from '../../src/view/html.js';
import { PACKED, unusedName } from '../../src/view/page-data.js';
import {
  isLoopback,
  refuseLinkOut,
  type Served,
  type ServedMap,
  type ServedWalls,
  servedFile,
  serveView,
  type ViewServer,
} from '../../src/view/server.js';
import { OPTIONS_OF } from '../../src/view/walls/picture.js';
import { INDEX_NAME } from '../../src/world/folder.js';
import { isTileName } from '../../src/world/section.js';
import { describe, UsageError } from '../shared/errors.js';
import { levelGiven, namingBlobs, readBlobBytes, readMapFile, readNamedMap } from '../shared/input.js';
import { count, flags, listArgument, mapFlags, outFile, terrainFlag, type Values } from '../shared/options.js';
import { print, warn } from '../shared/output.js';
import { worldFolder } from '../shared/world-folder.js';
import { writeFile } from '../shared/write-map.js';

/** Milliseconds between two checks for changed files. */
const LOOK_MS = 300;

const FLAGS = {
  outFile: outFile('Write one file that works offline'),
  port: whole('Port; 0 for any that is free', 0, 65_535, 0),
  host: text('Address; any but the default is open to the network', '127.0.0.1'),
  open: flag('Open the page in a browser', true),
  chooseWalls: flag('Open the walls assistant, where a click on a layer or tile says what blocks', false),
  costs: WALKER.costs,
  walls: WALKER.walls,
  links: WALKER.links,
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('files', listArgument('Blobs, worlds, maps of any kind, or folders of them'))
    .options({ ...terrainFlag, ...mapFlags, ...flags(FLAGS) })
    .example(
      '$0 view out/arena.jps.prep out/arena.bounds.prep',
      'walls, jump points, goal boxes, every engine on a query',
    )
    .example('$0 view out', 'all maps of a folder, shown again after each build')
    .example('$0 view out/arena.prep -o arena.html', 'one file to send to others')
    .example('$0 view maps/level.tmx', 'a Tiled map; the walls assistant opens if it has no marks of walls')
    .epilogue(
      'Serves only the named files, and only to this machine. Ctrl-C ends it.\n\n' +
        'Exit code: 0 done; 1 the page cannot be served; 2 wrong usage or bad input.',
    );

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  if (argv.files.length === 0) throw new UsageError('nothing to look at; name blobs, maps, or a folder of them');
  const find = async (): Promise<Served> => ({ ...(await mapsOf(argv, refresh)), opensWalls: argv['choose-walls'] });
  let server: ViewServer | undefined;
  const refresh = async (): Promise<void> => server?.changed(await find());
  const served = await find();
  const { maps, faults } = served;
  for (const fault of faults) warn(`prep: ${fault}`);
  if (maps.length === 0 && faults.length === 0)
    throw new UsageError(`${argv.files.join(', ')}: no blob or map in this folder; bake one first: prep jps MAP`);
  if (maps.length === 0) throw new BlobError(`${argv.files.join(', ')}: no file can be opened`);
  if (argv['out-file'] !== undefined) return writePage(served, argv['out-file']);
  if (!isLoopback(argv.host))
    warn(`prep: ${argv.host} is open to the network: whoever reaches this machine can read the named files`);
  server = await serve(served, argv);
  const others = faults.length > 0 ? `, ${count(faults.length, 'file')} cannot be opened` : '';
  print(`${server.url}  (${maps.length === 1 ? maps[0].name : `${maps.length} maps`}${others}; Ctrl-C ends it)`);
  if (argv.open) openBrowser(server.url);
  await follow(argv, find, server);
}

async function serve(maps: Served, { port, host }: Arguments): Promise<ViewServer> {
  try {
    return await serveView(maps, { port, host });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const text = LISTEN_FAULTS[code];
    throw text === undefined ? new Error(message) : new UsageError(`cannot listen on ${host}, port ${port}: ${text}`);
  }
}

const NO_ADDRESS = 'this machine does not have the address; give another --host, or none';
const LISTEN_FAULTS: Record<string, string> = {
  EADDRINUSE: 'the port is in use; give another --port, or none',
  EACCES: 'the port is not permitted; give a --port from 1024 on, or none',
  EADDRNOTAVAIL: NO_ADDRESS,
  ENOTFOUND: NO_ADDRESS,
};

/** Blobs by map, then maps. @throws {UsageError | BlobError} if a file that was named itself cannot be opened */
async function mapsOf(argv: Arguments, refresh: () => Promise<void>): Promise<Served> {
  const groups = new Map<string, ServedMap>();
  const maps: ServedMap[] = [];
  const faults: string[] = [];
  const plain: { map: ServedMap; isNamed: boolean }[] = [];
  /** @param folder that was named, if not the file itself */
  const add = async (file: string, folder: string | undefined) => {
    if (folder !== undefined) await refuseLinkOut(file, folder);
    const blob = await describeBlob(file);
    if (!blob) {
      plain.push({ map: await servedMap(file, argv, refresh), isNamed: folder === undefined });
      return;
    }
    const group = groups.get(blob.key) ?? { name: blob.map, files: [] };
    group.files.push(servedFile(file, folder));
    groups.set(blob.key, group);
  };
  for (const name of argv.files) {
    const world = worldFolder(name);
    const listed = world === undefined ? filesIn(name) : { blobs: [], worlds: [world] };
    maps.push(...listed.worlds.map(servedWorld));
    for (const file of listed.blobs) {
      const isNamed = file === name;
      try {
        await add(file, isNamed ? undefined : name);
      } catch (error) {
        if (isNamed) throw error;
        const fault = describe(error).replace(/^prep: /, '');
        faults.push(fault.includes(file) ? fault : `${file}: ${fault}`);
      }
    }
  }
  maps.push(...groups.values());
  // A map of a folder with its blobs is shown once.
  const baked = new Set(maps.map(({ name }) => name));
  const unbaked = plain.filter(({ map, isNamed }) => isNamed || !baked.has(map.name)).map(({ map }) => map);
  return { maps: withOwnNames([...maps, ...unbaked]), faults };
}

function withOwnNames(maps: readonly ServedMap[]): ServedMap[] {
  const used = new Set<string>();
  return maps.map((map) => {
    const name = unusedName(map.name, (one) => used.has(one));
    used.add(name);
    return { ...map, name };
  });
}

/** Fingerprint and map name of a blob; undefined for a map. @throws {BlobError} if it is damaged */
async function describeBlob(file: string): Promise<{ key: string; map: string } | undefined> {
  const named = /\.prep$/i.test(file);
  const bytes = await (named ? readBlobBytes : readMapFile)(file);
  if (!named && !isBlob(bytes)) return undefined;
  const { fingerprint, metadata } = namingBlobs([file], () => inspectBlob(bytes));
  const map = (metadata[0] as { map?: unknown } | undefined)?.map;
  return { key: fingerprint, map: typeof map === 'string' && map !== '' ? map : basename(file) };
}

function isTile(bytes: Uint8Array): boolean {
  try {
    return readContainer(bytes, decompressor).has(tileInfo);
  } catch {
    return false;
  }
}

function servedWorld(folder: string): ServedMap {
  const tiles = readdirSync(folder).filter(isTileName);
  return {
    name: basename(folder),
    files: [servedFile(join(folder, INDEX_NAME), folder)],
    beside: tiles.sort().map((tile) => servedFile(join(folder, tile), folder, isTile)),
  };
}

/** Names of blobs and maps; and names of files that may be maps, used only in folders without the former. */
const MAPS = new RegExp(`\\.(prep|${SURE_ENDINGS.join('|')})$`, 'i');
const PERHAPS = /\.(csv|txt|png|json)$/i;

/** The blobs and maps of a folder, at any depth, and its worlds; or the file itself. */
function filesIn(name: string): { blobs: string[]; worlds: string[] } {
  if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return { blobs: [name], worlds: [] };
  const all = readdirSync(name, { recursive: true, encoding: 'utf8' }).filter((file) => !/node_modules/.test(file));
  const sure = all.filter((file) => MAPS.test(file));
  const names = sure.length > 0 ? sure : all.filter((file) => PERHAPS.test(file));
  const files = names.sort().map((file) => join(name, file));
  const worlds = new Set(files.filter((file) => basename(file) === INDEX_NAME).map((file) => dirname(file)));
  return { blobs: files.filter((file) => !worlds.has(dirname(file))), worlds: [...worlds] };
}

/** A map as a small blob, because the page reads few formats; without one if only the assistant opens it. */
async function servedMap(file: string, argv: Arguments, refresh: () => Promise<void>): Promise<ServedMap> {
  const name = basename(file);
  const source = await readMapFile(file);
  const key = argv.format !== undefined || isBlob(source) ? undefined : OPTIONS_OF[detectFormat(source, file)];
  const level = levelGiven(argv);
  const configured = async () => (key && CONFIGS.some((one) => existsSync(one)) ? optionsOf(file, key) : {});
  const map = await readNamedMap(file, argv, key && { [key]: await configured() }).catch((error: unknown) => error);
  const walls: ServedWalls | undefined = key && {
    lacksMarks: map instanceof Error || lacksMarks((map as GameMap).warnings),
    map: async () => (await import('../../src/view/walls/served.js')).wallsMap(file, argv.root),
    files: async () => (await import('../../src/view/walls/served.js')).wallsFiles(file, argv.root, level),
    about: async () => ({ key, level, options: await configured() }),
    async save(chosen, write) {
      const { saveOptions } = await import('../../src/pipeline/config/save-options.js');
      const saved = await saveOptions(file, key, chosen, write);
      if (write) await refresh();
      return saved;
    },
  };
  if (map instanceof Error) {
    // The assistant says what the reader asks for.
    if (!argv['choose-walls'] || !(map instanceof MapError) || !walls) throw map;
    await walls.files();
    return { name, files: [], walls };
  }
  const read = map as GameMap;
  const bytes = await writeBlob(read.grid, [], { artifact: PACKED, map: name }, { places: placesOf(read), threads: 1 });
  return { name, files: [{ name: `${name}.prep`, read: async () => bytes }], ...(walls && { walls }) };
}

/** Imported here because the schema library would delay the page. */
const optionsOf = async (file: string, key: keyof FormatOptions) =>
  (await (await import('../../src/pipeline/config/save-options.js')).optionsIn(file, key)).options;

const CONFIGS = ['json', 'mjs', 'js', 'cjs'].map((kind) => `prep.config.${kind}`);

async function writePage({ maps, faults }: Served, out: string): Promise<void> {
  const encode = async ({ name, read }: ServedMap['files'][0]) => ({
    ...{ name, data: Buffer.from(await read()).toString('base64') },
  });
  const encodeAll = (files: ServedMap['files']) => Promise.all(files.map(encode));
  const within = maps.map(async ({ name, files, beside }) => ({
    ...{ name, files: await encodeAll(files), ...(beside && { beside: await encodeAll(beside) }) },
  }));
  await writeFile(out, viewPage({ maps: await Promise.all(within), faults, live: false }));
}

async function follow({ files }: Arguments, find: () => Promise<Served>, server: ViewServer): Promise<void> {
  let known = await stampsOf(files.flatMap(safely));
  for (;;) {
    await setTimeout(LOOK_MS);
    const now = await stampsOf(files.flatMap(safely));
    if (now === known) continue;
    known = now;
    // Files may be missing in the middle of a build; the next check shows them.
    const maps = await find().catch(() => undefined);
    if (maps && maps.maps.length > 0) server.changed(maps);
  }
}

function safely(name: string): string[] {
  try {
    const { blobs, worlds } = filesIn(name);
    return [...blobs, ...worlds.map((folder) => join(folder, INDEX_NAME))];
  } catch {
    return [];
  }
}

function openBrowser(url: string): void {
  const commands: Record<string, string[]> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  // Windows looks for the program in the child's folder first: not in that of the maps.
  const cwd = dirname(process.execPath);
  const child = spawn(command, [...args, url], { cwd, stdio: 'ignore', detached: true });
  child.on('error', () => warn('prep: no browser was found to open; the address above is the page'));
  child.unref();
}
