/** Damaged blobs and maps through every reader: each is refused with an error of ours, or does no harm. */
import { decompressor } from '../blob/decompress.js';
import { inspectBlob } from '../blob/inspect.js';
import { packBlobs, unpackBlob } from '../blob/pack.js';
import { bakeBounds } from '../bounds/bake.js';
import { BlobError, MapError } from '../errors.js';
import { setCosts } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { loader } from '../load.js';
import { parseMap } from '../maps/movingai.js';
import { parseScenarios } from '../maps/scen.js';
import { diffBlobs } from '../pipeline/diff.js';
import { PathBuffer } from '../search/path.js';
import { TOOL_ENGINES } from '../tool-engines.js';
import { random as generator, makeGrid } from './grids.js';
import { mapText } from './maps.js';
import { mutateBlob, mutateText } from './mutate.js';

/** What the damage is done to. */
export async function fuzzCorpus(): Promise<Uint8Array[]> {
  const corpus: Uint8Array[] = [];
  for (const [i, kind] of (['rooms', 'noise', 'maze'] as const).entries()) {
    const grid = makeGrid(kind, 30 + i, 24, 0.3, i + 1);
    for (const codec of ['none', 'zstd'] as const) {
      const options = { codec, map: 'fuzz', jobs: 1, zstdLevel: 3 };
      const jps = await bakeJps(grid, { ...options, store: 'planes' });
      const bounds = await bakeBounds(grid, { ...options, at: i === 0 ? 'cells' : 'jump-points' });
      const hpa = await bakeHpa(grid, { ...options, cluster: 6, levels: i + 1, paths: i !== 1 });
      corpus.push(await bakeJps(grid, { ...options, width: 8 }), jps, bounds, hpa, packBlobs([jps, bounds, hpa]));
    }
    setCosts(grid, (x, y) => 1 + ((x * y) % 9));
    corpus.push(await bakeHpa(grid, { codec: 'none', cluster: 8, levels: 2, jobs: 1 }));
  }
  return corpus;
}

const SCENARIOS = `version 1\n${Array.from({ length: 20 }, (_, i) => `${i}\tm.map\t30\t24\t1\t2\t${i}\t4\t${i}.414`).join('\n')}\n`;
const MAP = mapText('rooms', 20, 0.3, 4);
const loadAny = loader(TOOL_ENGINES);
const path = new PathBuffer();

/** The case of a number: the same numbers, the same cases. @throws what is no error of ours */
export function fuzzCase(corpus: Uint8Array[], seed: number): { refused: boolean; bytes: Uint8Array } {
  const random = generator(seed + 1);
  for (let i = 0; i < 8; i++) random();
  if (random() < 0.15) {
    const isMap = random() < 0.7;
    const text = mutateText(isMap ? MAP : SCENARIOS, random);
    const bytes = Buffer.from(text, 'latin1');
    return { refused: isRefused(() => (isMap ? parseMap(bytes) : parseScenarios(text))), bytes };
  }
  const pick = () => corpus[Math.floor(random() * corpus.length)];
  const original = pick();
  const bytes = mutateBlob(original, pick(), random);
  let refused = isRefused(() => inspectBlob(bytes));
  refused = isRefused(() => unpackBlob(bytes)) || refused;
  refused = isRefused(() => diffBlobs(original, bytes)) || refused;
  for (const engine of Object.keys(TOOL_ENGINES)) refused = isRefused(() => ask(bytes, engine, random)) || refused;
  return { refused, bytes };
}

function ask(bytes: Uint8Array, engine: string, random: () => number): void {
  const nav = loadAny(bytes, { engine, decompress: decompressor });
  for (let i = 0; i < 6; i++) {
    const [x0, x1] = [0, 1].map(() => Math.floor(random() * nav.width));
    const [y0, y1] = [0, 1].map(() => Math.floor(random() * nav.height));
    nav.findPathInto(x0, y0, x1, y1, path);
    if (nav.walk && i < 2) for (const _ of nav.walk(x0, y0, x1, y1) ?? []);
  }
}

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    // Not every blob has all that every engine needs.
    if (error instanceof BlobError || error instanceof MapError) return !error.message.includes('artifact is missing');
    throw error;
  }
}
