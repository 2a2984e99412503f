/** The work of `prep table`. */
import {
  bakeHpa,
  bakeTable,
  hpaGrid,
  isBlob,
  parseMap,
  TableError,
  type TableMethod,
  tableMemory,
  unpackBlob,
  writeFileAtomic,
} from '../src/index.js';
import { type HpaArguments, readHpaOptions } from './hpa.js';
import { announce, bakeMaps } from './shared/bake-maps.js';
import { namingBlobs } from './shared/input.js';
import { size, wholeNumber } from './shared/options.js';

export interface TableArguments extends HpaArguments {
  level: number;
  method: TableMethod;
  'max-nodes': number;
  /** Megabytes. */
  'max-memory': number;
}

export async function runTable(argv: TableArguments): Promise<void> {
  const { method, jobs } = argv;
  const level = wholeNumber('level', argv.level, 0, 8);
  const maxNodes = wholeNumber('max-nodes', argv['max-nodes'], 1, 65535);
  const maxMemory = 1e6 * wholeNumber('max-memory', argv['max-memory'], 1, 1e6);
  const { options, costs } = await readHpaOptions(argv);
  await bakeMaps(
    'table',
    { ...argv, costs },
    async (grid, { output, map, ...common }, { file, source }) => {
      const start = performance.now();
      let hpa: Uint8Array = source;
      if (!isBlob(source)) {
        hpa = await bakeHpa(grid, { ...options, ...common, map });
        const blob = output.replace(/table\.prep$/, 'hpa.prep');
        await writeFileAtomic(blob, hpa);
        announce(argv.json, { map: file, mapBytes: source.length, blob, blobBytes: hpa.length, start }, grid);
      }
      try {
        const blob = await bakeTable(hpa, { ...common, level, method, maxNodes, maxMemory, jobs });
        return { blob, facts: facts(blob) };
      } catch (error) {
        throw error instanceof TableError ? new TableError(`${file}: ${error.message}`) : error;
      }
    },
    {
      // One at a time: the threads share the work on a map.
      atOnce: 1,
      open: (source, parse, file) => (isBlob(source) ? namingBlobs([file], () => hpaGrid(source)) : parseMap(source, parse)),
    },
  );
}

/** What a table is of and takes, for programs and for people. */
function facts(blob: Uint8Array): { values: object; text: string } {
  const [{ metadata }] = unpackBlob(blob);
  const { options, statistics } = metadata as { options: { level: number }; statistics: { nodes: number } };
  const [{ level }, { nodes }] = [options, statistics];
  const { runtime } = tableMemory(nodes);
  const bytesPerPair = nodes > 0 ? blob.length / nodes ** 2 : 0;
  const text = `  level ${level}, ${nodes} nodes, ${bytesPerPair.toFixed(4)} bytes per pair, ${size(runtime)} at run time`;
  return { values: { level, nodes, bytesPerPair, runtimeBytes: runtime }, text };
}
