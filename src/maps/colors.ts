/** Colors of drawn maps: what `prep map` paints, and what every other picture is painted over. */

/** A color: red in the highest byte, then green, blue and alpha. 0 is no color at all. */
export type Color = number;

/** Walls dark, ground light; `costs`: the cheapest and the most expensive ground that costs more than 1. */
export const COLORS = {
  blocked: '#1e1e2e',
  open: '#f5f2e8',
  costs: '#ebdfc2 #a97f4d',
  door: '#2979ff',
  marker: '#00b86b',
} as const;

/** `#rrggbb` or `#rrggbbaa` as a color. */
export function color(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return (text.length > 7 ? value : value * 256 + 255) >>> 0;
}

/** A mix of two colors. @param share 0 for the first, 1 for the second */
export function between(first: Color, second: Color, share: number): Color {
  const mix = (shift: number) => {
    const [a, b] = [(first >>> shift) & 255, (second >>> shift) & 255];
    return Math.round(a + (b - a) * Math.min(1, Math.max(0, share)));
  };
  return ((mix(24) << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}

/** Colors of ground by its cost, 0 blocked. @param highest cost of the map */
export function groundColors(
  { blocked, open, costs }: { blocked: Color; open: Color; costs: readonly Color[] },
  highest: number,
): Color[] {
  return Array.from({ length: 256 }, (_, cost) =>
    cost < 2 ? [blocked, open][cost] : between(costs[0], costs[1], highest > 2 ? (cost - 2) / (highest - 2) : 0),
  );
}
