/**
 * `examples/node-server` with its 100 clients on this machine: `npm run tool bench-server -- [SECONDS]`.
 *
 * The server is a process of its own, the clients are this one, both on whatever cores there are. 10,000 questions a second are asked, each in a message of its own
 * and five in one; then the rate is doubled until no more are answered; then 2,000 a second with and without a client that sends as much as it can, by turns. Microseconds are processor time of all threads, of each side for itself: what another process takes is not in them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { printTable } from './maps.js';

const ASKED = 10_000;
/** Questions a second beside a hostile client, and how often that is compared. */
const FAIR = 2000;
const TURNS = 3;
/** A question is late where it waits longer, in milliseconds. */
const LATE = 100;

interface Result {
  asked: number;
  answered: number;
  refused: number;
  lost: number;
  rate: number;
  ms: { percent: number; ms: number }[];
}

const seconds = Number(process.argv[2] ?? 5);
const folder = resolve('examples/node-server');
if (!existsSync(`${folder}/node_modules/gridprep`)) {
  mkdirSync(`${folder}/node_modules`, { recursive: true });
  symlinkSync(resolve('.'), `${folder}/node_modules/gridprep`, 'junction');
}
const prep = (...argv: string[]) =>
  execFileSync(process.execPath, [resolve('dist/cli/prep.js'), ...argv], { cwd: folder });
prep('generate', 'caves', '--width', '256', '--height', '256', '--seed', '7', '-o', 'maps/caves.map');
prep('build');
const { runClients } = (await import(pathToFileURL(`${folder}/clients.js`).href)) as {
  runClients(url: string, bytes: Uint8Array, options: object): Promise<Result>;
};

const server = spawn(process.execPath, ['server.js'], {
  cwd: folder,
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface({ input: server.stdout }), 'line');
const [url] = String(line).split(': ');
console.log(line);
/** Processor time of the server so far, in microseconds: user and system, in hundredths of a second. */
const serverTime = () => {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10_000 * (Number(fields[11]) + Number(fields[12]));
};
const ownTime = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const bytes = readFileSync(`${folder}/out/caves.prep`);
const rows: (string | number)[][] = [];
const run = async (rate: number, each: number) => {
  const before = [serverTime(), ownTime()];
  const result = await runClients(url, bytes, { clients: 100, rate, each, seconds });
  const [servers, clients] = [serverTime(), ownTime()].map(
    (time, i) => (time - before[i]) / (result.answered + result.refused),
  );
  const { answered, refused, lost, ms } = result;
  rows.push([
    rate,
    each,
    Math.round(result.rate),
    refused,
    lost,
    ...ms.map(({ ms: wait }) => wait.toFixed(1)),
    servers.toFixed(0),
    clients.toFixed(0),
    loadavg()[0].toFixed(1),
  ]);
  return { ...result, isKept: answered + refused > 0 && refused + lost === 0 && ms[2].ms < LATE };
};
await run(1000, 1);
const alone = await run(ASKED, 1);
const asked = await run(ASKED, 5);
let most = asked;
for (let rate = 2 * ASKED; most.isKept && rate <= 16 * ASKED; rate *= 2) {
  const next = await run(rate, 5);
  if (next.rate < 1.1 * most.rate) break;
  most = next;
}
/** Most memory that the server has had since this was last asked, in MB. */
const peak = () => {
  const [, kB] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  return Number(kB) / 1024;
};
/** @returns what the hundred waited with the hostile client beside them, and how much that sent */
const besideHostile = async () => {
  const hostile = spawn(process.execPath, [resolve('build/tools/hostile-client.js'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = once(hostile.stdout, 'data');
  const waits = (await run(FAIR, 5)).ms[0].ms;
  hostile.kill('SIGTERM');
  return { waits, sent: Number(String((await told)[0])) };
};
peak();
const pairs: { alone: number; beside: number; sent: number }[] = [];
const memory = [0, 0];
for (let turn = 0; turn < TURNS; turn++) {
  const alone = (await run(FAIR, 5)).ms[0].ms;
  memory[0] = Math.max(memory[0], peak());
  const { waits, sent } = await besideHostile();
  memory[1] = Math.max(memory[1], peak());
  pairs.push({ alone, beside: waits, sent });
}
server.kill('SIGINT');
await once(server, 'exit');
const middle = (of: (pair: (typeof pairs)[number]) => number) =>
  pairs.map(of).sort((a, b) => a - b)[Math.floor(TURNS / 2)];
printTable(
  [
    'asked a second',
    'in a message',
    'answered',
    'refused',
    'lost',
    'ms 50 %',
    '90 %',
    '99 %',
    '99.9 %',
    'most',
    'server us',
    'clients us',
    'load',
  ],
  rows,
);
console.log(
  `asked ${ASKED} answers a second for 100 clients, reached ${Math.round(asked.rate)} where that many were asked (${Math.round(alone.rate)} one in a message), ` +
    `${Math.round(most.rate)} where more were; server and clients on the same ${availableParallelism()} cores`,
);
console.log(
  `beside a client that sent ${Math.round(middle(({ sent }) => sent) / seconds)} questions a second: median ${middle(({ beside }) => beside).toFixed(1)} ms where it is ` +
    `${middle(({ alone }) => alone).toFixed(1)} without it, ${middle(({ alone, beside }) => beside / alone).toFixed(2)} times (asked: 2); ` +
    `most memory of the server ${memory[1].toFixed(0)} MB, ${memory[0].toFixed(0)} without it`,
);
