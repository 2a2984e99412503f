import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../test/compiled.js';
import { temporaryFolder } from '../test/prep.js';
import { IS_LONG } from '../test/samples.js';

/** Twelve runs, good and bad. */
const RUNS = [
  '',
  'jsp maps/courtyard.map',
  'jps maps/courtyard.map --zstd-levle 3',
  'jps maps/courtyard.map maps/spiral.map',
  'bounds maps/missing.map',
  'hpa broken/broken.map maps/spiral.map',
  'build one.config.json',
  'build',
  'query out/courtyard.jps.prep --from 2 2 --to 37,27',
  'query out/courtyard.jps.prep --from 0,0 --to 37,27 --json',
  'inspect out/courtyard.jps.prep',
  'table --help',
];

/** A folder with maps, of which one is broken, and configs. */
function project(): string {
  const folder = temporaryFolder();
  for (const name of ['maps', 'broken']) mkdirSync(join(folder, name));
  for (const name of ['courtyard', 'spiral']) cpSync(`fixtures/maps/${name}.map`, join(folder, `maps/${name}.map`));
  writeFileSync(join(folder, 'broken/broken.map'), 'type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n');
  const config = (maps: string[], outDir: string) =>
    JSON.stringify({ inputs: [{ maps, artifacts: { jps: {} } }], outDir });
  writeFileSync(join(folder, 'prep.config.json'), config(['maps/*.map', 'broken/*.map'], 'built'));
  writeFileSync(join(folder, 'one.config.json'), config(['maps/spiral.map'], 'one'));
  const runs = RUNS.map((run) => `echo '${`$ prep ${run}`.trim()}'; prep ${run}; echo "exit code $?"; echo`);
  writeFileSync(join(folder, 'runs.sh'), runs.join('\n'));
  writeFileSync(
    join(folder, 'prep'),
    `#!/bin/sh\nexec "${process.execPath}" "${resolve(process.env.PREP ?? 'dist/cli/prep.js')}" "$@"\n`,
  );
  chmodSync(join(folder, 'prep'), 0o755);
  return folder;
}

function environment(folder: string): NodeJS.ProcessEnv {
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...env } = process.env;
  return { ...env, PATH: `${folder}:${process.env.PATH}`, TERM: 'xterm-256color' };
}

/** Output of all runs on a terminal with this number of columns, or in a pipe. */
function record(columns: number | undefined): string {
  const folder = project();
  const options = { cwd: folder, env: environment(folder), encoding: 'utf8' } as const;
  const { stdout } =
    columns === undefined
      ? spawnSync('bash', ['-c', 'exec bash runs.sh 2>&1'], options)
      : spawnSync('script', ['-qec', `stty cols ${columns} rows 50 -onlcr; bash runs.sh`, '/dev/null'], options);
  return stdout;
}

/** The screen as a person sees it in the end: a status is removed as the terminal does it. Escapes are `\\e`, times zeros. */
function seen(output: string): string {
  const [first, ...parts] = output.replaceAll('\x1b', '\\e').split(/\r(?:\\e\[(\d+)A)?\\e\[J/);
  let text = first;
  for (let i = 0; i < parts.length; i += 2) {
    const lines = text.split('\n').slice(0, -1 - Number(parts[i] ?? 0));
    text = [...lines, parts[i + 1]].join('\n');
  }
  return text
    .replace(/\d+\.\d\d s\b/g, '0.00 s')
    .replace(/^(maps\S+ +jps +(?:\\e\[2m)?\d+(?:\\e\[0m)? +)\d\.\d\d/gm, '$10.00');
}

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;

beforeAll(compiled);

describe.runIf(hasScript && IS_LONG)('twelve runs', () => {
  it.each([80, 140])('on a terminal of %i columns', async (columns) => {
    const output = record(columns);
    expect(output).toContain('maps/spiral.map\nstarting prep jps ...\r\x1b[J');
    await expect(seen(output)).toMatchFileSnapshot(`../fixtures/terminal/${columns}.txt`);
  });

  it('in a pipe, without colors and status', async () => {
    const output = record(undefined);
    expect(output).not.toContain('\x1b');
    await expect(seen(output)).toMatchFileSnapshot('../fixtures/terminal/pipe.txt');
  });
});

it.runIf(hasScript)('Ctrl-C in a bake removes the progress, says where it came, and is exit code 130', async () => {
  const folder = project();
  const side = 90;
  const rows = Array.from({ length: side }, (_, y) => (y % 2 ? '@.'.repeat(side / 2) : '.'.repeat(side)));
  writeFileSync(join(folder, 'maze.map'), `type octile\nheight ${side}\nwidth ${side}\nmap\n${rows.join('\n')}\n`);
  const command = 'stty cols 80; exec prep bounds maze.map --boxes cells --threads 1';
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: folder, env: environment(folder) });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (/\] \d+ %/.test(output) && !child.stdin.writableEnded) child.stdin.end('\x03');
  });
  const code = await new Promise((done) => child.once('close', done));
  expect(code).toBe(130);
  expect(seen(output)).toMatch(/^(\\e\[31m)?prep:(\\e\[0m)? interrupted at \d+ %\r?\n$/);
});
