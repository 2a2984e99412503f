/**
 * The server's game: it decides where units are and finds their paths. A message is JSON, one question or a list of them:
 *
 *     { "id": 1, "path": [x0, y0, x1, y1] }  ->  { "id": 1, "cost": 31.4, "waypoints": [x0, y0, ...] }, or { "id": 1, "cost": null }: no way
 *     { "id": 2, "move": [x, y] }            ->  the same, and the client's unit walks there
 *     anything else                          ->  { "error": "..." }, with the id where there is one; at most one a second, with how many were `refused`
 *
 * A client receives lists of such answers. The first contains `{ "unit": 7, "width": ..., ... }`. Ten times a second a list contains
 * `{ "units": [[7, x, y], ...] }`, the units that have moved.
 *
 * A message costs more than a path, both between threads and on the network. So the questions of a few milliseconds go to the threads together, and so do the
 * answers to a client. Each client has its share of a batch. The server reads no more from a client that exceeds it until its questions are answered.
 *
 * `/` serves `page.html`, which shows the map, all units and the client's path; `/map` serves the cells.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { load, navPool, nearestOpen } from 'gridprep/runtime';
import { WebSocketServer } from 'ws';

/** Bytes of a message: a longer one ends its connection before it is read. */
const MOST_BYTES = 4096;
/** Questions of a client that are not yet answered. */
const MOST_PENDING = 200;
/** Questions of a client in a batch, also those of lists: 2000 a second; waiting messages above which the server stops reading. */
const SHARE = 10;
const MOST_WAITING = 50;
/** Milliseconds between two refusals that a client receives. */
const REFUSAL_MS = 1000;
/** Bytes that a client has not taken yet; one that takes nothing is let go. */
const MOST_BUFFERED = 1 << 20;
/** From one batch of questions to the next, and from one step of the units to the next. */
const BATCH_MS = 5;
const STEP_MS = 100;

const FORM = 'expected JSON: {"id":1,"path":[x0,y0,x1,y1]} or {"id":1,"move":[x,y]}, or a list of these';

const PAGE = readFileSync(new URL('page.html', import.meta.url));
/** The page runs only its own script and connects only to this server. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self' ws: wss:",
  'X-Content-Type-Options': 'nosniff',
};

/** A question that cannot be answered, and why. */
class Refusal extends Error {}

/**
 * @param {Uint8Array} bytes a blob of `prep`
 * @param {{ host?: string, port?: number, threads?: number, origins?: string[], hosts?: string[] }} options port 0 for any that is free;
 *   `origins`: further pages that may connect, next to those of this host; `hosts`: further names of this server, such as `game.example.com`, next to
 *   its address and localhost
 */
export async function startGame(bytes, { host = '127.0.0.1', port = 0, threads, origins = [], hosts = [] } = {}) {
  // One copy of the map for all threads; this one asks it what cannot wait.
  const nav = load(bytes, { shared: true });
  const pool = navPool(nav, threads ? { threads } : {});
  const pages = {
    '/': { type: 'text/html; charset=utf-8', body: PAGE },
    '/map': { type: 'application/json', body: cellsOf(nav) },
  };
  // Any page that a user visits can connect; browsers send its origin, other programs send none. With DNS rebinding a page's own name leads to this
  // address, and its origin equals the requested host. So the host must also be a known one.
  const isKnown = (called) => {
    const known = [host, 'localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${http.address().port}`);
    return known.includes(called) || hosts.includes(called);
  };
  const verifyClient = ({ origin, req }, done) => {
    const called = req.headers.host;
    if (!isKnown(called)) return done(false, 403, 'this host is not served');
    done(!origin || origins.includes(origin) || hostOf(origin) === called, 403, 'this origin may not connect');
  };
  const http = createServer((request, response) => {
    const page = isKnown(request.headers.host) && request.method === 'GET' ? pages[request.url] : undefined;
    response.writeHead(page ? 200 : 404, { ...HEADERS, 'Content-Type': page ? page.type : 'text/plain' });
    response.end(page ? page.body : 'not found');
  });
  const server = new WebSocketServer({ server: http, maxPayload: MOST_BYTES, perMessageDeflate: false, verifyClient });
  http.listen(port, host);
  await once(http, 'listening');
  const units = new Map();
  const count = { answered: 0, refused: 0 };
  let joined = 0;

  server.on('connection', (socket) => {
    const [x, y] = nearestOpen(nav, Math.floor(Math.random() * nav.width), Math.floor(Math.random() * nav.height));
    const unit = {
      number: ++joined,
      x,
      y,
      way: [],
      order: 0,
      pending: 0,
      waiting: [],
      asked: [],
      refused: 0,
      refusal: undefined,
      refusedAt: -REFUSAL_MS,
    };
    unit.tell = teller(socket);
    units.set(socket, unit);
    unit.tell(JSON.stringify({ unit: unit.number, x, y, width: nav.width, height: nav.height, fingerprint: nav.fingerprint }));
    socket.on('message', (data, isBinary) => {
      if (unit.waiting.push([data, isBinary]) > MOST_WAITING) socket.pause();
    });
    // A message that is too long, for example: ws has closed the connection by then.
    socket.on('error', () => count.refused++);
    socket.on('close', () => units.delete(socket));
  });

  // The pool sends to its threads together what it is asked together.
  const batches = setInterval(() => {
    for (const [socket, unit] of units) {
      for (let n = 0; n < SHARE && unit.pending < MOST_PENDING; n++) {
        // The rest of a list waits for the next batches. An empty list counts as a question.
        if (unit.asked.length === 0 && unit.waiting.length > 0) unit.asked = parse(...unit.waiting.shift());
        if (unit.asked.length > 0) reply(unit, unit.asked.shift());
      }
      if (socket.isPaused && unit.waiting.length <= MOST_WAITING) socket.resume();
    }
  }, BATCH_MS);

  async function reply(unit, asked) {
    const id = ['number', 'string'].includes(typeof asked?.id) ? asked.id : undefined;
    try {
      unit.tell(JSON.stringify({ id, ...(await answer(unit, id, asked)) }));
      count.answered++;
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      count.refused++;
      unit.refused++;
      unit.refusal = { id, error: error instanceof Refusal ? error.message : 'the server has failed; ask again' };
      tellRefusal(unit);
    }
  }

  /** Sends a client its last refusal and their number, at most once a second. */
  function tellRefusal(unit) {
    if (unit.refused === 0 || performance.now() - unit.refusedAt < REFUSAL_MS) return;
    unit.tell(JSON.stringify(unit.refused > 1 ? { ...unit.refusal, refused: unit.refused } : unit.refusal));
    unit.refused = 0;
    unit.refusedAt = performance.now();
  }

  async function answer(unit, id, asked) {
    const { path: pair, move } = asked ?? {};
    if (id === undefined || !(pair || move)) throw new Refusal(FORM);
    const query = move ? [unit.x, unit.y, ...cells(move, 2)] : cells(pair, 4);
    // Where it stands when it is answered is where it stood when it asked.
    if (move) unit.way = [];
    const order = move && ++unit.order;
    unit.pending++;
    try {
      const path = await pool.findPath(...query);
      if (move && order === unit.order) unit.way = path ? Array.from(path.cells).slice(2) : [];
      return path ? { cost: path.cost, waypoints: Array.from(path.waypoints) } : { cost: null };
    } finally {
      unit.pending--;
    }
  }

  /** Numbers of a client are not to be trusted. */
  function cells(list, length) {
    const good =
      Array.isArray(list) &&
      list.length === length &&
      list.every((v, i) => Number.isInteger(v) && v >= 0 && v < [nav.width, nav.height][i % 2]);
    if (!good) throw new Refusal(`expected ${length} whole numbers, x and y by turns, on a map of ${nav.width} x ${nav.height} cells`);
    return list;
  }

  const steps = setInterval(() => {
    const moved = [];
    for (const unit of units.values()) {
      tellRefusal(unit);
      if (unit.way.length === 0) continue;
      [unit.x, unit.y] = unit.way.splice(0, 2);
      moved.push([unit.number, unit.x, unit.y]);
    }
    if (moved.length === 0) return;
    const news = JSON.stringify({ units: moved });
    for (const unit of units.values()) unit.tell(news);
  }, STEP_MS);

  return {
    url: `ws://${host}:${http.address().port}`,
    page: `http://${host}:${http.address().port}`,
    threads: pool.threads,
    map: `${nav.width} x ${nav.height} cells, engine ${nav.engine}`,
    count,
    /** Says goodbye to everybody, and ends the threads. */
    async close() {
      clearInterval(batches);
      clearInterval(steps);
      const ended = new Promise((done) => server.close(() => http.close(done)));
      http.closeIdleConnections();
      for (const socket of server.clients) socket.close(1001, 'the server ends');
      const late = setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
        http.closeAllConnections();
      }, 1000);
      await ended;
      clearTimeout(late);
      pool.close();
    },
  };
}

/** The map for the page: a row of a map is a text, `.` where a unit may stand. */
function cellsOf(nav) {
  const row = (y) => Array.from({ length: nav.width }, (_, x) => (nav.isOpen(x, y) ? '.' : '#')).join('');
  return JSON.stringify({ width: nav.width, height: nav.height, rows: Array.from({ length: nav.height }, (_, y) => row(y)) });
}

/** Host and port of an origin; nothing for one that has none, `null` for example. */
function hostOf(origin) {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Sends a client all texts of one turn in one message. Drops a client that does not read. */
function teller(socket) {
  const news = [];
  const send = () => {
    if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(`[${news.join()}]`);
    news.length = 0;
  };
  return (json) => {
    if (news.push(json) === 1) setImmediate(send);
  };
}

/** The questions of a message; what is none is refused when its turn comes. */
function parse(data, isBinary) {
  try {
    const asked = isBinary ? undefined : JSON.parse(data);
    return Array.isArray(asked) && asked.length <= MOST_PENDING ? asked : [asked];
  } catch {
    return [undefined];
  }
}
