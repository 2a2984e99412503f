/** Healing, the side of the game: a question to a worker, and its answer as the blob that a load would read. */
import type { Blob } from '../blob/read.js';
import { ThreadError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { HealedSection, HealTask } from './heal.js';

/** A Web Worker or a thread of Node that runs `gridprep/runtime/healer`. */
export interface HealWorker {
  postMessage(message: unknown): void;
  /** In a browser. */
  addEventListener?(name: 'message', listener: (event: { data: unknown }) => void): void;
  /** In Node. */
  on?(name: 'message', listener: (data: unknown) => void): unknown;
  /** In Node; -1 once it has ended. */
  readonly threadId?: number;
}

/** The same with all that is listened to, and unheard again. */
type Listen = (name: string, listener: (event: never) => void) => void;
type Either = Partial<Record<'on' | 'off' | 'addEventListener' | 'removeEventListener', Listen>>;

type Answer = { id: number; sections: HealedSection[] } | { id: number; failure: string };

let asked = 0;

/** @throws {ThreadError} if the worker has ended or cannot be started @throws {Error} what its bake has failed with */
export function askWorker(worker: HealWorker, task: HealTask): Promise<HealedSection[]> {
  const id = asked++;
  const { on, off, addEventListener, removeEventListener } = worker as unknown as Either;
  const [listen, unlisten] = on ? [on, off] : [addEventListener, removeEventListener];
  return new Promise((done, failed) => {
    const take = (answer: Answer) => {
      if (answer.id !== id) return;
      end();
      if ('failure' in answer) failed(new Error(answer.failure));
      else done(answer.sections);
    };
    const listeners: [string, (event: never) => void][] = on
      ? [
          ['message', take],
          ['error', (error: Error) => fail(error.message)],
          ['exit', () => fail('it has ended')],
        ]
      : [
          ['message', ({ data }: { data: Answer }) => take(data)],
          ['error', ({ message }: { message?: string }) => fail(message ?? 'it cannot be started')],
        ];
    const end = () => {
      for (const [name, listener] of listeners) unlisten?.call(worker, name, listener);
    };
    const fail = (reason: string) => {
      end();
      failed(new ThreadError(`the worker that was to heal the map has failed: ${reason}`));
    };
    // A thread that is gone emits no event.
    if (worker.threadId === -1) return fail('it has ended');
    for (const [name, listener] of listeners) listen?.call(worker, name, listener);
    worker.postMessage({ id, ...task });
  });
}

/** What a worker has baked, as engines read it. */
export function blobOf({ width, height, terrain, moveRule, size, costs }: Grid, fingerprint: string, sections: HealedSection[]): Blob {
  return {
    width,
    height,
    terrain,
    moveRule,
    size,
    fingerprint,
    openCells: 0,
    agents: [],
    head: new Uint8Array(),
    priced: costs !== undefined,
    entries: [],
    has: (kind) => sections.some((section) => section.kind === kind),
    section: (kind, type) => sections.find((section) => section.kind === kind)?.values as InstanceType<typeof type>,
  };
}
