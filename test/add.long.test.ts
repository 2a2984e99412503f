/** The steps of "Where to add" in docs/architecture.md, followed in a copy of the sources: what they name is enough to compile and to run. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A copy of the sources with the files of `fixtures/add/NAME`. @param edits texts by file: old and new */
function edited(name: string, edits: Record<string, readonly (readonly [old: string, now: string])[]>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gridprep-add-')));
  folders.push(folder);
  for (const part of ['src', 'cli', 'test', 'package.json', 'tsconfig.json'])
    cpSync(part, join(folder, part), { recursive: true });
  cpSync(`fixtures/add/${name}`, folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, pairs] of Object.entries(edits)) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const [old, now] of pairs) {
      expect(text, `${file}: ${old}`).toContain(old);
      text = text.replace(old, now);
    }
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

/** Compiles a copy, and runs its added test. */
function check(folder: string): void {
  renameSync(join(folder, 'src/added.ts'), join(folder, 'src/added.test.ts'));
  expect(run(folder, resolve('node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.add.json')).toBe('');
  expect(run(folder, resolve('node_modules/vitest/vitest.mjs'), 'run', 'src/added.test.ts')).toBe('');
}

it('a move rule is two files, of which the oracle is one', () => {
  const folder = edited('rule', {
    'src/core/grid/rules.ts': [
      ["'hex-even-q': 8,", "'hex-even-q': 8,\n  slip: 1,"],
      ["always: 'past any corner',", "always: 'past any corner',\n  slip: 'past a corner that is slippery',"],
    ],
    'src/core/oracle/rules.ts': [
      ['always: [true, true, true],', 'always: [true, true, true],\n  slip: [false, true, true],'],
    ],
  });
  check(folder);
});

it('a layer is two files: its own, and the list', () => {
  const folder = edited('layer', {
    'src/view/layers.ts': [
      ['import { CLUSTER_LAYERS }', "import { columns } from './columns-layer.js';\nimport { CLUSTER_LAYERS }"],
      ['...{ terrain, ', '...{ terrain, columns, '],
    ],
  });
  check(folder);
});

it('an input format with options is two files: its reader, and the table', () => {
  const folder = edited('format', {
    'src/maps/formats.ts': [
      ['import type { TiledOptions }', "import type { PbmOptions } from './pbm.js';\nimport type { TiledOptions }"],
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
    test: ({ text }) => /^P1\\s/.test(text),
    about: 'How bitmaps are read',
    options: PBM,
    read: async (source, { pbm }) => (await import('./pbm.js')).readPbm(source, complete('pbm', PBM, pbm)),
  },
} satisfies Record<string, Format>;`,
      ],
    ],
  });
  check(folder);
});

it('an artifact with an engine is one folder, its section kind, and its entries in the lists', () => {
  const edits = {
    'src/core/blob/kinds.ts': [
      ['export const tileInfo', 'export const degreesCells = 144 as const;\nexport const tileInfo'],
    ],
    'src/engines/list.ts': [
      [
        "import { ch } from './ch/artifact.js';",
        "import { ch } from './ch/artifact.js';\nimport { degreesArtifact as degrees } from './degrees/artifact.js';",
      ],
      ['ch, hpa, table }', 'ch, hpa, table, degrees }'],
    ],
    'src/runtime/engines.ts': [
      [
        "import type { EngineMaker } from '../engines/engine.js';",
        "import { degreeJumps } from '../engines/degrees/engine.js';\nimport type { EngineMaker } from '../engines/engine.js';",
      ],
      ['  abstractions,\n];', '  abstractions,\n  degreeJumps,\n];'],
      ['part(tables);', 'part(tables);\nexport const degreesEngine: LoadPart = /* @__PURE__ */ part(degreeJumps);'],
    ],
    'src/entry/parts.ts': [['  chEngine,', '  chEngine,\n  degreesEngine,']],
  } as const;
  // A command of the command line would be two more: its file and its line in main.ts.
  expect(Object.keys(edits).length + 2).toBeLessThanOrEqual(6);
  check(edited('artifact', edits));
});
