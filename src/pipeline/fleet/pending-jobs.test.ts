import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/memory-fleet.js';
import { MemoryQueue } from '../../../test/memory-queue.js';
import { parsedJson } from '../../core/files/json.js';
import { listen, type StreamEvent } from './pending-jobs.js';

it('hears all that happens in a queue from now on, once and in order, however much it is', async () => {
  const queue = new MemoryQueue();
  const heard: StreamEvent[] = [];
  queue.tell('added', 'before');
  const close = await listen(...queue.both, (event) => heard.push(event));
  onTestFinished(close);
  for (let i = 0; i < 2500; i++) queue.tell('completed', `b${i}`, { returnvalue: `${i}` });
  await eventually(() => expect(heard.length).toBeGreaterThan(0));
  expect(heard).toHaveLength(2500);
  expect(heard[2001]).toEqual({ event: 'completed', jobId: 'b2001', returnvalue: '2001' });
  queue.tell('removed', 'next');
  await eventually(() => expect(heard).toHaveLength(2501));
  // A lost connection is waited for; what has happened meanwhile is heard after it.
  queue.redis.status = 'reconnecting';
  queue.tell('removed', 'meanwhile');
  await new Promise((done) => setTimeout(done, 120));
  expect(heard).toHaveLength(2501);
  queue.redis.status = 'ready';
  await eventually(() => expect(heard.at(-1)?.jobId).toBe('meanwhile'));
  close();
  queue.tell('removed', 'late');
  await new Promise((done) => setTimeout(done, 120));
  expect(heard.at(-1)?.jobId).toBe('meanwhile');
  expect([parsedJson('{"a":1}'), parsedJson('{'), parsedJson('')]).toEqual([{ a: 1 }, undefined, undefined]);
});

it('hears a queue from its beginning where nothing has happened yet', async () => {
  const queue = new MemoryQueue();
  const heard: string[] = [];
  const close = await listen(...queue.both, ({ jobId }) => heard.push(jobId));
  onTestFinished(close);
  queue.tell('completed', 'first');
  await eventually(() => expect(heard).toEqual(['first']));
});
