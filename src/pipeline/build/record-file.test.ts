import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { sample } from '../../../test/samples.js';
import { RECORD_NAME, readRecord } from './record.js';
import { decodeRecord, type Entries, type Entry, encodeRecord } from './record-file.js';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const name = fc.stringMatching(/^[a-z0-9 ü/.-]{1,20}$/);
const size = fc.integer({ min: 0, max: 2 ** 40 });
const wanted = fc.record({
  name: fc.constantFrom('jps', 'hpa'),
  options: fc.dictionary(name, fc.oneof(size, name)),
  codec: fc.constant('zstd'),
  zstdLevel: size,
});
const required = {
  ...{ map: name, mapSha256: hash, reading: fc.record({ terrain: name, costs: fc.dictionary(name, size) }) },
  ...{ artifacts: fc.array(wanted, { maxLength: 2 }), madeFrom: fc.array(wanted, { maxLength: 1 }) },
  ...{ algorithmRevision: size, tool: name, sha256: hash, bytes: size, fingerprint: hash },
  ...{ width: size, height: size, openCells: size },
  seconds: fc.integer({ min: 0, max: 10 ** 7 }).map((ms) => ms / 1000),
};
const optional = {
  choice: fc.record({ leftOut: fc.array(name), because: name }),
  ...{ beside: fc.dictionary(name, hash), agents: fc.dictionary(name, hash) },
  world: fc.record({ tiles: size, bytes: size, sha256: hash }),
};
const requiredKeys = Object.keys(required) as (keyof typeof required)[];
const entry = fc.record({ ...required, ...optional }, { requiredKeys });

const plain = (entries: Entries | undefined) =>
  JSON.parse(JSON.stringify([...(entries ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))));

describe('a record', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(name, entry, { maxKeys: 6 }), (outputs) => {
        const entries: Entries = new Map(Object.entries(outputs) as unknown as [string, Entry][]);
        const bytes = Buffer.from(encodeRecord(entries));
        expect(plain(decodeRecord(bytes))).toEqual(plain(entries));
        // Written again it has the same bytes: a build without changes writes nothing.
        expect(Buffer.from(encodeRecord(decodeRecord(bytes) as Entries)).equals(bytes)).toBe(true);
      }),
      { numRuns: sample(400) },
    );
  });

  it('of 5,000 outputs of tiny maps takes less than 130 bytes each, and is refused once a byte has changed', () => {
    const [one] = fc.sample(fc.record(required), { numRuns: 1, seed: 1 }) as unknown as Entry[];
    const sums = Array.from({ length: 15_000 }, (_, i) => createHash('sha256').update(String(i)).digest('hex'));
    const entries: Entries = new Map();
    for (let i = 0; i < 5000; i++) {
      const file = `tiny/${String(i).padStart(6, '0')}`;
      const [mapSha256, sha256, fingerprint] = sums.slice(3 * i);
      const numbers = { bytes: 200 + (i % 97), openCells: 40 + (i % 24), seconds: (i % 11) / 1000 };
      const own = { map: `maps/${file}.map`, mapSha256, sha256, fingerprint, width: 8, height: 8, ...numbers };
      entries.set(`${file}.jps.prep`, { ...one, ...own });
    }
    const bytes = Buffer.from(encodeRecord(entries));
    expect(bytes.length).toBeLessThan(130 * entries.size);
    expect(decodeRecord(bytes)?.get('tiny/004999.jps.prep')?.sha256).toBe(sums[3 * 4999 + 1]);
    for (const at of [0, 5, 40, 45, 5000, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1;
      expect(decodeRecord(damaged)).toBeUndefined();
    }
    for (const length of [0, 4, 44, bytes.length - 1]) expect(decodeRecord(bytes.subarray(0, length))).toBeUndefined();
  });

  it('of many files that each map refers to comes back, though it compresses too well', () => {
    const [one] = fc.sample(fc.record(required), { numRuns: 1, seed: 1 }) as unknown as Entry[];
    const beside = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`tiles/${i}.tsj`, one.sha256]));
    const entries: Entries = new Map(Array.from({ length: 300 }, (_, i) => [`${i}.prep`, { ...one, beside }]));
    expect(decodeRecord(Buffer.from(encodeRecord(entries)))?.get('7.prep')).toEqual({ ...one, beside });
  });
});

/** A record of a stranger, its checksum right. @param count outputs that it declares */
function forged(json: string | Uint8Array, count = 0): Buffer {
  const content = Buffer.concat([Buffer.alloc(4 + 96 * count), deflateRawSync(json, { level: 9 })]);
  content.writeUInt32LE(count);
  return Buffer.concat([Buffer.from('prep\x05'), createHash('sha256').update(content).digest(), content]);
}

const folderOf = (record: Uint8Array) => {
  const out = temporaryFolder();
  writeFileSync(join(out, RECORD_NAME), record);
  return out;
};

describe('a record of a stranger', () => {
  it('takes no more memory than its bytes allow', async () => {
    const bomb = forged(new Uint8Array(2 ** 26));
    expect(bomb.length).toBeLessThan(70_000);
    const start = performance.now();
    expect(() => decodeRecord(bomb)).toThrow(/^Cannot create a Buffer larger than \d+ bytes$/);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(await readRecord(folderOf(bomb))).toEqual(new Map());
  });

  it('of another form counts as none', async () => {
    const recipe = { reading: {}, artifacts: [], madeFrom: [], algorithmRevision: 1 };
    const columns = ['m', 1, 2, 3, 4, 5, null, null, null].map((value) => [value]);
    const table = { files: ['a.prep'], recipes: [recipe], recipe: [0], fields: columns };
    const read = async (changed: object, count = 1) =>
      (await readRecord(folderOf(forged(JSON.stringify({ ...table, ...changed }), count)))).size;
    expect(await read({})).toBe(1);
    expect(await read({}, 0)).toBe(0);
    expect(await read({}, 2)).toBe(0);
    const wrong = [
      ...[{ files: [1] }, { files: null }, { recipes: [null] }, { recipes: [] }, { recipe: [1] }, { recipe: [0.5] }],
      ...[{ recipes: [{ ...recipe, artifacts: null }] }, { recipes: [{ ...recipe, madeFrom: [{ name: 'jps' }] }] }],
      ...[{ fields: columns.slice(1) }, { fields: columns.map(() => [null]) }, { fields: columns.map(() => []) }],
      ...[{ fields: columns.with(6, [{ a: 1 }] as never) }, { fields: columns.with(8, [{ tiles: 1 }] as never) }],
    ];
    for (const one of wrong) expect(await read(one), JSON.stringify(one)).toBe(0);
    for (const short of [0, 1, 3])
      expect(await readRecord(folderOf(forged('{}').subarray(0, 37 + short)))).toEqual(new Map());
  });
});
