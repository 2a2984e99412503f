/** What all bakes share: maps in, blobs out, one line a map, one bad map does not stop the others. */
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { type Codec, Compressor, countOpen, type Grid, parseMap, terrainProfile, writeFileAtomic } from '../src/index.js';
import { exitCode, report, UsageError } from './errors.js';
import { readInput } from './input.js';
import { outputName, size, wholeNumber } from './options.js';

/** Values of the shared options. */
export interface BakeArguments {
  maps: string[];
  out: string;
  terrain: string;
  codec: Codec;
  'zstd-level': number;
  jobs: number;
  json: boolean;
  /** Cost of a cell by its letter. */
  costs?: Record<string, number>;
}

/** What every bake function takes. */
interface CommonOptions {
  map: string;
  /** The file that will be written. */
  output: string;
  codec: Codec;
  zstdLevel: number;
  compressor: Compressor;
}

/**
 * @param artifact the blobs are OUT/NAME.ARTIFACT.prep
 * @param atOnce maps; two keep the threads busy while one is read or written, more would only hold memory
 */
export async function bakeMaps(
  artifact: string,
  argv: BakeArguments,
  bake: (grid: Grid, common: CommonOptions) => Promise<Uint8Array>,
  atOnce = 2,
): Promise<void> {
  const { codec, 'zstd-level': zstdLevel } = argv;
  wholeNumber('zstd-level', zstdLevel, 1, 22);
  const jobs = wholeNumber('jobs', argv.jobs, 0, 256);
  const terrain = terrainProfile(argv.terrain);
  const outputs = outputFiles(argv.maps, argv.out, artifact);
  const compressor = new Compressor(jobs);
  if (codec === 'zstd') compressor.warmUp();
  const limit = pLimit(atOnce);
  let worst = 0;
  const bakeMap = async (file: string, output: string) => {
    try {
      const start = performance.now();
      const source = await readInput(file);
      const grid = parseMap(source, { file, terrain, costs: argv.costs ?? {} });
      const blob = await bake(grid, { map: basename(file), output, codec, zstdLevel, compressor });
      await writeFileAtomic(output, blob);
      announce(argv.json, {
        map: file,
        mapBytes: source.length,
        blob: output,
        blobBytes: blob.length,
        openCells: countOpen(grid),
        seconds: (performance.now() - start) / 1000,
      });
    } catch (error) {
      report(error);
      worst = Math.max(worst, exitCode(error));
    }
  };
  await Promise.all(argv.maps.map((file, i) => limit(bakeMap, file, outputs[i])));
  await compressor.close();
  process.exitCode = worst;
}

/** @throws {UsageError} if two maps would be written to the same file */
function outputFiles(maps: string[], out: string, artifact: string): string[] {
  const sources = new Map<string, string>();
  return maps.map((map) => {
    const file = join(out, outputName(basename(map), artifact));
    const other = sources.get(file);
    if (other !== undefined)
      throw new UsageError(`${other} and ${map} would both be written to ${file}; bake them into different folders with -o`);
    sources.set(file, map);
    return file;
  });
}

function announce(
  json: boolean,
  line: { map: string; mapBytes: number; blob: string; blobBytes: number; openCells: number; seconds: number },
): void {
  const bytesPerOpenCell = line.blobBytes / line.openCells;
  if (json) console.log(JSON.stringify({ ...line, bytesPerOpenCell }));
  else {
    console.log(
      `${line.map} ${size(line.mapBytes)} -> ${line.blob} ${size(line.blobBytes)}  ${bytesPerOpenCell.toFixed(3)} bytes per open cell (${line.openCells})  ${line.seconds.toFixed(2)} s`,
    );
  }
}
