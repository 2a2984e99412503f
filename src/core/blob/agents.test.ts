import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { STRIDE } from '../../../test/samples.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { readMeta } from '../../runtime/meta.js';
import { anchorsOf } from '../grid/clearance.js';
import { Grid, gridFrom, setCosts } from '../grid/grid.js';
import { MAX_SECTIONS } from '../limits.js';
import { agentBlobs, agentNames, packAgents, packAll, unpackAgents, unpackAll } from './agents.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { unpackMetadata } from './meta.js';
import { packBlobs } from './pack.js';
import { chooseAgent, readBlob } from './read.js';
import { unzstd } from './unzstd.js';
import { assemble, rawEntry } from './write.js';

const grid = makeGrid('rooms', 48, 40, 0.3, 5);
const two = anchorsOf(grid, 2);
const one = packBlobs([await bakeJps(grid), await bakeBounds(grid), await bakeHpa(grid)]);
const large = packBlobs([await bakeJps(two), await bakeBounds(two), await bakeHpa(two)]);
const blob = packAgents([
  { name: 'infantry', bytes: one },
  { name: 'scout', bytes: one },
  { name: 'tank', bytes: large },
]);

/** The same file with another list of agents. */
const { entries } = readBlob(blob, decompressor);
const [list] = entries[entries.length - 1].parts;
const withList = (bytes: Uint8Array) =>
  assemble(blob.subarray(0, 80), [...entries.slice(0, -1), rawEntry(KIND.agents, bytes)]);
const DAMAGED = 'unusable blob: agents is damaged, expected whole; bake it again with this gridprep';

describe('a file of several agents', () => {
  it('stores shared sections once: an equal agent costs its record, a larger one at most its own blob', () => {
    const sizes = [['infantry'], ['infantry', 'scout'], ['infantry', 'tank']].map(
      (names) => packAgents(unpackAgents(blob).filter(({ name }) => names.includes(name))).length,
    );
    expect(sizes[1] - sizes[0]).toBeLessThanOrEqual(200);
    expect(sizes[2] - sizes[0]).toBeLessThan(1.1 * one.length);
    expect(sizes[0]).toBeLessThan(one.length + 200);
  });

  it('gives each its own bytes again, and is made of them again', () => {
    const agents = unpackAgents(Buffer.from(blob));
    expect(agents.map(({ name }) => name)).toEqual(['infantry', 'scout', 'tank']);
    expect(agents.map(({ bytes }) => Buffer.compare(bytes, one))).toEqual([0, 0, Buffer.compare(large, one)]);
    expect(Buffer.compare(agents[2].bytes, large)).toBe(0);
    expect(packAgents(agents)).toEqual(blob);
    expect(agentNames([blob])).toEqual(['infantry', 'scout', 'tank']);
    expect(agentBlobs([blob], 'tank')).toEqual([agents[2].bytes]);
    expect(unpackAgents(one)).toEqual([]);
  });

  it('keeps sections of different kinds apart, though their bytes are the same, and gives nothing of who is not there', () => {
    const { entries } = readBlob(one, decompressor);
    const bytes = Uint8Array.of(1, 2, 3);
    const twins = assemble(one.subarray(0, 80), [...entries, rawEntry(998, bytes), rawEntry(999, bytes)]);
    expect(unpackAgents(packAgents([{ name: 'a', bytes: twins }]))).toEqual([{ name: 'a', bytes: twins }]);
    const others = packAgents([{ name: 'b', bytes: one }]);
    expect(agentBlobs([blob, others], 'tank')).toHaveLength(1);
    expect(agentBlobs([others], 'tank')).toEqual([]);
  });

  it('also comes apart by artifacts, and together again', () => {
    const parts = unpackAll(blob);
    expect(parts.map(({ artifact }) => artifact)).toEqual(['jps', 'bounds', 'hpa']);
    expect(packAll(parts.map(({ bytes }) => bytes))).toEqual(blob);
    expect(() => packAll([parts[0].bytes, one])).toThrow(
      'agents of blob 2 is none, expected infantry, scout, tank as in the other blobs',
    );
  });

  it('loads as who is named, and equal agents share their memory', () => {
    const nav = (agent: string) => load(blob, { agent });
    const [infantry, scout, tank] = ['infantry', 'scout', 'tank'].map(nav);
    expect([infantry.agent, infantry.size, tank.agent, tank.size]).toEqual(['infantry', 1, 'tank', 2]);
    expect(tank.agents).toEqual(['infantry', 'scout', 'tank']);
    expect(tank.fingerprint).toBe(load(large).fingerprint);
    expect(scout.search).toBe(infantry.search);
    expect(nav('tank').search).toBe(tank.search);
    expect(tank.search).not.toBe(infantry.search);
    expect(load(blob.slice(), { agent: 'scout' }).search).not.toBe(infantry.search);
    expect(load(blob, { agent: 'scout', wasm: false }).search).not.toBe(infantry.search);
    for (let i = 0; i < 100; i++) {
      const query = [(7 * i) % 48, (3 * i) % 40, (11 * i) % 48, (5 * i) % 40] as const;
      expect(scout.findPath(...query)).toEqual(load(one).findPath(...query));
      expect(tank.findPath(...query)).toEqual(load(large).findPath(...query));
    }
  });

  it('loads in parts, when all know the agent', () => {
    const parts = unpackAll(blob).map(({ bytes }) => bytes);
    expect(load(parts, { agent: 'tank' }).engine).toBe('jps+bounds');
    expect(load(packAgents([{ name: 'only', bytes: one }])).engine).toBe('jps+bounds');
    expect(() => load(blob)).toThrow('agent is missing, the blob has infantry, scout, tank; name one');
    expect(() => load(blob, { agent: 'boat' })).toThrow('agent is boat, the blob has infantry, scout, tank');
    expect(() => load(one, { agent: 'boat' })).toThrow('agent is boat, the blob has none');
    expect(load(one).agents).toEqual([]);
  });

  it('tells its agents and artifacts to games that ask', () => {
    const { agents, artifacts } = readMeta(blob, { decompress: unzstd });
    expect([agents, artifacts]).toEqual([
      ['infantry', 'scout', 'tank'],
      ['jps', 'bounds', 'hpa'],
    ]);
  });

  it('keeps agents apart that differ only in costs', async () => {
    const weighted = grid.copy();
    setCosts(weighted, (x) => 1 + (x % 3));
    const bytes = packAgents([
      { name: 'a', bytes: await bakeHpa(grid) },
      { name: 'b', bytes: await bakeHpa(weighted) },
    ]);
    expect(['a', 'b'].map((agent) => load(bytes, { agent }).findPath(0, 0, 20, 20)?.cost)).toEqual([
      load(await bakeHpa(grid)).findPath(0, 0, 20, 20)?.cost,
      load(await bakeHpa(weighted)).findPath(0, 0, 20, 20)?.cost,
    ]);
    expect(bytes.length).toBeLessThan((await bakeHpa(grid)).length + (await bakeHpa(weighted)).length);
  });

  it('is refused where one fingerprint is of two rules or sizes: their agents would share an engine', () => {
    const second = 64 + list[9] + 1 + list[64 + list[9]];
    for (const [at, value] of [
      [8, 2],
      [10, 1],
    ]) {
      const changed = list.slice();
      changed[second + at] = value;
      const forged = withList(changed);
      for (const agent of ['infantry', 'scout']) expect(() => load(forged, { agent })).toThrow(DAMAGED);
    }
  });

  it('keeps agents apart whose maps have one checksum, and a forged fingerprint in common', async () => {
    // A wall at each 1 of the polynomial of CRC-32 leaves the checksum of the cells as it is.
    const wall = (0x104c11db7).toString(2);
    const [open, walled] = [gridFrom(8, 40, () => true), gridFrom(8, 40, (x, y) => wall[8 * y + x - 160] !== '1')];
    const [a, b] = await Promise.all([open, walled].map((one) => bakeJps(one, { codec: 'none' })));
    const [own, others] = [a, b].map((one) => readBlob(one, decompressor).entries);
    const bytes = packAgents([
      { name: 'walk', bytes: a },
      { name: 'fly', bytes: assemble(a.subarray(0, 80), [others[0], ...own.slice(1)]) },
    ]);
    const [walk, fly] = ['walk', 'fly'].map((agent) => load(bytes, { agent }));
    const crcOf = (agent: string) => readBlob(bytes, decompressor, agent).entries[0].crc;
    expect([crcOf('walk'), walk.isOpen(0, 20)]).toEqual([crcOf('fly'), true]);
    expect(fly.isOpen(0, 20)).toBe(false);
  });

  it('is refused by name, or answers, however its list of agents is damaged', () => {
    let refused = 0;
    for (let i = 0; i < list.length; i += STRIDE) {
      for (const value of [0, 255, list[i] ^ 1]) {
        const changed = list.slice();
        changed[i] = value;
        try {
          load(withList(changed), { agent: 'tank' }).findPath(0, 0, 47, 39);
        } catch (error) {
          expect((error as Error).message).toMatch(/^unusable blob: |^agent is tank, the blob has/);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('is refused by name where its list of agents is cut, to a byte even', () => {
    let whole = 0;
    for (let length = 1; length < list.length; length++) {
      try {
        whole += readBlob(withList(list.slice(0, length)), decompressor).agents.length;
      } catch (error) {
        expect((error as Error).message).toBe(DAMAGED);
      }
    }
    // Lists that end with the first agent, and with the second.
    expect(whole).toBe(3);
  });

  it('refuses names that are none, maps of other sizes, and more than a directory holds', async () => {
    expect(() => packAgents([])).toThrow('number of agents is 0');
    expect(() => packAgents([{ name: 'a b', bytes: one }])).toThrow('name of an agent is "a b"');
    const twice = { name: 'a', bytes: one };
    expect(() => packAgents([twice, twice])).toThrow('name of an agent is a twice');
    const other = await bakeJps(makeGrid('noise', 9, 9, 0.1, 1));
    expect(() => packAgents([twice, { name: 'b', bytes: other }])).toThrow('map of b is 9 x 9, expected 48 x 40');
    const many = await Promise.all(
      Array.from({ length: 256 }, async (_, i) => {
        const own = new Grid(8, 8);
        for (let bit = 0; bit < 8; bit++) own.open[own.cell(bit, bit)] = (i >> bit) & 1;
        return { name: `n${i}`, bytes: await bakeJps(own, { codec: 'none' }) };
      }),
    );
    expect(() => packAgents(many)).toThrow(
      /^256 agents have \d+ sections, a file holds 255; put fewer agents or artifacts into one$/,
    );
    expect(MAX_SECTIONS).toBe(255);
    let packed: Uint8Array | undefined;
    for (let n = 255; !packed; n--)
      try {
        packed = packAgents(many.slice(0, n));
      } catch {}
    expect(packed[25]).toBe(MAX_SECTIONS);
  });

  it('are refused where they name sections that are not there, or end early', () => {
    const head = Uint8Array.of(1, 2, 3, 4, 0, 0, 0, 0, 0, 1);
    const list = (...rest: number[]) => Uint8Array.of(...head, ...rest);
    const choose = (bytes: Uint8Array, agent?: string) => chooseAgent(bytes, head, ['x', 'y'], agent);
    expect(choose(list(1, 1, 97), 'a')).toEqual({ agents: ['a'], heads: [head], head, entries: ['y'] });
    expect(choose(list(1, 1, 97))).toEqual({ agents: ['a'], heads: [head], head, entries: ['x', 'y'] });
    const other = list(1, 1, 97);
    other[2] = 9;
    for (const damaged of [list(2, 1, 97), list(1, 2, 97), list(1), other])
      expect(() => choose(damaged, 'a')).toThrow('unusable blob: agents is damaged, expected whole');
  });
});

it.each([
  [[5], '5'],
  [[0xc0], 'null'],
  [[0xa1, 0x61], 'a'],
  [[0x93, 1, 2, 3], '1,2,3'],
  [[0xc1], ''],
])('metadata of bytes %j are refused: no map of values', (bytes, found) => {
  const { entries } = readBlob(one, decompressor);
  const others = entries.map((entry) =>
    entry.kind === KIND.meta ? rawEntry(KIND.meta, Uint8Array.from(bytes)) : entry,
  );
  const forged = readBlob(assemble(one.subarray(0, 80), others), decompressor);
  expect(() => unpackMetadata(forged)).toThrow(`unusable blob: metadata is ${found}`);
});
