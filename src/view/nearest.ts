/** The nearest cell that fits. @param reach number of rings to search */
export function nearestCell(
  [x, y]: readonly [number, number],
  reach: number,
  fits: (x: number, y: number) => boolean,
): [number, number] | undefined {
  for (let r = 0; r < reach; r++) {
    let nearest: [number, number] | undefined;
    let least = Infinity;
    for (let dy = -r; dy <= r; dy++) {
      for (let dx = -r; dx <= r; dx += Math.abs(dy) === r ? 1 : Math.max(1, 2 * r)) {
        const distance = dx * dx + dy * dy;
        if (distance < least && fits(x + dx, y + dy)) [nearest, least] = [[x + dx, y + dy], distance];
      }
    }
    if (nearest) return nearest;
  }
  return undefined;
}
