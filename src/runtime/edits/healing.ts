/** New bakes for a map that has changed, while the game goes on. */
import { difference } from '../../edit/difference.js';
import { askWorker, blobOf, type HealWorker } from '../../edit/worker.js';
import { labelComponents } from '../../grid/components.js';
import type { HpaSearch } from '../../hpa/query.js';
import type { Engine } from '../../search/engine.js';
import type { Edits } from './edits.js';

/** What {@link healing} adds to a map. */
export interface Healing {
  /**
   * Bakes what is `stale` for the map as it is, in a worker that runs `gridprep/runtime/healer`, and takes it when it is done; the game goes on, and what is
   * edited in the meantime counts from there.
   * @returns whether it was taken: not if nothing was stale, the map went back, or it was called again before it was done
   * @throws {ThreadError} if the worker has ended or cannot be started; all goes on as before
   * @throws {Error} what the bake has failed with; all goes on as before
   */
  heal(options: { worker: HealWorker }): Promise<boolean>;
}

/** Adds `heal` to a map of `editableJps`. */
export function healing(edits: Edits): Healing {
  const { self, nav, grid, shipped, cells, loaded } = edits;
  /** The map that was sent last. */
  let sent: object | undefined;
  return {
    async heal({ worker }) {
      // A map that has got costs, or lost them all, is not one of this engine.
      const near = 'abstraction' in nav.search;
      if (self.stale.length === 0 || (!near && cells.priced !== (shipped.costs !== undefined))) return false;
      const snapshot = self.grid.copy();
      sent = snapshot;
      const { width, height, terrain, moveRule, size, open, costs } = snapshot;
      const hpa = (nav.search as Partial<HpaSearch>).abstraction?.options;
      const sections = await askWorker(worker, { engine: nav.engine, map: { width, height, terrain, moveRule, size, open, costs }, hpa });
      // Another one was asked later, or the map went back.
      if (sent !== snapshot || loaded.differs.cells.size === 0) return false;
      const labels = labelComponents(snapshot);
      const differs = difference(snapshot, grid);
      differs.update(open.keys());
      edits.rebase({
        search: nav.use(nav.engine, blobOf(snapshot, nav.fingerprint, sections), snapshot) as Engine,
        isReachable: (x0, y0, x1, y1) => labels[snapshot.cell(x0, y0)] === labels[snapshot.cell(x1, y1)],
        differs,
      });
      return true;
    },
  };
}
