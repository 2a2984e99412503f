/** `examples/topdown` as a user has copied it: with the packed package, in a browser, checked frame by frame. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

/** Whether npm reaches a registry: an installation takes the packages that this one depends on from there. */
export const online =
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore' }).status === 0;

/**
 * Begins a game with a template, as `npx gridprep init --template` does, and installs it with the package as it would be published.
 * @param folder that is not there yet
 * @returns what the command prints
 */
export function installTemplate(folder: string, template: string): string {
  const tool = `${folder}.tool`;
  for (const one of [folder, tool]) mkdirSync(one, { recursive: true });
  // Already built: not again while other tests run.
  const pack = ['pack', resolve('.'), '--json', '--ignore-scripts'];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: tool, encoding: 'utf8', stdio: 'pipe' }));
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  run(tool, 'npm', ...install, `./${filename}`);
  const prep = join(tool, 'node_modules/gridprep/dist/cli/prep.js');
  const said = run(folder, process.execPath, prep, 'init', '--template', template);
  run(folder, 'npm', ...install);
  return said;
}

/** @throws the output of a command that fails */
export function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Starts its development server. */
export async function startVite(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const vite: ChildProcess = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--port', '0', '--host', '127.0.0.1'],
    {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  const url = await new Promise<string>((done, failed) => {
    for (const out of [vite.stdout, vite.stderr])
      out?.on('data', (data) => {
        said += data;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
        if (found) done(found);
      });
    vite.on('exit', (code) => failed(new Error(`vite has ended with code ${code}: ${said}`)));
  });
  return {
    url,
    async close() {
      vite.removeAllListeners('exit');
      vite.kill();
      await once(vite, 'exit');
    },
  };
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.png': 'image/png' };

/** Files below an address, and no more than that: no header, no other page for what is missing. @param below of its address, `/games/town/` */
export async function serveFiles(
  folder: string,
  below: string,
): Promise<{ url: string; missing: string[]; server: Server }> {
  const missing: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const file = join(folder, pathname.slice(below.length) || 'index.html');
    if (pathname.startsWith(below) && existsSync(file)) {
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
      return;
    }
    missing.push(url);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`, missing, server };
}

/** Cells of the map that are blocked by a tile, as Tiled's files say it: `y * width + x`. */
export function blockedCells(folder: string): number[] {
  const { layers } = JSON.parse(readFileSync(join(folder, 'map/town.tmj'), 'utf8')) as {
    layers: { data?: number[] }[];
  };
  const { tiles } = JSON.parse(readFileSync(join(folder, 'map/tiles.tsj'), 'utf8')) as {
    tiles: { id: number; properties: { name: string; value: unknown }[] }[];
  };
  const solid = new Set(
    tiles.flatMap(({ id, properties }) => (properties.some(({ name }) => name === 'solid') ? [id + 1] : [])),
  );
  return [...new Set(layers.flatMap(({ data = [] }) => data.flatMap((tile, i) => (solid.has(tile) ? [i] : []))))];
}

interface Nav {
  version: number;
  size: number;
  width: number;
  height: number;
  isOpen(x: number, y: number): boolean;
  findPath(x0: number, y0: number, x1: number, y1: number): FoundPath | null;
}
interface FoundPath {
  cost: number;
  cells: ArrayLike<number>;
}
interface Unit {
  x: number;
  y: number;
  way: number[];
  asks: boolean;
}

/** State that the example leaves in the console. */
export interface Town {
  game: {
    map: { fingerprint: string; doors: { name: string; cells: number[] }[] };
    kinds: {
      nav: Nav;
      units: Unit[];
      queue: { statistics: { answered: number; longestWait: number } };
      pool: {
        shared: boolean;
        version: number;
        findPaths(pairs: number[]): Promise<((FoundPath & { version: number }) | null)[]>;
      };
    }[];
    closing: Set<string>;
    pathMs: number;
  };
  toggle(name: string): void;
  requestAnimationFrame(done: (value: number) => void): void;
  document: { querySelector(name: string): { dispatchEvent(event: object): void } };
  MouseEvent: new (type: string, at: object) => object;
}

/** What {@link watch} has seen. */
export interface Seen {
  /** Milliseconds from frame to frame, and of paths in each. */
  frames: number[];
  paths: number[];
  /** The first of those that were in a closed cell, and how many squares were looked at. */
  faults: string[];
  looks: number;
  /** Doors that were opened or closed; edits that came of it. */
  toggled: number;
  edits: number;
  /** Answers of both queues. */
  queued: number;
  /** How many never had a way, though they were waited for. */
  forgotten: number;
}

/**
 * Looks at every walker in every frame: does any cell below its square lie in a wall of the map's file, or in a door that is closed? Opens and closes doors
 * meanwhile, and sends everybody to one place.
 * @param every frames from one door to the next
 */
export function watch(page: Page, frames: number, blocked: number[], every: number): Promise<Seen> {
  return page.evaluate(
    async ({ frames, blocked, every }) => {
      const { game, toggle, requestAnimationFrame, document, MouseEvent } = globalThis as unknown as Town;
      const walls = new Set(blocked);
      const walked = new Set<object>();
      const seen = {
        frames: [],
        paths: [],
        faults: [],
        looks: 0,
        toggled: 0,
        edits: 0,
        queued: 0,
        forgotten: 0,
      } as Seen;
      const versions = () => game.kinds.reduce((sum, { nav }) => sum + nav.version, 0);
      const answers = () => game.kinds.reduce((sum, { queue }) => sum + queue.statistics.answered, 0);
      let before = [versions(), answers()];
      /** Continues the count where a saved map has restarted. */
      const count = () => {
        const now = [versions(), answers()];
        seen.edits += Math.max(0, now[0] - before[0]);
        seen.queued += Math.max(0, now[1] - before[1]);
        before = now;
      };
      const look = (nav: Nav, { x, y }: Unit) => {
        const [{ nav: ground }] = game.kinds;
        seen.looks++;
        // Where it stands exactly on an edge, the last bits may be beyond it.
        const half = nav.size / 2 - 1e-6;
        const [left, top, right, bottom] = [x - half, y - half, x + half, y + half];
        for (let j = Math.floor(top); j < bottom; j++)
          for (let i = Math.floor(left); i < right; i++)
            if (walls.has(j * nav.width + i) || !ground.isOpen(i, j))
              seen.faults.push(`size ${nav.size} at ${x}, ${y}: cell ${i}, ${j}`);
      };
      const next = () => new Promise<number>((done) => requestAnimationFrame(done));
      const waiting = () => game.kinds.flatMap(({ units }) => units.filter((unit) => !walked.has(unit))).length;
      let last = await next();
      // Somebody may still wait for a first way, on a slow machine.
      for (let f = 0; f < frames || (f < frames + 3600 && waiting() > 0); f++) {
        if (every > 0 && f < frames && f % every === 0) {
          toggle(game.map.doors[((7 * seen.toggled++) % 11) % game.map.doors.length].name);
          if (seen.toggled % 8 === 0)
            document.querySelector('canvas').dispatchEvent(new MouseEvent('click', { clientX: 500, clientY: 300 }));
        }
        const now = await next();
        seen.frames.push(now - last);
        last = now;
        seen.paths.push(game.pathMs);
        count();
        for (const { nav, units } of game.kinds) {
          for (const unit of units) {
            look(nav, unit);
            if (unit.way.length > 0) walked.add(unit);
          }
        }
      }
      seen.faults.splice(5);
      seen.forgotten = waiting();
      return seen;
    },
    { frames, blocked, every },
  );
}

/** Asks threads and the page itself the same, of both kinds, before and after an edit. @returns what differs; how many paths there were */
export function compareThreads(
  page: Page,
  count: number,
): Promise<{ differ: string[]; paths: number; shared: boolean[] }> {
  return page.evaluate(async (count) => {
    const { game, toggle } = globalThis as unknown as Town;
    const differ: string[] = [];
    let paths = 0;
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (const round of [0, 1, 2]) {
      if (round > 0) toggle(game.map.doors[round].name);
      for (const { nav, pool } of game.kinds) {
        const pairs = Array.from({ length: 4 * count }, (_, i) => random(i % 2 ? nav.height : nav.width));
        const pending = pool.findPaths(pairs);
        // Queries are answered on the current map.
        const [version, own] = [
          pool.version,
          Array.from({ length: count }, (_, i) =>
            nav.findPath(pairs[4 * i], pairs[4 * i + 1], pairs[4 * i + 2], pairs[4 * i + 3]),
          ),
        ];
        for (const [i, path] of (await pending).entries()) {
          paths += path ? 1 : 0;
          const [here, there] = [own[i], path].map((one) => one && `${one.cost} ${Array.from(one.cells)}`);
          if (here !== there || (path && path.version !== version))
            differ.push(`${pairs.slice(4 * i, 4 * i + 4)}: ${here}, ${there}`);
        }
      }
    }
    return { differ: differ.slice(0, 3), paths, shared: game.kinds.map(({ pool }) => pool.shared) };
  }, count);
}
