/**
 * The threads of a build or a worker. Each bakes a map while maps are waiting, then helps with floods of other maps.
 * The calling thread only reads, writes and reports.
 */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { MapChunks } from '../../core/chunks/chunks.js';
import { chunksLeft, stopAll } from '../../core/chunks/chunks.js';
import type { MemoryBudget } from '../../core/threads/memory.js';
import { Pool } from '../../core/threads/pool.js';
import { ARTIFACTS } from '../../engines/list.js';
import type { Baked, BakeTask, FromWorker, ToWorker } from './task.js';

/** Threads for the `pool` option of successive builds, which then need not be started again. */
export function bakeThreads(threads = 0): Pool {
  return new Pool('pipeline/build/bake', threads);
}

/** Chunks of a flood from which a helper, which builds the map's graph again, is worthwhile. */
const WORTH_HELP = 4;

interface Open {
  share: MapChunks;
  helpers: Promise<void>[];
  error: string | undefined;
}

export type OnProgress = (artifact: string, done: number, total: number) => void;

/** Memory of a helper: it builds the map's graph again and shares the boxes, as the smallest bake does. */
function memoryToHelp({ width, height }: MapChunks): number {
  const { memory, defaults } = ARTIFACTS.bounds;
  return memory(width * height, defaults);
}

export class Crew {
  private busy = 0;
  private readonly open = new Set<Open>();

  /**
   * @param pool for this crew only, because bakes wait for their helpers
   * @param waiting maps that no thread bakes yet
   */
  constructor(
    private readonly pool: Pool,
    private readonly threads: number,
    private readonly waiting: () => number,
    private readonly memory: MemoryBudget,
  ) {}

  /** @param signal ends the thread of the bake @throws errors of the bake, or ThreadError */
  async bake(task: Omit<BakeTask, 'port'>, onProgress: OnProgress, signal?: AbortSignal): Promise<Baked> {
    const { port1, port2 } = new MessageChannel();
    let mine: Open | undefined;
    port1.on('message', (message: FromWorker) => {
      if ('artifact' in message) onProgress(message.artifact, message.done, message.total);
      else if ('share' in message) {
        mine = { share: message.share, helpers: [], error: undefined };
        this.open.add(mine);
        this.help();
      } else if (mine) this.dismiss(mine).then((answer) => port1.postMessage(answer));
    });
    this.busy++;
    try {
      return await this.pool.run<Baked>({ ...task, port: port2 }, [port2], signal);
    } finally {
      this.busy--;
      // The result comes by another port, so the last progress may still be in the queue.
      for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1)) {
        const message: FromWorker = next.message;
        if ('artifact' in message) onProgress(message.artifact, message.done, message.total);
      }
      port1.close();
      if (mine) {
        this.open.delete(mine);
        // Helpers of a failed bake stop.
        stopAll(mine.share);
      }
      this.help();
    }
  }

  /** Gives idle threads to the floods with the most chunks per thread. */
  private help(): void {
    while (this.busy < this.threads && this.waiting() === 0) {
      const needy = [...this.open].filter(({ share }) => chunksLeft(share) >= WORTH_HELP);
      if (needy.length === 0) return;
      const left = ({ share, helpers }: Open) => chunksLeft(share) / (1 + helpers.length);
      const neediest = needy.reduce((a, b) => (left(b) > left(a) ? b : a));
      const bytes = memoryToHelp(neediest.share);
      // The next call tries again; helpers only save time.
      if (!this.memory.take(bytes)) return;
      this.busy++;
      const helper = this.pool
        .run<void>({ share: neediest.share })
        .catch((error) => {
          neediest.error = error.message;
          stopAll(neediest.share);
        })
        .finally(() => {
          this.busy--;
          this.memory.free(bytes);
          this.help();
        });
      neediest.helpers.push(helper);
    }
  }

  private async dismiss(open: Open): Promise<ToWorker> {
    this.open.delete(open);
    await Promise.all(open.helpers);
    return { error: open.error };
  }
}
