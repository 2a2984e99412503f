/** A copy of the example server with the packed package, with honest and hostile clients, and Ctrl-C. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from '../src/runtime/load-all.js';
import { haveBrowser, launchBrowser } from './browser.js';
import { random } from './grids.js';
import { makeTemporaryFolder } from './prep.js';
import { installTemplate, online, run } from './topdown.js';

interface Reply {
  id?: number | string;
  error?: string;
  refused?: number;
  cost?: number | null;
  waypoints?: number[];
  unit?: number;
  x?: number;
  y?: number;
  units?: [number, number, number][];
}
interface Socket extends NodeJS.EventEmitter {
  send(data: string | Uint8Array): void;
  close(): void;
}
interface Result {
  asked: number;
  answered: number;
  refused: number;
  lost: number;
  rate: number;
}

/** A client that keeps what it hears. */
interface Client {
  socket: Socket;
  heard: Reply[];
  /** The reply that fits, heard already or not. */
  hear(fits: (reply: Reply) => boolean): Promise<Reply>;
  closed: Promise<unknown[]>;
}

describe.skipIf(!online)('the example server', () => {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary, 'server');
  let server: ChildProcess;
  let lines: string[];
  let url: string;
  let bytes: Uint8Array;
  let nav: ReturnType<typeof load>;

  /** Starts a program of the example. @returns it, and its lines as they come */
  async function start(...argv: string[]): Promise<[ChildProcess, string[]]> {
    // Few enough questions that the slowest machine answers them before its clients stop waiting.
    const env = { ...process.env, PORT: '0', THREADS: '2', SECONDS: '1', RATE: '500' };
    const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const said: string[] = [];
    const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    reader.on('line', (line) => said.push(line));
    await once(reader, 'line');
    return [child, said];
  }

  beforeAll(async () => {
    expect(installTemplate(folder, 'server')).toContain('npm start');
    run(folder, 'npm', 'run', 'bake');
    bytes = readFileSync(join(folder, 'out/caves.prep'));
    nav = load(bytes);
    [server, lines] = await start('server.js');
    url = lines[0].split(': ')[0];
  });
  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(temporary, { recursive: true });
  });

  async function join100(): Promise<(address: string, blob: Uint8Array, options: object) => Promise<Result>> {
    return (await import(pathToFileURL(join(folder, 'clients.js')).href)).runClients;
  }

  async function connect(): Promise<Client> {
    const { WebSocket } = createRequire(join(folder, 'game.js'))('ws') as {
      WebSocket: new (address: string) => Socket;
    };
    const socket = new WebSocket(url);
    const heard: Reply[] = [];
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      heard.push(...JSON.parse(String(data)));
      socket.emit('heard');
    });
    await once(socket, 'open');
    const hear = async (fits: (reply: Reply) => boolean) => {
      for (;;) {
        const found = heard.find(fits);
        if (found) return found;
        await once(socket, 'heard');
      }
    };
    return { socket, heard, hear, closed };
  }

  /** Asks for paths between cells at random, and compares every answer with one of this process. */
  async function askRightly(client: Client, seed: number, count: number): Promise<number> {
    const next = random(seed);
    const cell = () => [Math.floor(next() * nav.width), Math.floor(next() * nav.height)] as const;
    let paths = 0;
    for (let id = 1000 * seed; id < 1000 * seed + count; id++) {
      const query = [...cell(), ...cell()] as const;
      client.socket.send(JSON.stringify({ id, path: query }));
      const own = nav.findPath(...query);
      const expected = own ? { id, cost: own.cost, waypoints: [...own.waypoints] } : { id, cost: null };
      expect(await client.hear((reply) => reply.id === id)).toEqual(expected);
      if (own) paths++;
    }
    return paths;
  }

  it('says what it serves, and answers as the map does in this process', async () => {
    expect(lines[0]).toMatch(
      /^ws:\/\/127\.0\.0\.1:\d+: 256 x 256 cells, engine (jps\+bounds|ch), 2 threads; its page is http:\/\/127\.0\.0\.1:\d+$/,
    );
    const client = await connect();
    expect(await client.hear(({ unit }) => unit !== undefined)).toMatchObject({
      width: 256,
      height: 256,
      fingerprint: nav.fingerprint,
    });
    expect(await askRightly(client, 1, 300)).toBeGreaterThan(100);
    client.socket.close();
  });

  it.skipIf(!haveBrowser)('has a page that shows the map, and sends its own unit by clicks and keys', async () => {
    const address = url.replace('ws:', 'http:');
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      const sent: string[] = [];
      page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
      await page.goto(address);
      const status = page.locator('footer');
      await expect
        .poll(() => status.textContent())
        .toMatch(/^You are unit \d+\. Click where it should go, or press an arrow key\.$/);
      const { rows } = (await (await fetch(`${address}/map`)).json()) as { rows: string[] };
      expect(rows).toEqual(
        Array.from({ length: nav.height }, (_, y) =>
          Array.from({ length: nav.width }, (_, x) => (nav.isOpen(x, y) ? '.' : '#')).join(''),
        ),
      );
      const box = await page.locator('canvas').boundingBox();
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await expect.poll(() => status.textContent()).toMatch(/^(\d+\.\d steps, answered in |No way leads there)/);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => sent.map((text) => JSON.parse(text).id)).toEqual([1, 2]);
      expect(faults.filter((text) => !text.includes('favicon'))).toEqual([]);
    } finally {
      await browser.close();
    }
    expect([(await fetch(`${address}/server.js`)).status, (await fetch(address, { method: 'POST' })).status]).toEqual([
      404, 404,
    ]);
    const elsewhere = await new Promise<number | undefined>((done) =>
      get(address, { headers: { Host: 'game.example.com' } }, (response) => done(response.resume().statusCode)),
    );
    expect(elsewhere).toBe(404);
  });

  it('walks a unit along its path, where everybody sees it, and no client can put it elsewhere', async () => {
    const [client, other] = await Promise.all([connect(), connect()]);
    const { unit = 0, x = 0, y = 0 } = await client.hear((reply) => reply.unit !== undefined);
    const near = Array.from({ length: 200 }, (_, i) => [x - 7 + (i % 15), y - 6 + Math.floor(i / 15)] as const);
    const way = near
      .filter(([gx, gy]) => gx >= 0 && gy >= 0 && gx < 256 && gy < 256)
      .map((goal) => nav.findPath(x, y, ...goal));
    const path = way.reduce(
      (a, b) => ((b?.cells.length ?? 0) > (a?.cells.length ?? 0) && (b?.cells.length ?? 0) < 60 ? b : a),
      null,
    );
    const cells = [...(path?.cells ?? [])];
    expect(cells.length).toBeGreaterThan(2);
    client.socket.send(JSON.stringify({ id: 1, move: cells.slice(-2) }));
    expect(await client.hear(({ id }) => id === 1)).toMatchObject({ cost: path?.cost });
    const [gx, gy] = cells.slice(-2);
    await other.hear(({ units }) => units?.some(([n, ux, uy]) => n === unit && ux === gx && uy === gy) ?? false);
    const seen = other.heard
      .flatMap(({ units }) => units?.filter(([n]) => n === unit) ?? [])
      .flatMap(([, ux, uy]) => [ux, uy]);
    expect(seen).toEqual(cells.slice(2));
    client.socket.close();
    other.socket.close();
  });

  const FORM = 'expected JSON: {"id":1,"path":[x0,y0,x1,y1]} or {"id":1,"move":[x,y]}, or a list of these';
  const cells = (count: number) => `expected ${count} whole numbers, x and y by turns, on a map of 256 x 256 cells`;
  it.each([
    ['not JSON', '{"id":1,', { error: FORM }],
    ['no object', '1', { error: FORM }],
    ['no object in a list', '[1]', { error: FORM }],
    ['a list that is too long', `[${'1,'.repeat(200)}1]`, { error: FORM }],
    ['a list in a list', '[[{"id":7,"path":[1,1,2,2]}]]', { error: FORM }],
    ['null', 'null', { error: FORM }],
    ['no question', '{"id":7}', { id: 7, error: FORM }],
    ['no id', '{"path":[1,1,2,2]}', { error: FORM }],
    ['an id that is an object', '{"id":{},"path":[1,1,2,2]}', { error: FORM }],
    ['bytes', Uint8Array.of(1, 2, 3), { error: FORM }],
    ['cells beyond the map', '{"id":7,"path":[0,0,256,1]}', { id: 7, error: cells(4) }],
    ['negative cells', '{"id":7,"move":[-1,3]}', { id: 7, error: cells(2) }],
    ['half cells', '{"id":7,"path":[0.5,0,1,1]}', { id: 7, error: cells(4) }],
    ['numbers beyond all', '{"id":7,"path":[1e999,0,1,1]}', { id: 7, error: cells(4) }],
    ['too few', '{"id":7,"path":[1]}', { id: 7, error: cells(4) }],
    ['words', '{"id":"a","move":["1","2"]}', { id: 'a', error: cells(2) }],
    ['a trap', '{"id":7,"__proto__":{"path":[1,1,2,2]}}', { id: 7, error: FORM }],
  ])('refuses %s, and answers the same client afterwards', async (_, message, reply) => {
    const [client, other] = await Promise.all([connect(), connect()]);
    client.socket.send(message);
    expect(await client.hear(({ error }) => error !== undefined)).toEqual(reply);
    await askRightly(client, 2, 5);
    await askRightly(other, 3, 5);
    client.socket.close();
    other.socket.close();
  });

  it('lets go who sends too much, while others are answered', async () => {
    const [client, other] = await Promise.all([connect(), connect()]);
    const rest = askRightly(other, 4, 100);
    client.socket.send(`{"id":1,"path":[${'1,'.repeat(500_000)}1]}`);
    expect((await client.closed)[0]).toBe(1009);
    expect(await rest).toBeGreaterThan(20);
    other.socket.close();
  });

  it('answers a client with too many requests after the others', async () => {
    const [flood, other] = await Promise.all([connect(), connect()]);
    for (let id = 0; id < 4000; id++) flood.socket.send(JSON.stringify({ id, path: [0, 0, 255, 255] }));
    await askRightly(other, 5, 5);
    const answers = () => flood.heard.filter(({ id }) => id !== undefined);
    expect(answers().length).toBeLessThan(4000);
    // Two threads answer: the last request is not always the last that is answered.
    await flood.hear(() => answers().length === 4000);
    expect(answers().filter(({ error }) => error)).toEqual([]);
    flood.socket.close();
    other.socket.close();
  });

  it('tells who asks wrongly all the time of one refusal a second, and of how many', async () => {
    const client = await connect();
    for (let id = 0; id < 500; id++) client.socket.send(JSON.stringify({ id }));
    const errors = () => client.heard.filter(({ error }) => error !== undefined);
    await client.hear(() => errors().reduce((sum, { refused = 1 }) => sum + refused, 0) === 500);
    expect(errors()).toEqual([
      { id: 0, error: FORM },
      { id: 499, error: FORM, refused: 499 },
    ]);
    client.socket.close();
  });

  it.each([
    [undefined, 'open'],
    ['http://127.0.0.1', 'Unexpected server response: 403'],
    ['same', 'open'],
    ['https://evil.example.com', 'Unexpected server response: 403'],
    ['null', 'Unexpected server response: 403'],
  ])('asks browsers from which page they connect: %s', async (origin, expected) => {
    const { WebSocket } = createRequire(join(folder, 'game.js'))('ws') as {
      WebSocket: new (address: string, options: object) => Socket;
    };
    const socket = new WebSocket(url, {
      ...(origin && { origin: origin === 'same' ? url.replace('ws:', 'http:') : origin }),
    });
    const [answer] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      new Promise<[string]>((done) => socket.on('error', ({ message }: Error) => done([message]))),
    ]);
    expect(answer).toBe(expected);
    socket.close();
  });

  it('answers every question of 100 clients', async () => {
    const runClients = await join100();
    const { asked, answered, refused, lost } = await runClients(url, bytes, { clients: 100, rate: 500, seconds: 3 });
    expect({ asked, answered, refused, lost }).toEqual({ asked: 1500, answered: 1500, refused: 0, lost: 0 });
  });

  it('ends at Ctrl-C: says goodbye, tells what it did, leaves nothing behind', async () => {
    const client = await connect();
    server.kill('SIGINT');
    expect((await client.closed)[0]).toBe(1001);
    const [code, signal] = await once(server, 'exit');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(lines.at(-1)).toMatch(/^\d+ questions answered, \d+ refused$/);
  });

  it('npm start shows both, and ends at Ctrl-C', async () => {
    const [demo, said] = await start('demo.js');
    while (!said.some((line) => line.startsWith('the server keeps running')))
      await new Promise((done) => setTimeout(done, 100));
    expect(said[1]).toMatch(
      /^\d+ answered, \d+ refused, 0 lost; \d+ a second; milliseconds until the answer: 50 % [\d.]+, 90 % .*, 99\.9 % /,
    );
    demo.kill('SIGINT');
    expect(await once(demo, 'exit')).toEqual([0, null]);
  });
});
