/** New bakes for maps that have changed, while the game goes on. */
import type { Blob } from '../../core/blob/read.js';
import { ThreadError } from '../../core/errors.js';
import { labelComponents } from '../../core/grid/components.js';
import type { Grid } from '../../core/grid/grid.js';
import type { HpaSearch } from '../../core/hpa/query.js';
import type { Engine, Reachable } from '../../core/search/engine.js';
import { type AnyWorker, type Href, listen, type Port, starter } from '../pool/protocol.js';
import { difference } from './difference.js';
import { type EditableNav, type Edits, editsOf } from './edits.js';
import type { HealedSection, HealTask } from './heal.js';

/** What became of {@link heal}: `healed`; `fresh`, nothing was stale; `superseded`, the map went back or was healed again in the meantime. */
export type HealStatus = 'healed' | 'fresh' | 'superseded';

/** Options of {@link heal}. */
export interface HealOptions {
  /** A worker that runs `gridprep/worker`, its file, or what starts one; without it one is started for the time that the bake takes. */
  worker?: AnyWorker | string | Href | (() => AnyWorker) | undefined;
}

/** {@link HealStatus} of each of some maps. @param own the worker of this package */
export async function healWith(
  navs: readonly EditableNav[],
  { worker }: HealOptions,
  own: () => Href,
): Promise<HealStatus[]> {
  const all = navs.map(editsOf);
  let started: Port | undefined;
  const port = (): Port => {
    if (worker && typeof worker === 'object' && 'postMessage' in worker) return worker;
    started ??= starter(worker ?? own())();
    return started;
  };
  try {
    return await Promise.all(all.map((edits) => healOne(edits, port)));
  } finally {
    started?.terminate?.();
  }
}

/** Snapshot of a map that a worker was last asked to bake. */
const sent = /* @__PURE__ */ new WeakMap<Edits, Grid>();

async function healOne(edits: Edits, port: () => Port): Promise<HealStatus> {
  const { self, engines, nav, shipped, loaded, cells } = edits;
  // A map that has got costs, or lost them all, is not one of an exact engine.
  const isExact = !('abstraction' in nav.search);
  if (self.stale.length === 0 || (isExact && cells.priced !== (shipped.costs !== undefined))) return 'fresh';
  const snapshot = edits.view().copy();
  sent.set(edits, snapshot);
  const hpa = (nav.search as Partial<HpaSearch>).abstraction?.options;
  const sections = await askWorker(port(), { engine: nav.engine, map: snapshot, hpa });
  // Another one was asked later, or the map went back.
  if (sent.get(edits) !== snapshot || loaded.differs.cells.size === 0) return 'superseded';
  const labels = labelComponents(snapshot);
  const differs = difference(snapshot, edits.grid);
  differs.update(snapshot.open.keys());
  const search = nav.use(nav.engine, blobOf(snapshot, nav.fingerprint, sections), snapshot) as Engine;
  const isReachable: Reachable = (x0, y0, x1, y1) => labels[snapshot.cell(x0, y0)] === labels[snapshot.cell(x1, y1)];
  engines.base = { search, isReachable, differs };
  return 'healed';
}

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
export function blobOf(grid: Grid, fingerprint: string, sections: HealedSection[]): Blob {
  return {
    ...grid,
    fingerprint,
    agents: [],
    head: new Uint8Array(),
    priced: grid.costs !== undefined,
    entries: [],
    has: (kind) => sections.some((section) => section.kind === kind),
    section: (kind, type) => sections.find((section) => section.kind === kind)?.values as InstanceType<typeof type>,
  };
}
