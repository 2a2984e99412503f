/**
 * Walkers over random maps with links, edited on their way, each update checked: `npm run tool fuzz-follow -- [UPDATES SEED]`.
 *
 * A walker may enter no closed cell, cut no corner, take no closed link and land in no closed cell; it arrives where Dijkstra gets. A failure prints
 * map, links and the last updates.
 */

import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { random } from '../test/grids.js';
import { linkedMaps } from '../test/links.js';
import { walkAtRandom } from '../test/walkers.js';

const [updates = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
let done = 0;
let maps = 0;
for (let seed = first; done < updates; seed++) {
  const next = random(seed);
  for await (const [grid, nav] of linkedMaps(35, next)) {
    done += walkAtRandom(grid, editable(nav) as ChangingNav, next, 60);
    maps++;
  }
}
console.log(`${done} updates on ${maps} maps from seed ${first}: all right`);
