/** HPA* as an engine of the runtime. */
import { type Keep, local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import { entering } from '../../core/search/entering.js';
import { addWalk, type EngineMaker, type EngineOptions, loadKeptCosts } from '../engine.js';
import type { HpaBuildOptions } from './abstraction.js';
import { hpaArrays } from './arrays.js';
import { lineChecker } from './clear-runs.js';
import { type HpaSearch, hpaSearch } from './query.js';
import { loadOptions } from './section.js';

/** Reads HPA* that a blob has. */
export interface MappedHpa {
  /** @returns retention that has the arrays of HPA* */
  hpa(views: Blob, grid: Grid, keep: Keep, options: HpaBuildOptions): Keep;
}

/** Parts of a loader that HPA* uses. */
interface HpaOptions extends EngineOptions {
  mapped?: MappedHpa | undefined;
}

/** HPA*. */
export const abstractions: EngineMaker<HpaSearch, HpaOptions> = {
  name: 'hpa',
  rank: 6,
  needs: [KIND.hpaInfo],
  views: [KIND.hpaViews],
  rules: MOVE_RULES,
  make([blob, views], grid, { keep = local, mapped }) {
    loadKeptCosts(blob, grid, keep);
    const kept = views && mapped ? mapped.hpa(views, grid, keep, loadOptions(blob)) : keep;
    const { abstraction, graph, ...ready } = hpaArrays(blob, grid, kept);
    return entering(grid, hpaSearch(grid, abstraction, graph, { ...ready, lineCost: lineChecker(grid, keep) }));
  },
  extend: addWalk,
};
