/**
 * Worker for tests of `navPool`: ends in the middle of a query from 1, 1. There are no paths while cell 0, 0 is not as it was baked.
 */

import type { PathBuffer } from '../src/core/search/path.js';
import type { Change } from '../src/play/edit/cells.js';
import { serveNav } from '../src/play/pool/serve.js';
import { load } from '../src/runtime/load-all.js';

let shut = false;

serveNav({
  load(bytes, options) {
    const nav = load(bytes, options);
    const findPathInto = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean => {
      if (x0 === 1 && y0 === 1) process.exit(9);
      return !shut && nav.findPathInto(x0, y0, x1, y1, path);
    };
    return { findPathInto, isOpen: nav.isOpen };
  },
  editable: (nav) => ({
    ...nav,
    edit(changes: readonly Change[]) {
      for (const { x, y, open } of changes) if (x === 0 && y === 0) shut = open !== nav.isOpen(0, 0);
    },
  }),
});
