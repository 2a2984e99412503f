/** Land: seas, ridges and ruins, each cell only by place and seed, so maps of any size can be made in parts. */

/** Periods of the noise in cells, powers of two, and how much each counts. */
const OCTAVES = [
  [256, 3],
  [64, 2],
  [16, 2],
] as const;
/** Side of a block; one block in `RUINS` is ruins; side of a room with one of its walls. */
const BLOCK = 64;
const RUINS = 10;
const ROOM = 9;
/** Heights of PROBES * PROBES places, sorted, give the level that a share of cells lies below. */
const PROBES = 64;

export interface Land {
  /** @param out row of cells from x on, 1 open, 0 blocked */
  row(x: number, y: number, out: Uint8Array): void;
}

/** Makes a land of a seed. @param density share of cells that are sea or ridge */
export function landOf(seed: number, density: number): Land {
  let heights = new Float64Array(0);
  const measure = (x: number, y: number, width: number): Float64Array => {
    if (heights.length < width) heights = new Float64Array(width);
    heights.fill(0, 0, width);
    for (const [octave, [period, weight]] of OCTAVES.entries())
      addNoise(heights, x, y, width, period, weight, seed + octave);
    return heights;
  };
  const probes: number[] = [];
  for (let i = 0; i < PROBES * PROBES; i++)
    probes.push(measure((i % PROBES) * 1021, Math.floor(i / PROBES) * 1021, 1)[0]);
  probes.sort((a, b) => a - b);
  const level = density >= 1 ? Infinity : probes[Math.floor(density * probes.length)];
  return {
    row(x, y, out) {
      const values = measure(x, y, out.length);
      for (let i = 0; i < out.length; i++) out[i] = values[i] >= level ? 1 : 0;
      addRuins(out, x, y, seed);
    },
  };
}

/** Adds noise between lattice points of a period to a row. */
function addNoise(
  row: Float64Array,
  x: number,
  y: number,
  width: number,
  period: number,
  weight: number,
  seed: number,
): void {
  const j = Math.floor(y / period);
  const low = y % period;
  const scale = weight / (period * period);
  const at = (i: number) => (hash(i, j, seed) & 255) * (period - low) + (hash(i, j + 1, seed) & 255) * low;
  let cell = x;
  for (let i = Math.floor(x / period), from = at(i); cell < x + width; i++) {
    const to = at(i + 1);
    const end = Math.min(x + width, (i + 1) * period);
    const step = (to - from) * scale;
    const base = from * period * scale;
    for (let along = cell - i * period; cell < end; cell++, along++) row[cell - x] += base + step * along;
    from = to;
  }
}

/** Walls of rooms with a door each, in the blocks that are ruins. */
function addRuins(row: Uint8Array, x: number, y: number, seed: number): void {
  const j = Math.floor(y / BLOCK);
  for (let i = Math.floor(x / BLOCK); i * BLOCK < x + row.length; i++) {
    if (hash(i, j, seed + 11) % RUINS > 0) continue;
    for (let cell = Math.max(x, i * BLOCK); cell < Math.min(x + row.length, (i + 1) * BLOCK); cell++) {
      const [across, down] = [cell % ROOM, y % ROOM];
      if (across > 0 && down > 0) continue;
      // The door of a room's upper wall, and of its left one.
      const wall = 2 * hash(Math.floor(cell / ROOM), Math.floor(y / ROOM), seed + 13);
      const door =
        across > 0 ? (wall % (ROOM - 1)) + 1 === across : down > 0 && ((wall >>> 8) % (ROOM - 1)) + 1 === down;
      if (!door) row[cell - x] = 0;
    }
  }
}

function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 1;
}

/** Header of a MovingAI map, and its rows. @returns bytes, at most a few hundred rows at a time */
export function* landText(land: Land, left: number, top: number, width: number, height: number): Generator<Uint8Array> {
  yield new TextEncoder().encode(`type octile\nheight ${height}\nwidth ${width}\nmap\n`);
  const rows = Math.max(1, Math.floor(2 ** 20 / width));
  const row = new Uint8Array(width);
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y);
    const text = new Uint8Array(count * (width + 1));
    for (let r = 0; r < count; r++) {
      land.row(left, top + y + r, row);
      const at = r * (width + 1);
      for (let x = 0; x < width; x++) text[at + x] = row[x] > 0 ? 46 : 64;
      text[at + width] = 10;
    }
    yield text;
  }
}
