/** Bundle sizes of `gridprep/runtime`, by what it imports: the table of the guide, measured and held. */
import { builtRuntime, bundle } from './bundle.js';

/** Imports of a row of the table. */
export interface SizeRow {
  /** As the table and the test say it. */
  name: string;
  /** Names out of `gridprep/runtime`. */
  uses: string[];
  /** Parts that `loader` is called with; without it `load` is imported where `uses` has it. */
  parts?: string[];
}

const part = (name: string, ...parts: string[]): SizeRow => ({ name, uses: [], parts });

/** The rows, in the order of the table. */
export const ROWS: SizeRow[] = [
  part('jps', 'jpsEngine', 'zstdPart'),
  part('jps, without decompressor', 'jpsEngine'),
  part('bounds', 'boundsEngine', 'zstdPart'),
  part('bounds, in WebAssembly', 'boundsEngine', 'zstdPart', 'wasmPart'),
  part('ch', 'chEngine', 'zstdPart'),
  part('weighted', 'weightedEngine', 'zstdPart'),
  part('weighted, hierarchies', 'weightedChEngine', 'zstdPart'),
  part('hpa', 'hpaEngine', 'zstdPart'),
  part('table', 'tableEngine', 'zstdPart'),
  part('bounds, mapped blobs', 'boundsEngine', 'mappedPart'),
  part('bounds, mapped blobs, in WebAssembly', 'boundsEngine', 'mappedPart', 'wasmPart'),
  part('hpa, mapped blobs', 'hpaEngine', 'mappedPart'),
  part('table, mapped blobs', 'tableEngine', 'mappedPart'),
  part('ch, mapped blobs', 'chEngine', 'mappedPart'),
  part('bounds, links', 'boundsEngine', 'zstdPart', 'linksPart'),
  part('bounds, walls', 'boundsEngine', 'zstdPart', 'wallsPart'),
  part(
    'all engines',
    'boundsEngine',
    'chEngine',
    'weightedEngine',
    'weightedChEngine',
    'hpaEngine',
    'tableEngine',
    'zstdPart',
  ),
  { name: 'load', uses: ['load'] },
  { ...part('editable, bounds', 'boundsEngine', 'zstdPart'), uses: ['editableJps'] },
  {
    name: 'everything that changes',
    uses: ['load', 'editable', 'findDoor', 'affects', 'saveChanges', 'applyChanges'],
  },
  { name: 'readMeta', uses: ['readMeta'] },
  { name: 'loadGrid', uses: ['loadGrid'] },
  { name: 'loadWorld', uses: ['loadWorld'] },
];

/** Kilobytes that a row may take, minified and gzipped. */
export const FLOORS: Record<string, number> = {
  jps: 14.14,
  'jps, without decompressor': 12.42,
  bounds: 15.55,
  'bounds, in WebAssembly': 21.81,
  ch: 12.88,
  weighted: 15,
  'weighted, hierarchies': 17.31,
  hpa: 19.92,
  table: 20.17,
  'bounds, mapped blobs': 19,
  'bounds, mapped blobs, in WebAssembly': 25.3,
  'hpa, mapped blobs': 23.51,
  'table, mapped blobs': 23.7,
  'ch, mapped blobs': 16.8,
  'bounds, links': 22.79,
  'bounds, walls': 16.67,
  'all engines': 43.51,
  load: 68.26,
  'editable, bounds': 23.99,
  'everything that changes': 83.25,
  readMeta: 3.8,
  loadGrid: 19.67,
  loadWorld: 19.7,
};

/** Functions whose size is listed with that of `load`. */
export const BESIDE = [
  ['flowField'],
  ['fleeField'],
  ['pathQueue'],
  ['sightOf'],
  ['straighten'],
  ['follow'],
  ['follow', 'crowdOf'],
  ['reach'],
  ['trafficOf'],
  ['findPathWithin'],
  ['findDistance', 'findNearest'],
  ['findDistances'],
  ['findPathTo'],
  ['findPathAround'],
  ['cachePaths'],
  ['pixels'],
  ['loadUrl'],
  ['navPool'],
  ['editable'],
  ['nearestOpen'],
];

/** Imports of a row. @param from the file of `gridprep/runtime`, next to which  `gridprep/parts` lies */
const importsOf = ({ uses, parts }: SizeRow, from: string): string => {
  const own = parts
    ? `import { loader, ${parts.join(', ')} } from '${from.replace(/runtime(?=\.\w+$)/, 'parts')}'; `
    : '';
  return `${own}import { ${uses.join(', ')} } from '${from}';`;
};

/** The code of a game that imports a row. @param from the file of `gridprep/runtime` */
export function codeOf(row: SizeRow, from = builtRuntime()): string {
  const load = row.parts ? `export const load = loader(${row.parts.join(', ')});` : '';
  return `${importsOf(row, from)} ${load} export { ${row.uses.join(', ')} };`;
}

/** The same as a script that a page runs. */
export function scriptOf(row: SizeRow, from: string): string {
  const game = [...row.uses, ...(row.parts ? [`loader(${row.parts.join(', ')})`] : [])];
  return `${importsOf(row, from)} globalThis.game = [${game.join(', ')}];`;
}

/** Bytes of a row, minified and gzipped, by esbuild. */
export async function sizeOf(row: SizeRow): Promise<{ minified: number; gzipped: number; inputs: string[] }> {
  const { code, gzipped, inputs } = await bundle(codeOf(row));
  return { minified: code.length, gzipped, inputs };
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Pages that state sizes: the range, and the table. */
export const SIZE_PAGES = ['README.md', 'docs/guide/size.md'];

/** Pages with the sizes as they are. */
export async function withSizes(pages: string[]): Promise<string[]> {
  const rows: string[] = [];
  const engines: number[][] = [];
  for (const row of ROWS) {
    const { minified, gzipped } = await sizeOf(row);
    const what = row.parts ? `\`loader(${row.parts.join(', ')})\`` : '';
    const uses = row.uses.map((name) => `\`${name}\``).join(', ');
    rows.push(
      `| ${row.name} | ${[what, uses].filter(Boolean).join(' and ')} | ${kilobytes(minified)} kB | ${kilobytes(gzipped)} kB |`,
    );
    if (row.uses.length === 0 || row.name === 'load') engines.push([gzipped, minified]);
  }
  const { gzipped: alone } = await sizeOf({ name: 'load', uses: ['load'] });
  const beside: string[] = [];
  for (const uses of BESIDE) {
    const { gzipped } = await sizeOf({ name: '', uses: ['load', ...uses] });
    beside.push(`${uses.map((name) => `\`${name}\``).join(' and ')} ${kilobytes(gzipped - alone)}`);
  }
  const table = [
    '| what | import | minified | gzipped |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Beside \`load\`, kB gzipped: ${beside.join(', ')}.`,
  ];
  const range = (i: number) =>
    [Math.min, Math.max].map((pick) => Math.round(pick(...engines.map((sizes) => sizes[i])) / 1000));
  const [least, most, leastMinified, mostMinified] = [...range(0), ...range(1)];
  return pages.map((page) =>
    page
      .replace(
        /(<!-- sizes:[^>]*-->\n)[\s\S]*?(<!-- \/sizes -->)/,
        (_, start: string, end: string) => `${start}\n${table.join('\n')}\n\n${end}`,
      )
      .replace(
        /A runtime of \d+ to \d+ kB \(gzipped; \d+ to \d+ kB minified\)/,
        `A runtime of ${least} to ${most} kB (gzipped; ${leastMinified} to ${mostMinified} kB minified)`,
      ),
  );
}
