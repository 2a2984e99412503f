/** Prints a checksum of all positions of crowds in 10,000 frames: it is the same on all JavaScript engines. */
import { crowdOf, follow, loadGrid } from '../dist/entry/runtime.js';

const FRAMES = 10_000;
const SIDE = 24;
const bits = new Uint32Array(2);
const value = new Float64Array(bits.buffer);
let [sum, seed] = [0x811c9dc5, 1];
const next = (count) => {
  seed = (seed * 48271) % 2147483647;
  return seed % count;
};
const worlds = ['no-corners', 'hex-odd-r'].map((diagonals) => {
  const isOpen = (x, y) => x % 5 !== 2 || y % 4 !== 1;
  const nav = loadGrid(SIDE, SIDE, isOpen, { diagonals });
  const walkers = Array.from({ length: 16 }, () => follow(nav, { x: 1.5, y: 2.5, radius: 0.15 + next(10) / 100 }));
  return { crowd: crowdOf(walkers), isOpen };
});
for (let frame = 0; frame < FRAMES; frame++)
  for (const { crowd, isOpen } of worlds) {
    for (const walker of crowd.walkers) {
      const to = [next(SIDE), next(SIDE)];
      if (walker.status !== 'walking' && isOpen(...to)) walker.to(...to);
    }
    crowd.update(1000 / 60);
    for (const { x, y } of crowd.walkers)
      for (value[0] of [x, y]) for (const word of bits) sum = Math.imul(sum ^ word, 0x01000193);
  }
console.log(sum >>> 0);
