/** Which test files may notice a change of some source files, nearest first. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Take long, look at sizes and at the code itself, or play whole games. */
const LEFT_OUT =
  /\.long\.test\.ts$|bundle\.test|size\.test|^test\/|^tools\/|readme\.test|guide\.test|browser\.test|frames\.test|types\.test/;
/** Rooms whose promises other rooms' tests hold, too, by their names. */
const ELSEWHERE: Record<string, RegExp> = {
  'src/core/bounds': /^src\/lab\/engines\/bounds\.test/,
  'src/core/search': /^src\/lab\/engines\/trace\.test/,
  'src/core/priced': /^src\/pipeline\/prove\/priced\.test/,
  'src/core/hpa': /^src\/core\/runtime\/cache\.test/,
  'src/pipeline/build': /^cli\/commands\/build\.test|^src\/pipeline\/config\/maps\.test/,
  'src/pipeline/prove': /^cli\/commands\/verify\.test/,
  'src/pipeline/fleet': /^cli\/commands\/worker|^src\/pipeline\/cache\//,
  'cli/shared': /^cli\/commands\/(recorded|help)\.test/,
  'src/core/maps': /^cli\/map\.test|^cli\/shared\/maps/,
  'src/core/artifacts': /^src\/core\/blob\/(agents|pack)\.test/,
};
/** Tests of a room run beside what they prove. */
const SOURCES = ['src', 'cli', 'test'];

/**
 * @param files that change
 * @returns test files of their rooms, and others that import them, even indirectly; each list with the nearest first
 */
export function testsOf(files: string[]): { always: string[]; related: string[] } {
  const importers = importersOfAll();
  const distance = new Map<string, number>(files.map((file) => [file, 0]));
  const queue = [...files];
  for (const file of queue) {
    for (const importer of importers.get(file) ?? []) {
      if (distance.has(importer)) continue;
      distance.set(importer, (distance.get(file) ?? 0) + 1);
      queue.push(importer);
    }
  }
  const rooms = new Set(files.map((file) => roomOf(file)));
  const tests = allFiles().filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file));
  const near = (file: string) => distance.get(file) ?? Infinity;
  const byDistance = (a: string, b: string) =>
    near(a) === near(b) ? statSync(a).size - statSync(b).size : near(a) < near(b) ? -1 : 1;
  // Of a room without tests those that import what imports it.
  const isBare = !tests.some((file) => rooms.has(roomOf(file)));
  const isOwn = (file: string) =>
    rooms.has(roomOf(file)) || (isBare && near(file) <= 2) || [...rooms].some((room) => isFor(file, room));
  const always = tests.filter(isOwn);
  const related = tests.filter((file) => !isOwn(file) && distance.has(file));
  return { always: always.sort(byDistance), related: related.sort(byDistance) };
}

/** A test of the runtime is named after the room that answers there. */
function isFor(file: string, room: string): boolean {
  return file.startsWith(`src/core/runtime/${basename(room)}`) || ELSEWHERE[room]?.test(file) === true;
}

/** `src/core/hpa` of all its files, `src/world` of a wing without rooms, `cli/commands` of a command. */
export function roomOf(file: string): string {
  const parts = dirname(file).split('/');
  return parts.slice(0, /^src\/(core|play|lab|pipeline)\//.test(file) ? 3 : 2).join('/');
}

/** The files that import each file. A test of a command imports the command, although it runs it. */
function importersOfAll(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const add = (file: string, importer: string) => importers.set(file, [...(importers.get(file) ?? []), importer]);
  for (const file of allFiles()) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+)\.js'/g)) {
      const target = `${join(dirname(file), name)}.ts`;
      if (existsSync(target)) add(target, file);
    }
    if (/^cli\/.*\.test\.ts$/.test(file)) {
      const command = `cli/commands/${basename(file, '.test.ts')}.ts`;
      for (const one of existsSync(command) ? [command] : ['cli/main.ts']) add(one, file);
    }
    // A thread is named by its file.
    if (/\.worker\.ts$/.test(file))
      for (const other of allFiles())
        if (readFileSync(other, 'utf8').includes(`/${basename(file, '.worker.ts')}'`)) add(file, other);
  }
  return importers;
}

let listed: string[] | undefined;

function allFiles(): string[] {
  listed ??= SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
  );
  return listed;
}
