/** The steps of "Where to add" in docs/architecture.md, followed in a copy of the sources: what they name is enough to compile and to run. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A copy of the sources. @param edits texts by file: what is replaced, and what by; an empty text is a new file */
function edited(edits: Record<string, readonly (readonly [old: string, now: string])[]>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gridprep-add-')));
  folders.push(folder);
  for (const name of ['src', 'cli', 'test', 'package.json', 'tsconfig.json'])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, pairs] of Object.entries(edits)) {
    let text = pairs[0][0] === '' ? '' : readFileSync(join(folder, file), 'utf8');
    for (const [old, now] of pairs) {
      expect(text, `${file}: ${old}`).toContain(old);
      text = text.replace(old, now);
    }
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  // The steps are those of code: tests of a room may name all its rules.
  const { exclude } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { exclude: string[] };
  const config = { extends: './tsconfig.json', include: ['src', 'cli'], exclude: [...exclude, '**/*.test.ts'] };
  writeFileSync(join(folder, 'tsconfig.add.json'), JSON.stringify(config));
  return folder;
}

function run(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Compiles a copy, and runs a test in it. */
function check(folder: string, test: string): void {
  expect(run(folder, resolve('node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.add.json')).toBe('');
  writeFileSync(join(folder, 'src/added.test.ts'), test);
  expect(run(folder, resolve('node_modules/vitest/vitest.mjs'), 'run', 'src/added.test.ts')).toBe('');
}

it('a move rule is two files, of which the oracle is one', () => {
  const folder = edited({
    'src/core/grid/rules.ts': [
      ["'hex-even-q': 8,", "'hex-even-q': 8,\n  slip: 1,"],
      ["always: 'past any corner',", "always: 'past any corner',\n  slip: 'past a corner that is slippery',"],
    ],
    'src/core/oracle/rules.ts': [
      ['always: [true, true, true],', 'always: [true, true, true],\n  slip: [false, true, true],'],
    ],
  });
  check(
    folder,
    `import { expect, it } from 'vitest';
import { makeGrid } from '../test/grids.js';
import { bakeBounds } from './core/bounds/bake.js';
import { bakeHierarchy } from './core/ch/bake.js';
import { withMoves } from './core/grid/clearance.js';
import { STRAIGHT } from './core/grid/step-costs.js';
import { bakeHpa } from './core/hpa/bake.js';
import { bakeJps } from './core/jps/bake.js';
import { WALKER } from './core/options/maps.js';
import { dijkstra } from './core/oracle/dijkstra.js';
import { load } from './core/runtime/load-all.js';
it('answers', async () => {
  expect(WALKER.diagonals.choices).toContain('slip');
  const grid = withMoves(makeGrid('noise', 24, 20, 0.3, 5), 'slip');
  const blobs = [await bakeJps(grid), await bakeBounds(grid, { threads: 1 }), await bakeHierarchy(grid), await bakeHpa(grid)];
  for (const nav of [load(blobs.slice(0, 1)), load(blobs.slice(0, 2)), load(blobs[2]), load(blobs[3])]) {
    let paths = 0;
    grid.open.forEach((open, start) => {
      if (!open || start % 7) return;
      const [x, y] = [(start % grid.stride) - 1, Math.floor(start / grid.stride) - 1];
      const optima = dijkstra(grid, x, y);
      for (let gx = 0; gx < 24; gx += 3) for (let gy = 0; gy < 20; gy += 3) {
        const optimum = optima[grid.cell(gx, gy)] / STRAIGHT;
        const cost = nav.findPath(x, y, gx, gy)?.cost ?? Infinity;
        if (nav.engine === 'hpa') expect(Number.isFinite(cost)).toBe(Number.isFinite(optimum));
        else expect(cost).toBeCloseTo(optimum, 6);
        paths++;
      }
    });
    expect(paths).toBeGreaterThan(100);
  }
});
`,
  );
});

it('a layer is two files: its own, and the list', () => {
  const folder = edited({
    'src/view/columns-layer.ts': [
      [
        '',
        `/** Every second column. */
import type { Layer } from './layer.js';

export const columns: Layer = {
  title: 'Columns',
  group: 'Map',
  about: 'every second column',
  cells: ({ grid }, { start }) => (cell) => (cell % grid.stride) % 2 ? start : 0,
  legend: (_, { start }) => [{ fill: start, text: 'column' }],
};
`,
      ],
    ],
    'src/view/layers.ts': [
      ['import { CLUSTER_LAYERS }', "import { columns } from './columns-layer.js';\nimport { CLUSTER_LAYERS }"],
      ['...{ terrain, ', '...{ terrain, columns, '],
    ],
  });
  check(
    folder,
    `import { expect, it } from 'vitest';
import { makeGrid } from '../test/grids.js';
import { decompressor } from './core/blob/decompress.js';
import { bakeJps } from './core/jps/bake.js';
import { cellColors, listedLayers } from './view/layers.js';
import { sceneOf } from './view/scene.js';
import { THEMES } from './view/theme.js';
it('is drawn and listed', async () => {
  const scene = sceneOf([await bakeJps(makeGrid('noise', 9, 7, 0, 1))], decompressor);
  const colorOf = cellColors(scene, ['columns'], THEMES.light, {}, 0);
  expect([colorOf(scene.grid.cell(0, 0)), colorOf(scene.grid.cell(1, 0))]).toEqual([THEMES.light.start, 0]);
  expect(listedLayers()).toContain('columns');
});
`,
  );
});

it('an input format with options is two files: its reader, and the table', () => {
  const folder = edited({
    'src/core/maps/pbm.ts': [
      [
        '',
        `/** Bitmaps in text, portable bitmap format P1. */
import type { ReadFile } from './files.js';
import { BLOCKED, type MapLevel, OPEN, Plane } from './plane.js';

export interface PbmOptions {
  /** Whether 1 is open. */
  invert: boolean;
}

export function readPbm({ file, bytes }: ReadFile, { invert }: PbmOptions): MapLevel {
  const [, width, height, ...bits] = new TextDecoder().decode(bytes).trim().split(/\\s+/);
  const plane = new Plane(Number(width), Number(height), file);
  bits.forEach((bit, i) => {
    plane.prices[i] = (bit === '1') === invert ? OPEN : BLOCKED;
  });
  return { name: '', grid: plane.toGrid('see pbm.invert'), places: { doors: [], markers: [] } };
}
`,
      ],
    ],
    'src/core/maps/formats.ts': [
      [
        "import { quote } from './text.js';",
        "import type { PbmOptions } from './pbm.js';\nimport { quote } from './text.js';",
      ],
      [
        '  csv?: Partial<CsvOptions> | undefined;',
        '  csv?: Partial<CsvOptions> | undefined;\n  pbm?: Partial<PbmOptions> | undefined;',
      ],
      ['export const FORMATS = {', "const PBM = { invert: flag('1 is open', false) };\n\nexport const FORMATS = {"],
      [
        '} satisfies Record<string, Format>;',
        `  pbm: {
    title: 'PBM',
    endings: ['pbm'],
    is: ({ text }) => /^P1\\s/.test(text),
    about: 'How bitmaps are read',
    options: PBM,
    read: async (source, { pbm }) => (await import('./pbm.js')).readPbm(source, complete('pbm', PBM, pbm)),
  },
} satisfies Record<string, Format>;`,
      ],
    ],
  });
  check(
    folder,
    `import { expect, it } from 'vitest';
import { mapFlags } from '../cli/shared/options.js';
import { readingOf } from '../cli/shared/input.js';
import { readMap } from './core/maps/read-map.js';
import { parseConfig } from './pipeline/config/config.js';
it('is recognized, read, a flag and a config key', async () => {
  const bytes = Buffer.from('P1\\n3 1\\n0 1 0\\n');
  const { format, grid } = await readMap(bytes, {});
  expect([format, [0, 1, 2].map((x) => grid.open[grid.cell(x, 0)])]).toEqual(['pbm', [1, 0, 1]]);
  expect(mapFlags).toHaveProperty(['pbm.invert']);
  const reading = await readingOf({ 'pbm.invert': true } as object);
  expect(reading).toEqual({ pbm: { invert: true } });
  expect((await readMap(bytes, reading)).grid.open[grid.cell(1, 0)]).toBe(1);
  expect(parseConfig({ inputs: [{ maps: '*.pbm', pbm: { invert: true } }] }).inputs?.[0].pbm).toEqual({ invert: true });
});
`,
  );
});

it('an artifact is one folder, its section kind, and its entry in the list', () => {
  const folder = edited({
    'src/core/degrees/artifact.ts': [
      [
        '',
        `/** Open neighbors of each cell, in four directions. */
import { artifact, type BakeContext, THREAD_BYTES } from '../artifacts/artifact.js';
import * as KIND from '../blob/kinds.js';
import { writeBlob } from '../blob/write.js';
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { whole } from '../options/option.js';

function degrees(grid: Grid): Uint8Array {
  const { width, height, stride, open } = grid;
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const at = grid.cell(i % width, Math.floor(i / width));
    return open[at] * (open[at - 1] + open[at + 1] + open[at - stride] + open[at + stride]);
  });
}

const bake = (grid: Grid, { least }: { least: number }, context: BakeContext) =>
  writeBlob(
    grid,
    [{ kind: KIND.degreesCells, values: degrees(grid).map((degree) => (degree < least ? 0 : degree)) }],
    { artifact: 'degrees', map: context.map, options: { least } },
    context,
  );

export const degreesArtifact = artifact<{ least: number }>({
  about: 'open neighbors of cells',
  options: { least: whole('Degrees below are 0', 0, 4, 0) },
  section: KIND.degreesCells,
  bake,
  memory: (cells) => THREAD_BYTES + 2 * cells,
  inspect({ blob }, { width, height }) {
    const values = blob.section(KIND.degreesCells, Uint8Array, width * height, width * height);
    ensure(values.every((value) => value <= 4), 'degree', Math.max(...values), 'at most 4');
    return [];
  },
  async verify({ blob }, grid) {
    const values = blob.section(KIND.degreesCells, Uint8Array, grid.width * grid.height);
    const wrong = degrees(grid).findIndex((value, i) => values[i] !== value && values[i] !== 0);
    return { checked: 'all degrees', faults: wrong < 0 ? [] : [\`the degree of cell \${wrong} is wrong\`] };
  },
});
`,
      ],
    ],
    'src/core/blob/kinds.ts': [
      ['export const tileInfo', 'export const degreesCells = 144 as const;\nexport const tileInfo'],
    ],
    'src/core/artifacts/list.ts': [
      [
        "import { ch } from './ch.js';",
        "import { ch } from './ch.js';\nimport { degreesArtifact as degrees } from '../degrees/artifact.js';",
      ],
      ['ch, hpa, table }', 'ch, hpa, table, degrees }'],
    ],
  });
  check(
    folder,
    `import { expect, it } from 'vitest';
import { makeGrid } from '../test/grids.js';
import { ARTIFACTS } from './core/artifacts/list.js';
import type { BakeContext } from './core/artifacts/artifact.js';
import { inspectBlob } from './core/artifacts/inspect.js';
import { WRITE_DEFAULTS } from './core/blob/write.js';
import { bakeJps } from './core/jps/bake.js';
import { parseConfig } from './pipeline/config/config.js';
import { verifyBlobs } from './pipeline/prove/verify.js';
it('is a config key, baked, inspected and verified', async () => {
  const config = (least: number) => ({ inputs: [{ maps: '*.map', artifacts: { degrees: { least } } }] });
  expect(parseConfig(config(2)).inputs?.[0].artifacts).toEqual({ degrees: { least: 2 } });
  expect(() => parseConfig(config(5))).toThrow('artifacts.degrees.least is 5; it must be a whole number from 0 to 4');
  const grid = makeGrid('noise', 24, 20, 0.3, 5);
  const { degrees } = ARTIFACTS;
  const context = { ...WRITE_DEFAULTS, map: 'a.map', made: {} } as Partial<BakeContext> as BakeContext;
  const bytes = await degrees.bake(grid, degrees.defaults, context);
  const report = inspectBlob(bytes);
  expect(report.sections.map(({ name }) => name)).toContain('degreesCells');
  expect(report.unchecked).toEqual([]);
  const files = [await bakeJps(grid), bytes].map((blob, i) => ({ file: \`\${i}.prep\`, bytes: blob }));
  const { checks, faults } = await verifyBlobs(files, { random: 20 });
  expect([checks.at(-1), faults]).toEqual(['degrees: all degrees', []]);
});
`,
  );
});
