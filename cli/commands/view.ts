/** `prep view`: a page to look at maps and blobs, served to this machine alone, or as one file. */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Argv } from 'yargs';
import { inspectBlob } from '../../src/artifacts/inspect.js';
import { isBlob } from '../../src/blob/pack.js';
import { writeFileAtomic } from '../../src/files/atomic.js';
import { mapJson } from '../../src/maps/draw.js';
import { placesOf } from '../../src/maps/read-map.js';
import { viewPage } from '../../src/view/html.js';
import { isLoopback, type ServedMap, servedFile, serveView, type ViewServer } from '../../src/view/server.js';
import type { Values } from '../shared/command.js';
import { UsageError } from '../shared/errors.js';
import { namingBlobs, readInput } from '../shared/input.js';
import { mapOptions } from '../shared/map-options.js';
import { readMapFile, readNamedMap } from '../shared/maps.js';
import { bakeOptions, size, wholeNumber } from '../shared/options.js';
import { print, warn } from '../shared/output.js';

/** How often is looked whether a file has changed. */
const LOOK_MS = 300;

export const builder = (yargs: Argv) =>
  yargs
    .positional('files', { type: 'string', array: true, default: [], describe: 'Blobs, folders of blobs, or maps of any kind' })
    .options({
      'out-file': {
        alias: 'o',
        type: 'string',
        requiresArg: true,
        describe: 'Write the page with everything in it to one file that works offline',
      },
      port: { type: 'number', default: 0, requiresArg: true, describe: 'Port to serve on; 0 for any that is free' },
      host: {
        type: 'string',
        default: '127.0.0.1',
        requiresArg: true,
        describe: 'Address to serve on; others than that of this machine are open to the network',
      },
      open: { type: 'boolean', default: true, describe: 'Open the page in a browser; --no-open does not' },
      costs: { type: 'string', requiresArg: true, describe: 'Of a map: JSON file, cost by letter, or rows of costs' },
      terrain: bakeOptions.terrain,
      ...mapOptions,
    })
    .example('$0 view out/arena.jps.prep out/arena.bounds.prep', 'walls, jump points, goal boxes, every engine on a query')
    .example('$0 view out', 'all maps of a folder; what a build writes there is shown at once')
    .example('$0 view out/arena.prep -o arena.html', 'one file to send to somebody')
    .epilogue(
      'Serves nothing but the named files, and to this machine alone. Ctrl-C ends it.\n\nExit code: 0 done; 1 the page cannot be served; 2 wrong usage or bad input.',
    );

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  wholeNumber('port', argv.port, 0, 65535);
  if (argv.files.length === 0) throw new UsageError('nothing to look at; name blobs, a folder of them, or a map');
  const find = () => mapsOf(argv);
  const maps = await find();
  if (maps.length === 0) throw new UsageError(`${argv.files.join(', ')}: no blob in this folder; bake one first: prep jps MAP`);
  if (argv['out-file'] !== undefined) return writePage(maps, argv['out-file']);
  if (!isLoopback(argv.host)) warn(`prep: ${argv.host} is open to the network: whoever reaches this machine can read the named files`);
  const server = await serve(maps, argv);
  print(`${server.url}  (${maps.length === 1 ? maps[0].name : `${maps.length} maps`}; Ctrl-C ends it)`);
  if (argv.open) openBrowser(server.url);
  await follow(argv, find, server);
}

async function serve(maps: ServedMap[], { port, host }: Arguments): Promise<ViewServer> {
  try {
    return await serveView(maps, { port, host });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`--port ${port} is taken; give another one, or none`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new UsageError(`--host ${host} is no address of this machine`);
    if (code === 'EACCES') throw new UsageError(`--port ${port} is not permitted; give one from 1024 on, or none`);
    throw new Error(message);
  }
}

/** Blobs by map, in the order in which they are named, then maps. */
async function mapsOf(argv: Arguments): Promise<ServedMap[]> {
  const groups = new Map<string, { name: string; files: string[] }>();
  const plain: ServedMap[] = [];
  for (const file of argv.files.flatMap(filesOf)) {
    const named = /\.prep$/i.test(file);
    const bytes = await (named ? readInput : readMapFile)(file);
    if (!named && !isBlob(bytes)) {
      plain.push(await servedMap(file, argv));
      continue;
    }
    const { fingerprint, metadata } = namingBlobs([file], () => inspectBlob(bytes));
    const map = (metadata[0] as { map?: unknown } | undefined)?.map;
    const group = groups.get(fingerprint) ?? { name: typeof map === 'string' && map !== '' ? map : basename(file), files: [] };
    group.files.push(file);
    groups.set(fingerprint, group);
  }
  const taken = new Set<string>();
  const blobs = [...groups.values()].map(({ name, files }) => {
    let own = name;
    for (let i = 2; taken.has(own); i++) own = `${name} (${i})`;
    taken.add(own);
    return { name: own, files: files.map(servedFile) };
  });
  return [...blobs, ...plain];
}

/** The blobs of a folder, at any depth, or the file itself. */
function filesOf(name: string): string[] {
  if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name];
  const found = readdirSync(name, { recursive: true, encoding: 'utf8' }).filter((file) => /\.prep$/i.test(file));
  return found.sort().map((file) => join(name, file));
}

/** A map, read here: a browser reads few kinds. */
async function servedMap(file: string, argv: Arguments): Promise<ServedMap> {
  const map = await readNamedMap(file, argv);
  const bytes = Buffer.from(mapJson(map.grid, placesOf(map)));
  return { name: basename(file), files: [{ name: `${basename(file)}.json`, read: async () => bytes }] };
}

async function writePage(maps: ServedMap[], out: string): Promise<void> {
  const inside = await Promise.all(
    maps.map(async ({ name, files }) => ({
      name,
      files: await Promise.all(files.map(async (file) => ({ name: file.name, data: Buffer.from(await file.read()).toString('base64') }))),
    })),
  );
  const page = Buffer.from(viewPage({ maps: inside, live: false }));
  await writeFileAtomic(out, page);
  print(`wrote ${out} (${size(page.length)})`);
}

/** Tells the page of files that are written, added or removed, until the command is ended. */
async function follow({ files }: Arguments, find: () => Promise<ServedMap[]>, server: ViewServer): Promise<void> {
  const stateNow = () =>
    files
      .flatMap(safely)
      .map((file) => {
        const found = statSync(file, { throwIfNoEntry: false });
        return `${file} ${found?.mtimeMs} ${found?.size} ${found?.ino}`;
      })
      .join('\n');
  let known = stateNow();
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    const now = stateNow();
    if (now === known) continue;
    known = now;
    // In the middle of a build something may be missing for a moment: what is there next time is shown then.
    const maps = await find().catch(() => undefined);
    if (maps && maps.length > 0) server.changed(maps);
  }
}

/** A folder that is gone for the moment has no files. */
function safely(name: string): string[] {
  try {
    return filesOf(name);
  } catch {
    return [];
  }
}

/** The system's own way to open an address; where there is none, the printed line is enough. */
function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => warn('prep: no browser was found to open; the address above is the page'));
  child.unref();
}
