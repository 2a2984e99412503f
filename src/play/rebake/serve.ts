/** The thread of `rebake`: bakes the map that it is sent, in a Web Worker or a thread of Node. */
import { type Grid, gridOfFields } from '../../core/grid/grid.js';
import type { Places } from '../../core/grid/places.js';
import type { Progress } from '../../core/options/bake.js';
import { listen, node, type Port } from '../pool/protocol.js';

/** Artifacts that a thread bakes; a table is made from the blob of HPA*. */
export type ArtifactName = 'jps' | 'bounds' | 'ch' | 'hpa' | 'table';

export interface BakeRequest {
  /** Fields of a `Grid`. */
  grid: object;
  places: Places;
  /** Options by artifact, in the order of baking. */
  artifacts: readonly (readonly [ArtifactName, object])[];
}

/** Reply of a thread: progress, then one of the others. */
export interface BakeReply {
  progress?: Progress;
  blobs?: Uint8Array[];
  error?: { name: string; message: string; code?: string };
}

/** One bake: of a map with its doors and markers, or a table of a blob of HPA*. */
export type Bake = (
  map: (Places & { grid: Grid }) | Uint8Array,
  options: { codec: 'none'; threads: number; onProgress(progress: Progress): void },
) => Promise<Uint8Array>;

/** Answers the one request of this thread with bakes. */
export function serveBakes(bakes: Record<ArtifactName, Bake>): void {
  const port = node('worker_threads')?.parentPort ?? (globalThis as unknown as Port);
  const send = (reply: BakeReply) => port.postMessage(reply, reply.blobs?.map(({ buffer }) => buffer) ?? []);
  listen<BakeRequest>(port, 'message', async (request) => {
    try {
      const { grid: fields, places, artifacts } = request;
      const grid = gridOfFields(fields);
      const made = new Map<ArtifactName, Uint8Array>();
      for (const [name, options] of artifacts) {
        const from = name === 'table' ? (made.get('hpa') as Uint8Array) : { ...places, grid };
        const onProgress = (progress: Progress) => send({ progress });
        made.set(name, await bakes[name](from, { ...options, codec: 'none', threads: 1, onProgress }));
      }
      send({ blobs: [...made.values()] });
    } catch (thrown) {
      const { name, message, code } = thrown as Error & { code?: string };
      send({ error: { name, message, ...(code && { code }) } });
    }
  });
}
