/** Files and folders of `prep build --watch`. */
import { type Inputs, inputFiles } from '../config/inputs.js';
import type { LoadedConfig } from '../config/read-config.js';
import { readRecord } from './record.js';

/**
 * The config, its maps, and the files that these are made of.
 * @param out output folder: its record tells what builds have read beside the maps, tilesets for example
 */
export async function inputsOf(loaded: LoadedConfig, out: string): Promise<Inputs> {
  return inputFiles(
    loaded,
    Array.from(await readRecord(out), ([, entry]) => entry),
  );
}
