/**
 * `npm run clients`: 100 clients that ask for 10,000 paths a second together, and how long they wait for them. Each asks as a game does: for several of its
 * units at a time, in one message. `URL`, `CLIENTS`, `RATE`, `EACH` and `SECONDS` say where, how many, how much, how many in a message, and how long.
 *
 * Waiting starts when a question is due, not when this process sends it: a question that is late because earlier answers were late has waited.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { load } from 'gridprep/runtime';
import { WebSocket } from 'ws';

/** Different questions, asked over and over. */
const QUESTIONS = 5000;

/** Pairs of cells that a path joins. */
function questionsOf(nav) {
  const cell = () => [Math.floor(Math.random() * nav.width), Math.floor(Math.random() * nav.height)];
  const questions = [];
  while (questions.length < QUESTIONS) {
    const pair = [...cell(), ...cell()];
    if (nav.isReachable(...pair)) questions.push(pair);
  }
  return questions;
}

async function connect(url, answered) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (data) => JSON.parse(data).forEach(answered));
  await once(socket, 'open');
  return socket;
}

/**
 * @param {string} url of a server of `game.js`
 * @param {Uint8Array} bytes the blob that it has loaded
 * @returns what was asked and answered, and milliseconds of waiting
 */
export async function runClients(url, bytes, { clients = 100, rate = 10_000, each = 5, seconds = 10, signal } = {}) {
  const questions = questionsOf(load(bytes));
  const waits = createHistogram();
  const due = new Map();
  const count = { asked: 0, answered: 0, refused: 0 };
  let finished = () => {};
  const answered = ({ id, error, refused = 1 }) => {
    if (id === undefined) return;
    waits.record(Math.max(1, Math.round(1e6 * (performance.now() - due.get(id)))));
    due.delete(id);
    if (error) count.refused += refused;
    else count.answered++;
    if (due.size === 0) finished();
  };
  const sockets = await Promise.all(Array.from({ length: clients }, () => connect(url, answered)));
  const start = performance.now();
  await new Promise((done) => {
    const timer = setInterval(() => {
      const passed = performance.now() - start;
      const messages = Math.floor((Math.min(passed, 1000 * seconds) * rate) / 1000 / each);
      for (let message = count.asked / each; message < messages; message++) {
        const asked = Array.from({ length: each }, () => ({ id: count.asked, path: questions[count.asked++ % QUESTIONS] }));
        for (const { id } of asked) due.set(id, start + (1000 * each * message) / rate);
        sockets[message % clients].send(JSON.stringify(asked));
      }
      if (passed < 1000 * seconds && !signal?.aborted) return;
      clearInterval(timer);
      done();
    }, 2);
  });
  if (due.size > 0) {
    await new Promise((done) => {
      finished = done;
      setTimeout(done, 30_000).unref();
    });
  }
  const took = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.close();
  const ms = (percent) => (percent === 100 ? waits.max : waits.percentile(percent)) / 1e6;
  return {
    ...count,
    lost: due.size,
    rate: count.answered / took,
    ms: [50, 90, 99, 99.9, 100].map((percent) => ({ percent, ms: ms(percent) })),
  };
}

/** In a line for people. */
export function inWords({ answered, refused, lost, rate, ms }) {
  const waits = ms.map(({ percent, ms: wait }) => `${percent} % ${wait.toFixed(1)}`);
  return `${answered} answered, ${refused} refused, ${lost} lost; ${Math.round(rate)} a second; milliseconds until the answer: ${waits.join(', ')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const {
    URL: url = 'ws://127.0.0.1:8080',
    CLIENTS = '100',
    RATE = '10000',
    EACH = '5',
    SECONDS = '10',
    BLOB = 'out/caves.prep',
  } = process.env;
  console.log(inWords(await runClients(url, readFileSync(BLOB), { clients: +CLIENTS, rate: +RATE, each: +EACH, seconds: +SECONDS })));
}
