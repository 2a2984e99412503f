/** Bakes the outputs of a map in one thread; others may help with its floods. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { packAgents } from '../../core/blob/agents.js';
import { compressHere } from '../../core/blob/compress.js';
import { fingerprint } from '../../core/blob/fingerprint.js';
import { packBlobs, unpackBlob } from '../../core/blob/pack.js';
import type { Recruit } from '../../core/chunks/run.js';
import { ThreadError } from '../../core/errors.js';
import { countOpen } from '../../core/grid/grid.js';
import { defined } from '../../core/options/option.js';
import { ARTIFACTS } from '../../engines/list.js';
import { EMPTY_TABLE } from '../../engines/table/bake.js';
import { type GameMap, placesOf, readMap } from '../../maps/read-map.js';
import type { Wanted } from '../config/targets.js';
import { type Choice, chooseFastest } from '../estimate/choose.js';
import type { Baked, BakeTask, FromWorker, ToWorker } from './task.js';

type About = Omit<Baked, 'outputs' | 'agents' | 'warnings' | 'walls'>;

type MapTask = Omit<BakeTask, 'port'>;

/** The baked artifacts of a map or of one of its agents. */
interface Kind {
  agent?: string;
  about: About;
  made: Record<string, Uint8Array>;
  outputs: string[][];
  warnings: string[];
  walls: Baked['walls'];
}

export async function bakeTarget(task: BakeTask): Promise<Baked> {
  return packKinds(await bakeKinds(task, besidePort(task.port)));
}

/** Bakes the artifacts of all agents; errors name the agent. */
async function bakeKinds(task: MapTask, around: BakeContext): Promise<Kind[]> {
  const agents = Object.entries(task.agents ?? {});
  if (agents.length === 0) return [await bakeKind(task, around)];
  const kinds: Kind[] = [];
  const twins = new Map<string, Uint8Array>();
  let choice: Choice | undefined;
  for (const [agent, { artifacts: wanted, ...reading }] of agents) {
    const isWanted = (artifact: string) => wanted?.includes(artifact) ?? true;
    const agentTask: MapTask = {
      ...task,
      reading: { ...task.reading, ...reading, agent },
      wanted: task.wanted.filter((one) => isWanted(one.name)),
      outputs: task.outputs.map((names) => names.filter(isWanted)),
      // The map chooses once, with its first agent.
      choose: task.choose && choice === undefined,
    };
    if (choice) leaveOut(agentTask, choice);
    try {
      const kind = await bakeKind(agentTask, around, twins);
      choice ??= kind.about.choice;
      kinds.push({ ...kind, agent });
    } catch (error) {
      if (error instanceof Error) error.message = `agent ${agent}: ${error.message}`;
      throw error;
    }
  }
  return kinds;
}

/** The outputs of a task; those without an artifact are empty. */
function packKinds(kinds: Kind[]): Baked {
  const [{ about, agent, outputs, walls }] = kinds;
  const packed = kinds.map(packKind);
  const common = { ...about, walls, warnings: kinds.flatMap((kind) => kind.warnings) };
  if (agent === undefined) return { ...common, outputs: packed[0] };
  return {
    ...common,
    agents: Object.fromEntries(kinds.map((kind) => [kind.agent, kind.about.fingerprint])),
    beside: Object.assign({}, ...kinds.map((kind) => kind.about.beside)),
    outputs: outputs.map((_, i) => {
      const blobs = kinds.map(({ agent: name = '' }, k) => ({ name, bytes: packed[k][i] }));
      return packAgents(blobs.filter(({ bytes }) => bytes.length > 0));
    }),
  };
}

function packKind({ made, outputs }: Kind): Uint8Array[] {
  return outputs.map((names) => {
    if (names.length === 0) return new Uint8Array();
    return names.length > 1 ? packBlobs(names.map((one) => made[one])) : made[names[0]];
  });
}

function leaveOut(task: MapTask, { leftOut }: Choice): void {
  task.wanted = task.wanted.filter(({ name }) => !leftOut.includes(name));
  task.outputs = task.outputs.map((names) => names.filter((name) => !leftOut.includes(name)));
}

/** @param twins artifacts of earlier agents by fingerprint and name: equal ones are baked once */
async function bakeKind(given: MapTask, around: BakeContext, twins = new Map<string, Uint8Array>()): Promise<Kind> {
  const task = { ...given };
  const { file, name, reading } = task;
  const map = await readMap(task.bytes, { ...reading, file });
  const about = aboutOf(map, task);
  if (about.choice) leaveOut(task, about.choice);
  const made: Record<string, Uint8Array> = {};
  for (const wanted of task.wanted) {
    const { name: artifact } = wanted;
    const twin = `${about.fingerprint} ${artifact}`;
    made[artifact] = twins.get(twin) ?? (await bakeArtifact(map, wanted, { map: name, made }, around));
    twins.set(twin, made[artifact]);
  }
  return {
    about,
    made,
    outputs: task.outputs,
    warnings: [...map.warnings, ...emptyTables(made, task.file)],
    walls: map.walls,
  };
}

/** A warning if a table has no nodes. */
function emptyTables({ table }: Record<string, Uint8Array>, file: string): string[] {
  const [part] = table ? unpackBlob(table) : [];
  const { statistics } = (part?.metadata ?? {}) as { statistics?: { nodes: number } };
  return statistics?.nodes === 0 ? [`${file}: ${EMPTY_TABLE}`] : [];
}

function aboutOf({ grid, beside }: GameMap, { choose, wanted }: MapTask): About {
  const named = wanted.filter((one) => one.named).map(({ name }) => name);
  return {
    ...(choose && { choice: chooseFastest(grid, named) }),
    fingerprint: Buffer.from(fingerprint(grid)).toString('hex'),
    width: grid.width,
    height: grid.height,
    openCells: countOpen(grid),
    beside,
  };
}

async function bakeArtifact(
  map: GameMap,
  { name: artifact, options, codec, zstdLevel, layout }: Wanted,
  about: { map: string; made: Record<string, Uint8Array> },
  around: BakeContext,
): Promise<Uint8Array> {
  return ARTIFACTS[artifact].bake(map.grid, options, {
    ...defined({ ...about, places: placesOf(map), codec, layout, zstdLevel, compressor: compressHere }),
    // Threads are recruited from the crew.
    threads: 1,
    onProgress: (done, total) => around.say({ artifact, done, total }),
    recruit: around.recruit,
  });
}

/** Sends progress to the thread that gave the task, and gets help from there. */
function besidePort(port: MessagePort) {
  const say = (message: FromWorker) => port.postMessage(message);
  const recruit: Recruit = (share) => {
    say({ share });
    return async () => {
      const answer = once(port, 'message');
      say({ finished: true });
      const [{ error }] = (await answer) as [ToWorker];
      if (error !== undefined) throw new ThreadError(error);
    };
  };
  return { say, recruit };
}
type BakeContext = ReturnType<typeof besidePort>;
