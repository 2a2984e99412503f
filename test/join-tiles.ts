/** Level 1 of HPA* of a whole map, joined from its tiles: clusters are row by row and self-contained. */
import type { Abstraction, HpaBuildOptions } from '../src/engines/hpa/abstraction.js';
import { Writer } from '../src/engines/hpa/writer.js';
import { type TileBox, tileBox, type WorldLayout } from '../src/world/layout.js';

/** Level 1 of a tile. */
export type TileLevel = Pick<Abstraction, 'counts' | 'places' | 'pairs' | 'runs'>;

/** @param tileAt level 1 of a tile, once each, row by row @returns what `buildHpa` makes, one level */
export function joinTiles(
  layout: WorldLayout,
  options: HpaBuildOptions,
  tileAt: (x: number, y: number) => TileLevel,
): Abstraction {
  const counts = new Writer(new Uint16Array(1024));
  const places = new Writer(new Uint16Array(1024));
  const pairs = new Writer(options.paths ? new Uint16Array(1024) : new Uint32Array(1024));
  const runs = new Writer(new Uint8Array(1024));
  for (let y = 0; y < layout.rows; y++) {
    const row = Array.from({ length: layout.columns }, (_, x) =>
      rowsOf(tileAt(x, y), tileBox(layout, x, y), layout.cluster),
    );
    for (let r = 0; r < Math.ceil(tileBox(layout, 0, y).height / layout.cluster); r++) {
      for (const next of row) {
        const part = next();
        counts.append(part.counts);
        places.append(part.places);
        pairs.append(part.pairs);
        if (part.runs) runs.append(part.runs);
      }
    }
  }
  return {
    options,
    counts: counts.done() as Uint16Array,
    places: places.done() as Uint16Array,
    pairs: pairs.done() as Abstraction['pairs'],
    runs: options.paths ? (runs.done() as Uint8Array) : undefined,
    upper: [],
  };
}

/** @returns what gives the next row of a tile's clusters */
function rowsOf({ counts, places, pairs, runs }: TileLevel, box: TileBox, cluster: number): () => TileLevel {
  const columns = Math.ceil(box.width / cluster);
  let [c, node, pair, run] = [0, 0, 0, 0];
  return () => {
    const from = [c, node, pair, run];
    for (const end = c + columns; c < end; c++) {
      node += counts[c];
      pair += (counts[c] * (counts[c] - 1)) >> 1;
    }
    if (runs) for (let p = from[2]; p < pair; p++) run += Math.max(0, pairs[p] - 1);
    return {
      counts: counts.subarray(from[0], c),
      places: places.subarray(from[1], node),
      pairs: pairs.subarray(from[2], pair),
      runs: runs?.subarray(from[3], run),
    };
  };
}
