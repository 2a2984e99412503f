/** What `recorded.test.ts` does not record of `prep verify`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packAll as packBlobs } from '../../src/core/blob/agents.js';
import { crc32 } from '../../src/core/blob/crc32.js';
import * as KIND from '../../src/core/blob/kinds.js';
import { HEADER_BYTES } from '../../src/core/blob/layout.js';
import { unpackBlob } from '../../src/core/blob/pack.js';
import { assemble, writeBlob } from '../../src/core/blob/write.js';
import { bakeBounds } from '../../src/engines/bounds/bake.js';
import { buildBounds } from '../../src/engines/bounds/build.js';
import { boundsSections } from '../../src/engines/bounds/section.js';
import { bakeHierarchy } from '../../src/engines/ch/bake.js';
import { bakeHpa } from '../../src/engines/hpa/bake.js';
import { inspectBlob } from '../../src/engines/inspect.js';
import { bakeJps } from '../../src/engines/jps/bake.js';
import { bakeTable } from '../../src/engines/table/bake.js';
import { parseMap } from '../../src/maps/movingai.js';
import { verifyBlobs } from '../../src/pipeline/prove/verify.js';
import { COURTYARD, good, makeTemporaryFolder, prep } from '../../test/prep.js';

const map = parseMap(readFileSync(COURTYARD));
let folder = '';
const blob = (name: string) => join(folder, `${name}.prep`);

beforeAll(async () => {
  folder = makeTemporaryFolder();
  const options = { map: 'courtyard.map' };
  const jps = await bakeJps(map, options);
  writeFileSync(blob('jps'), jps);
  writeFileSync(blob('ch'), await bakeHierarchy(map, options));
  const bounds = await bakeBounds(map, options);
  writeFileSync(blob('bounds'), bounds);
  const hpa = await bakeHpa(map, options);
  writeFileSync(blob('hpa'), hpa);
  writeFileSync(blob('table'), await bakeTable(hpa, options));
  writeFileSync(blob('pack'), packBlobs([jps, bounds, hpa]));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A blob with sound checksums whose boxes are not those of the map. */
async function wrongBounds(exact: boolean, change: (boxes: Uint16Array) => void): Promise<Uint8Array> {
  const bounds = await buildBounds(map, { threads: 1 });
  change(bounds.boxes);
  const metadata = { artifact: 'bounds', map: '', options: {} };
  return writeBlob(map, boundsSections(map, { ...bounds, exact }), metadata, { codec: 'none' });
}

describe('prep verify', () => {
  it('is decided by its seed', async () => {
    const [a, b, c] = await Promise.all(
      ['3', '3', '4'].map((seed) => good(`verify ${blob('hpa')} --seed ${seed} --json`)),
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it('finds damage', async () => {
    const damaged = readFileSync(blob('jps'));
    damaged[damaged.length - 3] ^= 1;
    const file = join(folder, 'damaged.prep');
    writeFileSync(file, damaged);
    const { code, stderr } = await prep(`verify ${file}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`prep: 1 violation; the first: ${file}: unusable blob: checksum of section 2 is `);
  });

  it('takes costs of letters from the blob', async () => {
    const costs = { '.': 2, S: 5 };
    const weighted = await bakeHpa(parseMap(readFileSync(COURTYARD), { costs }), { map: 'courtyard.map' });
    const { faults } = await verifyBlobs([{ file: 'weighted', bytes: weighted }], {
      against: { file: COURTYARD, bytes: readFileSync(COURTYARD) },
    });
    expect(faults).toEqual([]);
  });

  it.each<[string, boolean, (boxes: Uint16Array) => void, RegExp]>([
    [
      'boxes that are too small',
      true,
      (boxes) => boxes.fill(0),
      /box of \d+,\d+ in direction \d is 0,0,0,0, expected \d/,
    ],
    [
      'boxes that are too large',
      true,
      (boxes) =>
        boxes.forEach((v, i) => {
          if (i % 4 < 2 && v > 0) boxes[i]--;
        }),
      /expected \d/,
    ],
    ['boxes that are no supersets', false, (boxes) => boxes.fill(0), /expected at least \d/],
  ])('finds %s behind sound checksums', async (_, exact, change, message) => {
    const bytes = await wrongBounds(exact, change);
    expect(() => inspectBlob(bytes)).not.toThrow();
    const { faults } = await verifyBlobs([{ file: 'b', bytes }], { random: 0 });
    expect(faults[0]).toMatch(message);
  });

  it('lets larger boxes pass where they may be', async () => {
    const bytes = await wrongBounds(false, (boxes) =>
      boxes.forEach((v, i) => {
        if (i % 4 < 2 && v > 0) boxes[i]--;
      }),
    );
    expect((await verifyBlobs([{ file: 'b', bytes }])).faults).toEqual([]);
  });
});

describe('prep verify of tables', () => {
  it('makes the table once more from its hpa blob, and asks its engine', async () => {
    const { checks, engines, faults } = await verifyBlobs(
      ['hpa', 'table'].map((name) => ({ file: name, bytes: readFileSync(blob(name)) })),
    );
    expect(checks).toContain('table: all 4 sections');
    expect(engines.map(({ engine }) => engine)).toContain('table');
    expect(faults).toEqual([]);
  });

  it('finds a table that is not what its hpa blob gives', async () => {
    const wrong = join(folder, 'wrong.table.prep');
    const other = await bakeTable(readFileSync(blob('hpa')), { codec: 'none' });
    const parts = unpackBlob(other)[0].blob.entries;
    const hops = parts.find(({ kind }) => kind === KIND.tableHops) as (typeof parts)[number];
    // Another way for one pair, with a sound checksum.
    hops.parts[0][hops.parts[0].length - 1] ^= 1;
    hops.crc = crc32(hops.parts[0]);
    writeFileSync(wrong, assemble(other.subarray(0, HEADER_BYTES), parts));
    const { code, stderr } = await prep(`verify ${blob('hpa')} ${wrong}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^prep: \d+ violations?; the first: .*section 66 is not what its hpa blob gives\n$/);
  });
});
