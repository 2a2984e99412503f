import { randomUUID } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mapText } from '../../../test/maps.js';
import { bakeBatch, bakeMap, bakeShard, FREE, type FromBake, HERE, type MapWork, OTHERS } from './bake-parts.js';
import { JobError } from './failure.js';
import { placesOf } from './parts.js';
import { type MapTask, targetOf } from './task.js';
import { readingOf, workOf } from './work.js';

const bytes = Buffer.from(mapText('rooms', 40, 0.2, 7));
const files = { folder: '', file: 'a.map', bytes };
const artifact = (name: string, options: object) => ({ name, options, codec: 'none', zstdLevel: 1 });
const target = targetOf({
  ...{ map: 'a.map', reading: { terrain: '.', costs: {} } },
  outputs: [
    {
      file: 'a.prep',
      artifacts: [
        artifact('bounds', { boxes: 'cells', exact: true }),
        artifact('hpa', { cluster: 10, levels: 1, storePaths: false, entranceWidth: 6 }),
        artifact('table', { maxNodes: 9000 }),
      ],
    },
  ],
} as unknown as MapTask);
const places = placesOf(target).map(({ place }) => place);

/** Bakes the map. @returns what came of it, and what was told meanwhile */
async function baked(more: Partial<MapWork> = {}) {
  const { port1, port2 } = new MessageChannel();
  const told: FromBake[] = [];
  port1.on('message', (message: FromBake) => told.push(message));
  const closed = new Promise((done) => port1.on('close', done));
  const work = { same: 'a', task: workOf(target, target.outputs, files), places, kept: [], known: [], parts: {} };
  const claims = new Int32Array(new SharedArrayBuffer(4 * places.length));
  const outcome = await bakeMap({ ...work, claims, shardMs: Infinity, ...more, port: port2 });
  await closed;
  const kept = told.flatMap((message) => ('bytes' in message ? [[message.place, message.bytes] as const] : []));
  const known = told.flatMap((message) => ('about' in message ? [[message.agent, message.about] as const] : []));
  return { ...outcome, told, kept, known, claims: [...(more.claims ?? claims)] };
}

/** A clock on which 20 milliseconds pass from each look to the next. */
function slowClock(): void {
  let now = 1e6;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 20;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('a map that a thread bakes', () => {
  it('is told while it is made: its artifacts, what is known of it, and how far it is', async () => {
    slowClock();
    const whole = await baked();
    expect(whole.claims).toEqual([HERE, HERE, HERE]);
    expect(whole.split).toBeUndefined();
    expect(whole.kept.map(([place]) => place)).toEqual(places);
    expect(whole.known.map(([agent, { width }]) => [agent, width])).toEqual([['', 40]]);
    const progress = whole.told.flatMap((message) => ('artifact' in message ? [message] : []));
    const bounds = progress.filter((message) => message.artifact === 'bounds');
    expect(bounds.length).toBeGreaterThan(1);
    // Some times a second, not each time.
    expect(bounds.length).toBeLessThan(bounds[0].total / 60);
    const again = await baked({ kept: [...whole.kept], known: [...whole.known] } as Partial<MapWork>);
    expect(again.baked).toEqual(whole.baked);
    // What others know already is not told.
    expect([again.kept, again.known]).toEqual([[], []]);
  });

  it('leaves to others what they have taken', async () => {
    const claims = new Int32Array(new SharedArrayBuffer(12)).fill(FREE);
    claims[0] = OTHERS;
    const outcome = await baked({ claims });
    expect([outcome.baked, outcome.split]).toEqual([undefined, undefined]);
    expect(outcome.kept.map(([place]) => place)).toEqual(['hpa', 'table']);
  });

  it('is cut where it takes long, into shards that make the same bytes', async () => {
    const whole = await baked();
    slowClock();
    const { split, baked: none, kept } = await baked({ shardMs: 400 });
    expect([split?.place, none, kept]).toEqual(['bounds', undefined, []]);
    const { done, ends } = split as NonNullable<typeof split>;
    expect(ends.length).toBeGreaterThan(2);
    const shard = { same: 'a', bytes, agent: '', reading: readingOf(target, files), artifact: 'bounds' };
    const { options } = target.outputs[0].artifacts[0];
    const shards: Uint8Array[] = [];
    for (const [i, to] of ends.slice(1).entries())
      shards.push(await bakeShard({ ...shard, options, made: {}, from: ends[i], to }));
    expect((await baked({ parts: { bounds: [done, ...shards] } })).baked).toEqual(whole.baked);
    const last = ends.at(-1) as number;
    await expect(bakeShard({ ...shard, options, made: {}, from: 0, to: last + 1 })).rejects.toThrow(
      new JobError(`the shard ends at chunk ${last + 1}, the map has ${last}`),
    );
    await expect(bakeShard({ ...shard, artifact: 'hpa', options, made: {}, from: 0, to: 1 })).rejects.toThrow(
      new JobError('hpa has no shards'),
    );
  });

  it('that cannot be read is told as it is, and the next one is read', async () => {
    const same = randomUUID();
    const bad = { ...files, bytes: Buffer.from('type octile\n') };
    const task = workOf(target, target.outputs, bad);
    await expect(baked({ same, task })).rejects.toThrow('a.map');
    expect((await baked({ same })).baked?.width).toBe(40);
  });
});

it('a batch leaves the maps that fail, and those for which no time is left', async () => {
  const good = workOf(target, target.outputs, files);
  const bad = workOf(target, target.outputs, { ...files, bytes: Buffer.from('no map') });
  const all = await bakeBatch({ batch: [good, bad, good], shardMs: 1e9 });
  expect(all[1]).toBeUndefined();
  expect([all[0], all[2]]).toEqual(Array(2).fill((await baked()).baked));
  slowClock();
  expect((await bakeBatch({ batch: [good, good], shardMs: 20 })).map((one) => one !== undefined)).toEqual([
    true,
    false,
  ]);
});
