/**
 * The threads of a build or a worker: each bakes a map while maps are waiting, then helps with floods of others. The
 * calling thread
 * only reads, writes and reports.
 */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import type { Share } from '../../core/bounds/share.js';
import { chunksLeft, stopAll } from '../../core/chunks/chunks.js';
import type { MemoryBudget } from '../../core/threads/memory.js';
import { Pool } from '../../core/threads/pool.js';
import type { Baked, BakeTask, FromWorker, ToWorker } from './task.js';

/** Threads for the `pool` option of successive builds: each finds what the one before has loaded and compiled. */
export function bakeThreads(threads = 0): Pool {
  return new Pool('pipeline/build/bake', threads);
}

/** Chunks that make it worth while to build a map's graph once more. */
const WORTH_HELP = 4;

interface Open {
  share: Share;
  helpers: Promise<void>[];
  error: string | undefined;
}

export type OnProgress = (artifact: string, done: number, total: number) => void;

/** A helper builds the map's graph once more, and shares the boxes: that is what a bake of the smallest kind takes. */
function memoryToHelp({ width, height }: Share): number {
  const { memory, defaults } = ARTIFACTS.bounds;
  return memory(width * height, defaults);
}

export class Crew {
  private busy = 0;
  private readonly open = new Set<Open>();

  /** @param pool that no other crew uses: bakes wait for their helpers @param waiting maps that no thread has begun */
  constructor(
    private readonly pool: Pool,
    private readonly threads: number,
    private readonly waiting: () => number,
    private readonly memory: MemoryBudget,
  ) {}

  /** @param signal ends the thread that is on it @throws what the bake threw, or ThreadError */
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
      // The result comes by another port: what was told last may still be on its way.
      for (let told = receiveMessageOnPort(port1); told; told = receiveMessageOnPort(port1)) {
        const { message } = told as { message: FromWorker };
        if ('artifact' in message) onProgress(message.artifact, message.done, message.total);
      }
      port1.close();
      if (mine) {
        this.open.delete(mine);
        // A bake that failed takes its helpers with it.
        stopAll(mine.share);
      }
      this.help();
    }
  }

  /** Gives threads without a map to the floods that have most left for each of theirs. */
  private help(): void {
    while (this.busy < this.threads && this.waiting() === 0) {
      const needy = [...this.open].filter(({ share }) => chunksLeft(share) >= WORTH_HELP);
      if (needy.length === 0) return;
      const left = ({ share, helpers }: Open) => chunksLeft(share) / (1 + helpers.length);
      const neediest = needy.reduce((a, b) => (left(b) > left(a) ? b : a));
      const bytes = memoryToHelp(neediest.share);
      // It would fit next time, or the next one: a helper more or less decides about time alone.
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
