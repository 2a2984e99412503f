/** Colours of drawn maps: what `prep map` paints, and what every other picture is painted over. */

/** Colours of a drawn map, as `#rrggbb`: walls dark, ground light. */
export const COLOURS = { blocked: '#1e1e2e', open: '#f5f2e8', door: '#2979ff', marker: '#00b86b' } as const;
/** Ground of cost 2, and of the highest cost of the map. */
const CHEAP = 0xf6d55c;
const DEAR = 0xb3262e;

/** Colour of a cell, red in the highest byte and opaque. @param price 0 if blocked @param highest of the map */
export function priceColour(price: number, highest: number): number {
  if (price === 0) return opaque(hex(COLOURS.blocked));
  if (price === 1) return opaque(hex(COLOURS.open));
  const share = highest > 2 ? (price - 2) / (highest - 2) : 0;
  const mixed = [16, 8, 0].map((shift) => {
    const [from, to] = [(CHEAP >> shift) & 255, (DEAR >> shift) & 255];
    return Math.round(from + share * (to - from)) << shift;
  });
  return opaque(mixed[0] | mixed[1] | mixed[2]);
}

export function hex(colour: string): number {
  return Number.parseInt(colour.slice(1), 16);
}

export function opaque(rgb: number): number {
  return ((rgb << 8) | 255) >>> 0;
}
