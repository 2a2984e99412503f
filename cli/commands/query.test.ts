/** What `recorded.test.ts` does not record of `prep query`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRAIGHT } from '../../src/core/grid/step-costs.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import { bakeHpa } from '../../src/engines/hpa/bake.js';
import { drawCosts } from '../../src/maps/cost-patterns.js';
import { generateMap } from '../../src/maps/generate/generate.js';
import { parseMap } from '../../src/maps/movingai.js';
import { load } from '../../src/runtime/load-all.js';
import { good, COURTYARD as MAP, makeTemporaryFolder, prep } from '../../test/prep.js';
import { connectedPairs } from '../../test/queries.js';

const folder = makeTemporaryFolder();
const BLOB = join(folder, 'courtyard.jps.prep');

beforeAll(() => good(`jps ${MAP} fixtures/maps/spiral.map -d ${folder}`));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a new file into the folder of the blobs. */
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('prep query --no-refine', () => {
  it('answers by HPA* without its windows: what search.refine = false finds', async () => {
    const grid = drawCosts(generateMap('caves', { width: 60, height: 50, seed: 4 }), 'patches');
    const bytes = await bakeHpa(grid, { cluster: 10 });
    const blob = file('swamp.hpa.prep', bytes);
    const [corrected, plain] = [load(bytes), load(bytes)];
    plain.search.refine = false;
    const longer = connectedPairs(grid, 100).find(
      (query) => (plain.findPath(...query)?.cost ?? 0) > (corrected.findPath(...query)?.cost ?? 0),
    );
    if (!longer) throw new Error('no path that windows correct');
    const [x0, y0, x1, y1] = longer;
    for (const [flags, nav] of [
      [[], corrected],
      [['--refine'], corrected],
      [['--no-refine'], plain],
    ] as const) {
      const stdout = await good(`query ${blob} --from ${x0},${y0} --to ${x1},${y1}`, ...flags);
      expect(stdout).toContain(`cost ${nav.findPath(...longer)?.cost.toFixed(4)}, `);
    }
  });
});

it('prep query --json --cells prints every cell', async () => {
  const grid = parseMap(readFileSync(MAP));
  const { from, to, cost, path } = JSON.parse(
    (await good(`query ${BLOB} --from 2,2 --to 37,27 --json --cells`)).split('\n')[0],
  );
  expect(checkPath(grid, path.flat(), from, to) / STRAIGHT).toBe(cost);
});

describe('bad blobs', () => {
  it('are refused in one line with their name, by query and by inspect', async () => {
    const whole = readFileSync(BLOB);
    const damaged = Uint8Array.from(whole).fill(0x55, -20, -10);
    for (const blob of [
      file('empty.prep', ''),
      file('text.prep', 'no map, no blob\n'.repeat(20)),
      file('header.prep', whole.subarray(0, 100)),
      file('truncated.prep', whole.subarray(0, -1)),
      file('longer.prep', Buffer.concat([whole, Buffer.of(0)])),
      file('damaged.prep', damaged),
    ]) {
      const inspected = await prep(`inspect ${blob}`);
      expect({ ...inspected, blob }).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^prep: [^\n]+\n$/),
        blob,
      });
      expect(inspected.stderr).toContain(`prep: ${blob}: unusable blob: `);
      // The last bytes are metadata, which a game never reads.
      if (!blob.endsWith('damaged.prep')) expect(await prep(`query ${blob} --from 1,1 --to 2,2`)).toEqual(inspected);
    }
  });
});
