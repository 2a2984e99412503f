/** HPA*: the abstraction is built once more and compared; that takes about as long as loading it. */
import type { Part } from '../blob/pack.js';
import type { Grid } from '../grid/grid.js';
import { buildHpa } from '../hpa/build.js';
import { hpaSections, loadAbstraction } from '../hpa/section.js';
import type { Findings } from './artifact.js';

export async function verifyHpa({ blob }: Part, grid: Grid): Promise<Findings> {
  const abstraction = loadAbstraction(blob);
  const found = hpaSections(abstraction);
  const expected = hpaSections(buildHpa(grid, abstraction.options));
  const faults: string[] = [];
  for (const { kind, values } of expected) {
    const same = found.find((section) => section.kind === kind)?.values;
    if (!same || Buffer.compare(bytesOf(same), bytesOf(values)) !== 0) faults.push(`section ${kind} is not what the map gives`);
  }
  if (found.length !== expected.length) faults.push(`${found.length} sections, expected ${expected.length}`);
  return { checked: `all ${expected.length} sections`, faults };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
