/** Healing, the side of the game: a question to a worker, and its answer as the blob that a load would read. */
import type { Blob } from '../blob/read.js';
import { ThreadError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { listen, type Port } from '../pool/protocol.js';
import type { HealedSection, HealTask } from './heal.js';

type Answer = { id: number; sections: HealedSection[] } | { id: number; failure: string };

let asked = 0;

/** @throws {Error} what the bake has failed with @throws {ThreadError} if the worker has ended */
export function askWorker(worker: Port, task: HealTask): Promise<HealedSection[]> {
  const id = asked++;
  return new Promise((done, failed) => {
    const take = (answer: Answer) => {
      if (answer.id !== id) return;
      for (const unlisten of ends) unlisten();
      if ('failure' in answer) failed(new Error(answer.failure));
      else done(answer.sections);
    };
    const fail = (reason: { message?: string } | number) => {
      for (const unlisten of ends) unlisten();
      const why = typeof reason === 'number' ? 'it has ended' : (reason.message ?? 'it cannot be started');
      failed(new ThreadError(`the worker that was to heal the map has failed: ${why}`));
    };
    const ends: (() => void)[] = [];
    // A thread that is gone emits no event.
    if (worker.threadId === -1) return fail(-1);
    ends.push(listen<Answer>(worker, 'message', take));
    for (const event of ['error', 'messageerror', 'exit']) ends.push(listen(worker, event, fail));
    worker.postMessage({ id, ...task });
  });
}

/** What a worker has baked, as engines read it. */
export function blobOf(
  { width, height, terrain, moveRule, size, costs }: Grid,
  fingerprint: string,
  sections: HealedSection[],
): Blob {
  return {
    width,
    height,
    terrain,
    moveRule,
    size,
    fingerprint,
    agents: [],
    head: new Uint8Array(),
    priced: costs !== undefined,
    entries: [],
    has: (kind) => sections.some((section) => section.kind === kind),
    section: (kind, type) => sections.find((section) => section.kind === kind)?.values as InstanceType<typeof type>,
  };
}
