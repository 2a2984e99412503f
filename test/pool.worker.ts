/**
 * Worker for tests of `navPool`: ends in the middle of a query from 1, 1. Edits are what a test says: `{ shut }` whether there are any paths, `{ wrong }` an error.
 */

import { load } from '../src/core/runtime/load-all.js';
import type { PathBuffer } from '../src/core/search/path.js';
import { serveNav } from '../src/play/pool/serve.js';

let shut = false;

serveNav({
  load(bytes, options) {
    const nav = load(bytes, options);
    const findPathInto = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean => {
      if (x0 === 1 && y0 === 1) process.exit(9);
      return !shut && nav.findPathInto(x0, y0, x1, y1, path);
    };
    return { findPathInto };
  },
  editable: (nav) => ({
    ...nav,
    edit(changes: readonly { shut?: boolean; wrong?: boolean }[]) {
      if (changes.some(({ wrong }) => wrong)) throw new RangeError('area -1, 0, 1 x 1 is not on the map');
      for (const change of changes) shut = change.shut ?? shut;
    },
  }),
});
