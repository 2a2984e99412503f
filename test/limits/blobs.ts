/** Blobs, messages and files of builds that cross each limit. */
import { join } from 'node:path';
import { packAgents } from '../../src/core/blob/agents.js';
import { decompressor } from '../../src/core/blob/decompress.js';
import * as KIND from '../../src/core/blob/kinds.js';
import type { ElementArray } from '../../src/core/blob/layout.js';
import { newBudget, unpack } from '../../src/core/blob/message-pack.js';
import { unpackMetadata } from '../../src/core/blob/meta.js';
import { readBlob } from '../../src/core/blob/read.js';
import { writeBlob } from '../../src/core/blob/write.js';
import { readRegular } from '../../src/core/files/regular.js';
import { createGrid } from '../../src/core/grid/create.js';
import * as LIMIT from '../../src/core/limits.js';
import { bakeHpa } from '../../src/engines/hpa/bake.js';
import { loadForTools } from '../../src/lab/engines/all.js';
import { FolderStore } from '../../src/pipeline/cache/folder.js';
import { parseConfig } from '../../src/pipeline/config/config.js';
import { readConfig } from '../../src/pipeline/config/read-config.js';
import { packFailure } from '../../src/pipeline/fleet/failure.js';
import { parseJob } from '../../src/pipeline/fleet/jobs.js';
import { parseTask } from '../../src/pipeline/fleet/task.js';
import { readIndex } from '../../src/world/section.js';
import { withList, withSection } from '../forge.js';
import { type FuzzBlob, fuzzCorpus } from '../fuzz-corpus.js';
import { names, open, type Row, sparse } from './maps.js';

let corpus: FuzzBlob[];
/** Before tests. */
export const prepare = async () => {
  corpus = await fuzzCorpus();
};
const hostOf = (kind: number, fits: (blob: FuzzBlob) => boolean = () => true) =>
  corpus.find(
    (one) => readBlob(one.bytes, decompressor).entries.some((entry) => entry.kind === kind) && fits(one),
  ) as FuzzBlob;
const loads = (kind: number, change: (values: ElementArray) => ElementArray) => {
  const { bytes, partners, agent } = hostOf(kind, (one) => !one.tiles && !one.agent);
  return loadForTools([withSection(bytes, kind, change), ...partners], { agent });
};
const put = (at: number, value: number) => (values: ElementArray) => values.with(at, value) as ElementArray;
const index = (at: number, value: number) => {
  const { bytes } = hostOf(KIND.worldInfo);
  return readIndex(withSection(bytes, KIND.worldInfo, put(at, value)), decompressor);
};

const manyTiles = async () => {
  const values = Uint32Array.of(2 * 8192, 2 * 9, 2, 2, 0, 0);
  const meta = { artifact: 'world', map: '' };
  const options = { codec: 'none', threads: 1 } as const;
  return readIndex(
    await writeBlob(createGrid(8192, 9, open), [{ kind: KIND.worldInfo, values }], meta, options),
    decompressor,
  );
};
/** Nine tiles in a row with a gate in every other cell between them. */
const manyPairs = async () => {
  const [tile, each] = [4096, 2048];
  const counts = Uint16Array.from({ length: 18 }, (_, border) => (border % 2 === 0 && border < 16 ? each : 0));
  const sections = [
    { kind: KIND.worldInfo, values: Uint32Array.of(9 * tile, tile, tile, 2, 8 * each, 0) },
    { kind: KIND.worldGateCounts, values: counts },
  ];
  const meta = { artifact: 'world', map: '' };
  return readIndex(
    await writeBlob(createGrid(9, 1, open), sections, meta, { codec: 'none', threads: 1 }),
    decompressor,
  );
};
const sha256 = 'a'.repeat(64);
const task = (files: number) => {
  const input = { path: 'a.map', from: 'a.map', sha256, bytes: 1 };
  const made = {
    gridprep: 1,
    tool: 't',
    map: 'a.map',
    reading: { terrain: '.', costs: {} },
    stale: [0],
    format: 'movingai',
  };
  const wanted = { name: 'jps', options: { storeLandmarks: false, landmarks: 0 }, codec: 'none', zstdLevel: 1 };
  const outputs = [{ file: 'a', artifacts: [wanted] }];
  return parseTask(
    Buffer.from(JSON.stringify({ ...made, outputs, size: 1, force: false, inputs: Array(files).fill(input) })),
  );
};
const INPUT = { maps: 'a.map', preset: 'tiny' } as const;
const config = (value: object) => parseConfig(value, 'FILE');
const entries = (count: number, value: unknown) => Object.fromEntries(names(count).map((name) => [name, value]));
const job = { tool: 't', task: sha256, bytes: 1, proof: sha256 };

export const BLOBS = {
  MAX_SECTIONS: {
    give: (n) => {
      const { bytes } = hostOf(KIND.jpsInfo, (one) => !one.agent && !one.tiles);
      const differ = (i: number) => withSection(bytes, KIND.jpsInfo, put(1, i));
      const { length } = readBlob(bytes, decompressor).entries;
      return packAgents(names(n - length).map((name, i) => ({ name, bytes: differ(i) })));
    },
    says: 'a file holds 255',
    class: 'BlobError',
  },
  MAX_META_BYTES: {
    give: (n) =>
      unpackMetadata(
        readBlob(
          withSection(hostOf(KIND.meta).bytes, KIND.meta, () => new Uint8Array(n)),
          decompressor,
        ),
      ),
    says: '1048576 bytes',
    class: 'BlobError',
    isLarge: true,
  },
  MOST_META_VALUES: {
    give: (n) =>
      unpack(Uint8Array.of(0xdd, 0, 0, 0, 1, 7), {
        left: 9 - Number(n > LIMIT.MOST_META_VALUES) + newBudget().left - LIMIT.MOST_META_VALUES,
      }),
    says: 'short',
    class: 'RangeError',
  },
  MOST_META_DEPTH: {
    give: (n) => unpack(Uint8Array.of(...Array(n).fill(0x91), 7)),
    says: 'too deep',
    class: 'RangeError',
  },
  MOST_LIST: {
    give: (n) =>
      loads(KIND.mapViews, ({ buffer, byteOffset, byteLength }) => {
        const raw = new Uint8Array(buffer, byteOffset, byteLength);
        return new Int32Array(withList(raw, '{}'.padEnd(n + (n % 8 && 8 - (n % 8)))).slice().buffer);
      }),
    says: 'list of arrays',
    class: 'BlobError',
    isLarge: true,
  },
  MAX_CLUSTER: {
    give: (n) => loads(KIND.hpaInfo, put(0, n)),
    says: 'abstraction is 65',
    class: 'BlobError',
    isLarge: true,
  },
  MOST_HPA_NODES: {
    give: (n) => loads(KIND.hpaInfo, put(4, n)),
    says: 'abstraction is 1048577, expected at most 1048576',
    class: 'BlobError',
    isLarge: true,
  },
  RUNS_A_CELL: {
    give: async () => {
      const combed = createGrid(64, 64, (x, y) => y % 2 === 0 || x % 16 === 8);
      const bytes = await bakeHpa(combed, { cluster: 16, codec: 'none', threads: 1 });
      return loadForTools(withSection(bytes, KIND.hpaPairs, (pairs) => pairs.fill(256) as never));
    },
    says: `at most ${64 * 4096}`,
    class: 'BlobError',
    isLarge: true,
  },
  MOST_RANKS: { give: (n) => loads(KIND.chInfo, put(2, n)), says: 'extent', class: 'BlobError', isLarge: true },
  MOST_NODES_AT_LOAD: {
    give: (n) => loads(KIND.tableInfo, put(1, n)),
    says: '2001, expected 2000',
    class: 'BlobError',
    isLarge: true,
  },
  MOST_LANDMARKS: {
    give: (n) => loads(KIND.weightedInfo, put(2, n)),
    says: 'landmarks is 17',
    class: 'BlobError',
    isLarge: true,
  },
  MAX_WORLD_SIDE: { give: (n) => index(0, n), says: '65537', class: 'BlobError', isLarge: true },
  MAX_TILE: { give: (n) => index(2, n), says: 'tile is 4097', class: 'BlobError', isLarge: true },
  MAX_TILES: { give: manyTiles, says: '73728, expected at most 65536', class: 'BlobError', isLarge: true },
  MOST_PAIRS: { give: manyPairs, says: '62898176, expected at most 33554432', class: 'BlobError', isLarge: true },
  MOST_TASK: { give: (bytes) => parseJob({ ...job, bytes }), says: 'bytes', class: 'JobError' },
  MOST_TASK_FILES: { give: task, says: 'inputs', class: 'JobError' },
  MOST_JOB: {
    give: (n) => parseJob({ ...job, tool: 't'.repeat(n) }),
    says: 'allowed are 1024',
    class: 'JobError',
    isLarge: true,
  },
  MOST_FAILURE_TEXT: {
    give: (n) => {
      const { message } = JSON.parse(packFailure(new Error('x'.repeat(n)), '/f'));
      if (message.length < n) throw new Error(`cut at ${message.length}`);
    },
    says: 'cut at 2000',
    class: 'Error',
  },
  MOST_ENTRY: {
    give: (n) => new FolderStore(sparse(n, `ac/aa/${sha256}`)).get('ac', sha256, LIMIT.MOST_ENTRY),
    says: '1048577',
    class: 'StoreError',
  },
  MOST_INPUTS: {
    give: (n) => config({ inputs: Array(n).fill(INPUT) }),
    says: 'inputs has 65537 entries, allowed are 65536',
    class: 'ConfigError',
    isLarge: true,
  },
  MOST_KEYS: {
    give: (n) => config({ inputs: [{ ...INPUT, csv: { legend: entries(n, 'open') } }] }),
    says: 'inputs[0].csv.legend has 65537 entries, allowed are 65536',
    class: 'ConfigError',
  },
  MOST_AGENTS: {
    give: (n) => config({ inputs: [INPUT], agents: entries(n, {}) }),
    says: 'agents has 256 entries, allowed are 255',
    class: 'ConfigError',
  },
  MOST_PATTERN: {
    give: (n) => config({ inputs: [{ ...INPUT, maps: 'm'.repeat(n) }] }),
    says: 'a glob of 1001 letters, allowed are 1000',
    class: 'ConfigError',
  },
  MOST_CONFIG: {
    give: (n) => readConfig(join(sparse(n, 'a.json'), 'a.json')),
    says: 'it has 67108865 bytes, allowed are 67108864',
    class: 'Error',
    isLarge: true,
  },
  MOST_RECORD: {
    give: (n) => readRegular(join(sparse(n, 'r'), 'r'), LIMIT.MOST_RECORD),
    says: 'it has 268435457 bytes',
    class: 'Error',
    isLarge: true,
  },
} satisfies Partial<Record<keyof typeof LIMIT, Row>>;
