/** The thread of the playground that bakes, as `prep jps`, `bounds`, `hpa` and `ch` do. */
import './node.js';
import { expose } from 'comlink';
import { compressHere } from '../../core/blob/compress.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { type FileBytes, openScene } from '../desk/open.js';

const BAKES = { jps: bakeJps, bounds: bakeBounds, hpa: bakeHpa, ch: bakeHierarchy };
export type Artifact = keyof typeof BAKES;

export class BakerDesk {
  /** @throws {Error} as the bake */
  async bake(artifact: Artifact, file: FileBytes): Promise<FileBytes> {
    const { grid, doors, points, floors } = openScene([file], undefined);
    const places = { doors, markers: points, ...(floors.length > 0 && { floors }) };
    const options = { map: file.name, threads: 1, compressor: compressHere, places };
    const bytes = await BAKES[artifact](grid, options);
    return { name: `${file.name.replace(/\.\w+$/, '')}.${artifact}.prep`, bytes };
  }
}

expose(new BakerDesk());
