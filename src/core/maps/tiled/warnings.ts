/** What to tell the author of a map of its walls. */
import { quote, quoteAll } from '../text.js';
import type { WallReport } from '../walls.js';
import type { Layer } from './layers.js';
import { areRules, likelyBlocks, namesOpen } from './names.js';

/** @param marked cells that marks block @param empty cells that are blocked for want of a tile alone */
export function wallWarnings(
  layers: readonly Layer[],
  { marked, empty, isMeant, flags }: { marked: number; empty: number; isMeant: boolean; flags: readonly string[] },
  file: string,
): Pick<WallReport, 'warnings' | 'suggested' | 'rules'> {
  const names = layers.map(({ name }) => name);
  const warnings = names
    .filter(namesOpen)
    .map((name) => `${file}: layer ${quote(name)} marks what is open, which is not read; mark what is blocked`);
  if (areRules(names))
    return {
      warnings: [`${file}: its layers are rules of Tiled's automapping; this is not a map for a game`],
      rules: true,
    };
  if (marked > 0 || isMeant) return { warnings };
  const found =
    empty > 0
      ? `only its ${empty} ${empty === 1 ? 'cell' : 'cells'} without a tile are blocked`
      : 'all its cells are open';
  const likely = names.filter(likelyBlocks);
  const named = quoteAll(likely.length > 0 ? likely : new Set(names), 6);
  const properties = flags.length > 0 ? ` (${quoteAll(flags, 6)})` : '';
  warnings.push(
    `${file}: nothing in it marks walls, so ${found}; name layers that block with --tiled.blocked-layers ` +
      `(${named}), a property of tiles with --tiled.solid-property${properties}, or tiles with ` +
      '--tiled.blocked-tiles; if that is meant, add --open',
  );
  return { warnings, ...(likely.length > 0 && { suggested: { tiled: { blockedLayers: likely } } }) };
}
