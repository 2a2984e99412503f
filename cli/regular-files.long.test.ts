/** Files that are not regular block no command; if one hangs, the process still ends. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compiled } from '../test/compiled.js';
import { PREP, temporaryFolder } from '../test/prep.js';

interface Ended {
  code: number | null;
  signal: string | null;
  stderr: string;
}

/** Runs a command in a separate process; one that hangs is killed and has no code. */
function run(folder: string, argv: string[], preload: string[] = []): Promise<Ended> {
  compiled();
  return new Promise((done) => {
    const options = { cwd: folder, timeout: 30_000, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [...preload, resolve(PREP), ...argv], options, (_, __, stderr) =>
      done({ code: child.exitCode, signal: child.signalCode, stderr }),
    );
  });
}

const fifo = (file: string) => execFileSync('mkfifo', [file]);

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'));
  writeFileSync(join(folder, 'maps/a.map'), 'type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n');
  writeFileSync(
    join(folder, 'prep.config.json'),
    '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{}}}],"outDir":"out"}',
  );
  return folder;
}

async function listening(path: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(path, done));
  return server;
}

describe.skipIf(process.platform === 'win32')('a map that is no regular file', () => {
  it('is refused in one line', async () => {
    const folder = project();
    fifo(join(folder, 'fifo.map'));
    mkdirSync(join(folder, 'folder.map'));
    const server = await listening(join(folder, 'socket.map'));
    const said: Record<string, string> = {
      'fifo.map': 'it is a FIFO; expected a regular file',
      'socket.map': 'it is a socket; expected a regular file',
      '/dev/zero': 'it is a device; expected a regular file',
      'folder.map':
        'no map in this folder, no .map, .tmj, .tmx, .ldtk, .pgm, .dd2vtt, .uvtt, .df2vtt, PNG, CSV, text or JSON',
    };
    await Promise.all(
      Object.entries(said).map(async ([file, text]) =>
        expect(await run(folder, ['jps', file])).toEqual({ code: 2, signal: null, stderr: `prep: ${file}: ${text}\n` }),
      ),
    );
    server.close();
  });

  it('is refused in one line if it is too large to read', async () => {
    const folder = project();
    for (const name of ['b.prep', 'costs.json']) {
      writeFileSync(join(folder, name), '');
      truncateSync(join(folder, name), 3 * 2 ** 30);
    }
    const large = `it has ${3 * 2 ** 30} bytes, allowed are ${2 ** 27}`;
    const zeros = 'unusable blob: magic is 0000000000000000, expected 89505245500d0a1a; check its path or address';
    for (const [file, fault, ...argv] of [
      ['b.prep', zeros, 'inspect', 'b.prep'],
      ['b.prep', zeros, 'view', 'b.prep', '-o', 'a.html'],
      ['costs.json', large, 'jps', 'maps/a.map', '--costs', 'costs.json'],
      ['costs.json', large, 'lint', 'maps/a.map', '--allow', 'costs.json'],
    ] as const) {
      const stderr = `prep: ${file}: ${fault}\n`;
      expect(await run(folder, [...argv])).toEqual({ code: 2, signal: null, stderr });
    }
  });

  it('is no config; a pipe of the shell is one', async () => {
    const folder = project();
    const config = readFileSync(join(folder, 'prep.config.json'));
    rmSync(join(folder, 'prep.config.json'));
    fifo(join(folder, 'prep.config.json'));
    const text = 'prep: prep.config.json: it is a FIFO; expected a regular file\n';
    expect(await run(folder, ['build'])).toEqual({ code: 2, signal: null, stderr: text });
    const zero = 'prep: /dev/zero: it is a device; expected a regular file\n';
    expect(await run(folder, ['build', '/dev/zero'])).toEqual({ code: 2, signal: null, stderr: zero });
    fifo(join(folder, 'pipe'));
    const built = run(folder, ['build', 'pipe']);
    writeFileSync(join(folder, 'pipe'), config);
    expect(await built).toEqual({ code: 0, signal: null, stderr: '' });
  });

  it('is not read as a tileset', async () => {
    const folder = temporaryFolder();
    cpSync('fixtures/inputs', folder, { recursive: true });
    const [tileset] = readdirSync(join(folder, 'tiles')).filter((name) => /\.ts[jx]$/.test(name));
    rmSync(join(folder, 'tiles', tileset));
    fifo(join(folder, 'tiles', tileset));
    const { code, stderr } = await run(folder, ['jps', 'village.tmj']);
    // Its layers mark walls, so that the map is read without it.
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^prep: village\.tmj: tileset "tiles\/.+" cannot be read: it is a FIFO; expected a regular file; its tiles are read as if they had no properties\n$/,
      ),
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a cache whose entries are no regular files', () => {
  it('counts them as missing, and writes them again', async () => {
    const folder = project();
    const build = () => run(folder, ['build', '--cache', 'cache']);
    expect((await build()).code).toBe(0);
    const entries = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /[0-9a-f]{64}$/.test(file),
    );
    // A small result lies in its entry.
    expect(entries).toHaveLength(1);
    for (const entry of entries) {
      rmSync(join(folder, 'cache', entry));
      fifo(join(folder, 'cache', entry));
    }
    rmSync(join(folder, 'out'), { recursive: true });
    const { code, stderr } = await build();
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^prep: cache cache: ac\/[0-9a-f]{64}: it is a FIFO; expected a regular file; it counts as missing/,
      ),
    ]);
    rmSync(join(folder, 'out'), { recursive: true });
    expect(await build()).toEqual({ code: 0, signal: null, stderr: '' });
  });
});

describe.skipIf(process.platform === 'win32')('a process', () => {
  it('ends after its work although a file does not answer', async () => {
    const folder = project();
    fifo(join(folder, 'hangs'));
    const open = `import { open } from 'node:fs'; import { isMainThread } from 'node:worker_threads'; if (isMainThread) open(${JSON.stringify(join(folder, 'hangs'))}, 'r', () => {});`;
    const { signal, stderr } = await run(
      folder,
      ['build', '--quiet'],
      ['--import', `data:text/javascript,${encodeURIComponent(open)}`],
    );
    expect([signal, stderr]).toEqual([
      'SIGKILL',
      'prep: a file or folder does not answer; the process is killed, its work is done\n',
    ]);
    expect(existsSync(join(folder, 'out/a.jps.prep'))).toBe(true);
  });

  it.each([
    ['SIGTERM', 'jps', 'a.json'],
    ['SIGTERM', 'estimate', 'a.json'],
    ['SIGINT', 'inspect', 'a.json'],
    ['SIGINT', 'verify', '--map', 'a.json', 'a.jps.prep'],
  ] as [NodeJS.Signals, ...string[]][])(
    'ends at %s while it reads a map that takes long: %s',
    async (signal, ...argv) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'a.json'), '{"gridprep":"cells","rows":["..",".."]}');
      await run(folder, ['jps', 'a.json', '-d', '.']);
      // Reads for ever; its first line says that it has begun.
      const endless =
        'const parse = JSON.parse; JSON.parse = (text) => {' +
        '  if (!String(text).includes("rows")) return parse(text);' +
        '  process._rawDebug("reads"); for (;;); };';
      const preload = ['--import', `data:text/javascript,${encodeURIComponent(endless)}`];
      const child = spawn(process.execPath, [...preload, resolve(PREP), ...argv], { cwd: folder });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stderr, 'data');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([null, signal]);
    },
  );

  it.each([
    ['inspect', 'a.jps.prep'],
    ['verify', 'a.jps.prep'],
    ['query', 'a.jps.prep', '--from', '0,0', '--to', '1,1'],
  ])('ends at a signal while it is busy with a blob: %s', async (...argv) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.json'), '{"gridprep":"map","width":2,"height":2,"cells":[[1,1],[1,1]]}');
    await run(folder, ['jps', 'a.json', '-d', '.']);
    // Looks at a blob for ever; its first line says that it has begun.
    const endless =
      'const is = Uint8Array.prototype.subarray; Uint8Array.prototype.subarray = function (...range) {' +
      '  if (this[0] !== 0x89 || this[1] !== 0x50) return is.apply(this, range);' +
      '  process._rawDebug("looks"); for (;;); };';
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(endless)}`];
    const child = spawn(process.execPath, [...preload, resolve(PREP), ...argv], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('ends immediately at the second signal, whatever the first one waits for', async () => {
    const folder = project();
    // A Redis that never answers.
    const server = createServer().listen(0, '127.0.0.1');
    const connected = once(server, 'connection');
    await once(server, 'listening');
    const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
    compiled();
    const child = spawn(process.execPath, [resolve(PREP), 'build', '--cache', url], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((done) => child.on('exit', (code, signal) => done([code, signal])));
    await connected;
    child.kill('SIGTERM');
    // A second signal within a moment is the same one, passed on by npm for example.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 400);
    expect(await ended).toEqual([null, 'SIGTERM']);
    server.close();
  });
});
