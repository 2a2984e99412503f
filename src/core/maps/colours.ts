/** Colours of drawn maps: what `prep map` paints, and what every other picture is painted over. */

/** A colour: red in the highest byte, then green, blue and alpha. 0 is no colour at all. */
export type Colour = number;

/** Walls dark, ground light; the cheapest and the dearest ground that costs more than 1. */
export const COLOURS = {
  blocked: '#1e1e2e',
  open: '#f5f2e8',
  costs: '#f6d55c #b3262e',
  door: '#2979ff',
  marker: '#00b86b',
} as const;

/** `#rrggbb` or `#rrggbbaa` as a colour. */
export function colour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return (text.length > 7 ? value : value * 256 + 255) >>> 0;
}

/** A mix of two colours. @param share 0 for the first, 1 for the second */
export function between(first: Colour, second: Colour, share: number): Colour {
  const mix = (shift: number) => {
    const [a, b] = [(first >>> shift) & 255, (second >>> shift) & 255];
    return Math.round(a + (b - a) * Math.min(1, Math.max(0, share)));
  };
  return ((mix(24) << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}

/** Colours of ground by its cost, 0 blocked. @param highest cost of the map */
export function groundColours(
  { blocked, open, costs }: { blocked: Colour; open: Colour; costs: readonly Colour[] },
  highest: number,
): Colour[] {
  return Array.from({ length: 256 }, (_, cost) =>
    cost < 2 ? [blocked, open][cost] : between(costs[0], costs[1], highest > 2 ? (cost - 2) / (highest - 2) : 0),
  );
}
