/**
 * The game that all clients see: it alone says where units are and which ways there are. Messages are JSON:
 *
 *     { "id": 1, "path": [x0, y0, x1, y1] }  ->  { "id": 1, "cost": 31.4, "waypoints": [x0, y0, ...] }, or { "id": 1, "cost": null }: no way
 *     { "id": 2, "move": [x, y] }            ->  the same, and the client's unit walks there
 *     anything else                          ->  { "error": "..." }, with the id where there is one
 *
 * Everybody hears `{ "unit": 7, "width": ..., ... }` at first and `{ "units": [[7, x, y], ...] }` with the units that have moved, ten times a second.
 */
import { once } from 'node:events';
import { navPool, sharedNav } from 'gridprep/runtime';
import { WebSocketServer } from 'ws';

/** Bytes of a message: a longer one ends its connection before it is read. */
const MOST_BYTES = 1024;
/** Questions of a client that are not yet answered. */
const MOST_PENDING = 200;
/** Bytes that a client has not taken yet; one that takes nothing is let go. */
const MOST_BUFFERED = 1 << 20;
const TICK_MS = 100;

/** A question that cannot be answered, and why. */
class Refusal extends Error {}

/**
 * @param {Uint8Array} bytes a blob of `prep`
 * @param {{ host?: string, port?: number, threads?: number }} options port 0 for any that is free
 */
export async function startGame(bytes, { host = '127.0.0.1', port = 0, threads } = {}) {
  // One copy of the map for all threads; this one asks it what cannot wait.
  const nav = sharedNav(bytes);
  const pool = navPool(nav, threads ? { threads } : {});
  nav.warmUp();
  const server = new WebSocketServer({ host, port, maxPayload: MOST_BYTES, perMessageDeflate: false });
  await once(server, 'listening');
  const units = new Map();
  const count = { answered: 0, refused: 0 };
  let joined = 0;

  server.on('connection', (socket) => {
    const [x, y] = nav.nearestOpen(Math.floor(Math.random() * nav.width), Math.floor(Math.random() * nav.height));
    const unit = { number: ++joined, x, y, way: [], order: 0, pending: 0 };
    units.set(socket, unit);
    const tell = (message) => {
      if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    tell({ unit: unit.number, x, y, width: nav.width, height: nav.height, fingerprint: nav.fingerprint });
    socket.on('message', async (data, isBinary) => {
      let id;
      try {
        const asked = parse(data, isBinary);
        id = asked.id;
        tell({ id, ...(await answer(unit, asked)) });
        count.answered++;
      } catch (error) {
        if (!(error instanceof Refusal)) console.error(error);
        count.refused++;
        tell({ id, error: error instanceof Refusal ? error.message : 'the server has failed; ask again' });
      }
    });
    // A message that is too long, for example: ws has closed the connection by then.
    socket.on('error', () => count.refused++);
    socket.on('close', () => units.delete(socket));
  });

  async function answer(unit, { path: pair, move }) {
    const query = move ? [unit.x, unit.y, ...cells(move, 2)] : cells(pair, 4);
    if (unit.pending >= MOST_PENDING) throw new Refusal(`${MOST_PENDING} questions are not yet answered; wait for one`);
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

  const timer = setInterval(() => {
    const moved = [];
    for (const unit of units.values()) {
      if (unit.way.length === 0) continue;
      [unit.x, unit.y] = unit.way.splice(0, 2);
      moved.push([unit.number, unit.x, unit.y]);
    }
    if (moved.length === 0) return;
    const news = JSON.stringify({ units: moved });
    for (const socket of units.keys()) if (socket.bufferedAmount < MOST_BUFFERED) socket.send(news);
  }, TICK_MS);

  return {
    url: `ws://${host}:${server.address().port}`,
    threads: pool.threads,
    map: `${nav.width} x ${nav.height} cells, engine ${nav.engine}`,
    count,
    /** Says goodbye to everybody, and ends the threads. */
    async close() {
      clearInterval(timer);
      const ended = new Promise((done) => server.close(done));
      for (const socket of server.clients) socket.close(1001, 'the server ends');
      const late = setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, 1000);
      await ended;
      clearTimeout(late);
      pool.close();
    },
  };
}

/** @throws {Refusal} unless it is a question */
function parse(data, isBinary) {
  let asked;
  try {
    asked = isBinary ? undefined : JSON.parse(data);
  } catch {}
  const isQuestion =
    typeof asked === 'object' && asked !== null && ['number', 'string'].includes(typeof asked.id) && (asked.path || asked.move);
  if (!isQuestion) throw new Refusal('expected JSON: {"id":1,"path":[x0,y0,x1,y1]} or {"id":1,"move":[x,y]}');
  return asked;
}
