/** The sizes of the runtime's entries, as README says them and as they are. */
import { bundle } from './bundle.js';

/** Kilobytes, minified and gzipped. */
type Size = [minified: number, gzipped: number];

/** A row of README's table. */
export interface SizeRow {
  /** `runtime/jps` for `gridprep/runtime/jps`. */
  name: string;
  said: Size;
  found: Size;
}

/** A row of the table. */
export const ROW = /^(\| `gridprep\/([\w/]+)` \|.*\| )([\d.]+) kB \| ([\d.]+) kB \|$/gm;
/** Entries of one engine, or of all. */
const ENGINES = /^runtime(\/(jps|bounds|ch|priced|hpa|table))?$/;
/** The first sentence: least and most, gzipped and minified, of {@link ENGINES}. */
export const RANGE = /A runtime of (\d+) to (\d+) kB \(gzipped; (\d+) to (\d+) kB minified\)/;

export async function sizesIn(readme: string): Promise<{ rows: SizeRow[]; range: { said: number[]; found: number[] } }> {
  const rows: SizeRow[] = [];
  const engines: Size[] = [];
  for (const [, , name, minified, gzipped] of readme.matchAll(ROW)) {
    const { code, gzipped: bytes } = await bundle(
      name === 'runtime' ? `export { load } from './src/runtime/index.ts';` : `export * from './src/${name}.ts';`,
    );
    const found: Size = [code.length / 1000, bytes / 1000];
    rows.push({ name, said: [Number(minified), Number(gzipped)], found });
    if (ENGINES.test(name)) engines.push(found);
  }
  const column = (i: number) => engines.map((size) => Math.round(size[i]));
  const found = [Math.min(...column(1)), Math.max(...column(1)), Math.min(...column(0)), Math.max(...column(0))];
  return { rows, range: { said: RANGE.exec(readme)?.slice(1).map(Number) ?? [], found } };
}
