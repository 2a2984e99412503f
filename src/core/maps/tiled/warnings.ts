/** What to tell the author of a map of its walls. */
import { quote, quoteAll } from '../text.js';
import type { WallReport } from '../walls.js';
import type { Layer } from './layers.js';
import type { Walls } from './marks.js';
import { areRules, likelyBlocks, namesOpen } from './names.js';

interface Found extends Pick<Walls, 'marked' | 'empty' | 'all' | 'hasShore' | 'isDecided'> {
  /** Whether options say that few walls, and cells without a tile, are meant. */
  open: boolean;
  emptyIsGiven: boolean;
  /** Properties that are true of some tile, layer or object. */
  flags: readonly string[];
}

export function wallWarnings(
  layers: readonly Layer[],
  found: Found,
  file: string,
): Pick<WallReport, 'warnings' | 'suggested' | 'rules'> {
  const { marked, empty, all, open, emptyIsGiven } = found;
  const names = layers.map(({ name }) => name);
  if (areRules(names))
    return {
      warnings: [`${file}: its layers are rules of Tiled's automapping; this is not a map for a game`],
      rules: true,
    };
  const warnings = names
    .filter(namesOpen)
    .map((name) => `${file}: layer ${quote(name)} marks what is open, which is not read; mark what is blocked`);
  if (open || (marked === 0 && empty > 0 && emptyIsGiven)) return { warnings };
  // Marks of single objects, as a fence, and those of a few cells are not all walls of a map.
  if (100 * marked < all - empty || (!found.isDecided && 20 * marked < all)) {
    const likely = names.filter(likelyBlocks);
    warnings.push(adviceOf(found, likely.length > 0 ? likely : names, file));
    return { warnings, ...(likely.length > 0 && { suggested: { tiled: { blockedLayers: likely } } }) };
  }
  if (!emptyIsGiven && found.hasShore && 2 * empty > all && empty > 4 * marked)
    warnings.push(
      `${file}: ${empty} of its ${all} cells have no tile and are blocked; if they are the ground, add ` +
        '--tiled.empty open, otherwise --tiled.empty blocked',
    );
  return { warnings };
}

function adviceOf({ marked, empty, all, flags }: Found, layers: readonly string[], file: string): string {
  const cells = (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  const marks = marked > 0 ? `only ${marked} of its ${cells(all)} are marked as walls` : 'nothing in it marks walls';
  const others = empty > 0 ? `only its ${cells(empty)} without a tile are blocked` : 'all its cells are open';
  const properties = flags.length > 0 ? ` (${quoteAll(flags, 6)})` : '';
  return (
    `${file}: ${marks}${marked > 0 ? '' : `, so ${others}`}; name layers that block with --tiled.blocked-layers ` +
    `(${quoteAll(new Set(layers), 6)}), a property of tiles with --tiled.solid-property${properties}, or tiles with ` +
    '--tiled.blocked-tiles; if that is meant, add --open'
  );
}
