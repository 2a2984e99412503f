/** Sections of the layout `mapped`; see `views.ts`. */

import { labelRuns } from '../grid/components.js';
import { doubled } from '../grid/doubled.js';
import type { Grid } from '../grid/grid.js';
import { touchesAbove } from '../grid/hexes.js';
import { MOST_LIST } from '../limits.js';
import type { Keep } from './keep.js';
import * as KIND from './kinds.js';
import { ELEMENTS, type ElementArray, type Kind } from './layout.js';
import { DOUBLES, VIEWS_HEAD } from './views.js';

/**
 * A section of arrays.
 * @param tree objects, lists, numbers and typed arrays; arrays that lie in others are stored once
 */
export function viewsSection(kind: Kind, tree: object): { kind: Kind; values: Int32Array } {
  const parts: { bytes: Uint8Array; at: number }[] = [];
  let end = 0;
  const placeOf = ({ buffer, byteOffset, byteLength }: ElementArray | Float64Array): number => {
    const inside = parts.find(
      ({ bytes }) =>
        bytes.buffer === buffer &&
        bytes.byteOffset <= byteOffset &&
        byteOffset + byteLength <= bytes.byteOffset + bytes.length,
    );
    if (inside) return inside.at + byteOffset - inside.bytes.byteOffset;
    const at = end;
    parts.push({ bytes: new Uint8Array(buffer, byteOffset, byteLength), at });
    end = (end + byteLength + 7) & ~7;
    return at;
  };
  const list = JSON.stringify(tree, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as ElementArray;
    const type = value instanceof Float64Array ? DOUBLES : ELEMENTS.findIndex((element) => value instanceof element);
    return `${type}:${placeOf(array)}:${array.length}`;
  });
  const text = Buffer.from(list.padEnd((list.length + 7) & ~7));
  if (text.length > MOST_LIST) throw new Error(`list of arrays has ${text.length} bytes; at most ${MOST_LIST}`);
  const section = new Uint8Array(VIEWS_HEAD + text.length + end);
  new DataView(section.buffer).setUint32(0, text.length, true);
  section.set(text, VIEWS_HEAD);
  for (const { bytes, at } of parts) section.set(bytes, VIEWS_HEAD + text.length + at);
  return { kind, values: new Int32Array(section.buffer) };
}

export const mapViews = (grid: Grid) => viewsSection(KIND.mapViews, mapArrays(grid));

export function mapArrays(map: Grid) {
  const grid = doubled(map);
  const { open, costs } = grid;
  return { open, components: labelRuns(grid, touchesAbove(grid)), costs };
}

/** All that is kept while an engine's arrays are made. */
export function recorded(make: (keep: Keep) => void): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  make(<T>(name: string, value: () => T) => {
    kept[name] ??= value();
    return kept[name] as T;
  });
  return kept;
}
