/** What commands print, whole: each group of runs in its folder, compared with `fixtures/terminal/commands/`. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder, prepIn } from '../../test/prep.js';

const YARD = 'out/courtyard';
/** Runs by what they are about. */
const RUNS: Record<string, string[]> = {
  inspect: [
    ...['jps', 'ch', 'table'].map((name) => `inspect ${YARD}.${name}.prep`),
    `inspect ${YARD}.hpa.prep --json`,
    'inspect world/courtyard.world',
    'inspect world/courtyard.world --json',
    'inspect maps/courtyard.map',
    'inspect maps/courtyard.map --json',
    'inspect large/plain.jps.prep',
    'inspect agents/courtyard.prep',
    'inspect world',
    'inspect world/courtyard.world/world.prep',
    'inspect tiles',
    'inspect maps/courtyard.map --terrain SG. --size 2',
    'inspect maps/courtyard.map --terrain .x',
    'inspect maps/courtyard.map --png.legend none.json',
    'inspect maps/courtyard.map --map-levels a,b',
  ],
  query: [
    `query ${YARD}.jps.prep --from 2,2 --to 37,27`,
    `query ${YARD}.jps.prep --from 2,2 --to 37,27 --json --cells`,
    `query ${YARD}.hpa.prep --from 2,2 --to 37,27 --no-refine`,
    `query ${YARD}.hpa.prep ${YARD}.table.prep --from 2,2 --to 37,27 --json`,
    `query ${YARD}.jps.prep --from 0,0 --to 1,1`,
    `query ${YARD}.jps.prep --from 1,1 --to 0,0`,
    `query ${YARD}.jps.prep --from 1,1 --to 35,16`,
    `query ${YARD}.jps.prep --from 1,1 --to 40,0`,
    `query ${YARD}.jps.prep --from 1,1 --to 2,2 --no-refine`,
    `query ${YARD}.jps.prep --from 1,1 --to 2,2 --engine ch`,
    `query ${YARD}.jps.prep --from 1,1`,
    `query ${YARD}.jps.prep --scenarios maps/courtyard.map.scen --repeat 2`,
    `query ${YARD}.jps.prep --scenarios wrong.scen`,
    `query ${YARD}.jps.prep --scenarios wrong.scen --json --cells`,
    `query ${YARD}.jps.prep --scenarios other.scen`,
    `query ${YARD}.jps.prep --scenarios beyond.scen`,
    'query world/courtyard.world --from 2,2 --to 37,27',
    'query world/courtyard.world --from 2,2 --to 37,27 --json --cells',
    'query world/courtyard.world --from 0,0 --to 37,27',
    'query world/courtyard.world --from 2,2 --to 0,0',
    'query world/courtyard.world --from 2,2 --to 35,16',
    'query world/courtyard.world --from 2,2 --to 3,3 --engine hpa',
    `query world/courtyard.world ${YARD}.jps.prep --from 2,2 --to 3,3`,
    'query world/courtyard.world --scenarios wrong.scen',
    'query tiles --from 1,1 --to 2,2',
    'query agents/courtyard.prep --agent large --scenarios maps/courtyard.map.scen',
    'query agents/courtyard.prep --agent small --from 1,1 --to 2,2',
    'query agents/courtyard.prep --agent huge --from 1,1 --to 2,2',
    'query priced/priced.ch.prep --from 1,1 --to 20,5 --json --cells',
    'query priced/priced.ch.prep --from 1,1 --to 20,5',
    `query ${YARD}.jps.prep --to 1,1`,
    `query ${YARD}.jps.prep`,
    `query ${YARD}.jps.prep --from 1,1 --to 2`,
    `query ${YARD}.jps.prep --from 1 1 --to 2, 2`,
  ],
  verify: [
    `verify ${YARD}.jps.prep ${YARD}.hpa.prep --queries 20`,
    `verify ${YARD}.jps.prep --map maps/courtyard.map --queries 20 --json`,
    `verify ${YARD}.jps.prep --scenarios maps/courtyard.map.scen`,
    `verify ${YARD}.jps.prep --map maps/spiral.map --queries 5`,
    `verify ${YARD}.jps.prep --scenarios wrong.scen`,
    'verify world/courtyard.world --queries 20',
    'verify world/courtyard.world --map maps/courtyard.map --queries 20 --json',
    'verify missing.prep',
    'verify agents/courtyard.prep --queries 5',
    'verify priced/priced.ch.prep --queries 5',
    `verify ${YARD}.jps.prep out/spiral.jps.prep --queries 3 --json`,
    `verify ${YARD}.hpa.prep --queries 20 --tolerance 0`,
    'verify',
  ],
  pack: [
    `pack ${YARD}.jps.prep ${YARD}.ch.prep -o packed/yard.prep`,
    `pack ${YARD}.jps.prep maps/courtyard.map -o packed/none.prep`,
  ],
  draw: [
    'draw --list-layers',
    'draw maps/courtyard.map -o map.svg -l terrain,components --legend',
    `draw ${YARD}.jps.prep --from 2,2 --to 37,27 -o way.svg -l terrain,search`,
    `draw ${YARD}.hpa.prep --from 2,2 --to 37,27 -o plan.svg -l coarse,raw --theme dark --cell-size 3`,
    `draw ${YARD}.jps.prep ${YARD}.bounds.prep --box 12,8 -o boxes.svg --json`,
    `draw ${YARD}.jps.prep ${YARD}.bounds.prep --box 12,8 -o boxes.svg --area 1,2,30,20`,
    `draw ${YARD}.jps.prep -o a.svg --box 12,8`,
    `draw ${YARD}.jps.prep -o a.svg --from 1,1 --to 35,16`,
    `draw ${YARD}.jps.prep -o a.svg --from 1,1 --to 2,2 --engine ch`,
    `draw ${YARD}.jps.prep -o a.svg --from 1,1 --to 2,2 --engine x`,
    `draw ${YARD}.jps.prep -o a.svg --from 1,1 --to 2,2 -l raw`,
    `draw ${YARD}.jps.prep -o a.svg -l coarse`,
    `draw ${YARD}.jps.prep -o a.svg -l walls`,
    `draw ${YARD}.jps.prep -o a.svg -l doors`,
    `draw ${YARD}.jps.prep -o a.svg -l boxes`,
    `draw ${YARD}.jps.prep -o a.svg --area 11,0,30,30`,
    `draw ${YARD}.jps.prep -o a.svg --area 10,1,30,30`,
    `draw ${YARD}.jps.prep -o a.svg --area 1,1,0,3`,
    `draw ${YARD}.jps.prep -o a.svg --area 1,1,3,0`,
    `draw ${YARD}.jps.prep -o a.svg --area 10,0,30,30`,
    `draw ${YARD}.jps.prep -o a.svg --from 1,1 --to 2,2 --engine jps -l coarse`,
    `draw ${YARD}.jps.prep -o focus.svg --focus 12,8 -l rays`,
    `draw ${YARD}.hpa.prep -o a.svg -l upper`,
    'draw priced/priced.ch.prep -o a.svg -l jumps',
    'draw priced/priced.ch.prep -o priced.svg -l terrain,subgoals --legend --theme dark',
    'draw maps/courtyard.map -o points.svg -l points',
    `draw maps/courtyard.map ${YARD}.jps.prep -o a.svg`,
    `draw ${YARD}.jps.prep none.prep -o a.svg`,
    'draw yard.bin -o bin.svg',
    'draw broken.prep -o a.svg',
    'draw agents/courtyard.prep --agent huge -o a.svg',
    `draw ${YARD}.jps.prep -o a.txt`,
    `draw ${YARD}.jps.prep`,
    'draw',
  ],
  maps: [
    'map inputs/village.tmj -o village.map',
    'map inputs/village.tmj -o village.json',
    'map inputs/village.tmj -o village.csv',
    'map inputs/village.tmj -o village.txt',
    'map maps/courtyard.map -o large.map --size 2',
    'inspect inputs/village.tmj',
    'inspect inputs/world.ldtk',
    'generate rooms --width 30 --height 20 --room 6 -o made/rooms.map',
    'generate maze --width 30 --height 20 --corridor 2 -o made/maze.map --seed 9',
    'generate weights --width 30 --height 20 --max-cost 7 --patch 4 -o made/weights.json',
    'generate caves --width 30 --height 20 --density 0.3 --cost-pattern roads -o made/caves.json',
    'generate land --width 50 --height 30 -o made/land.map',
    'generate land --width 50 --height 30 --tile 20 -d made/land',
    'generate caves --width 9000 -o made/none.map',
    'generate land --width 9000 --cost-pattern roads -o made/none.map',
    'generate caves --tile 8',
    'generate caves -o made/none.txt',
    'generate caves --seed 0',
    'generate caves --density 2',
  ],
  bake: [
    'jps maps -d again',
    'hpa maps/spiral.map -d again --json --cluster 8',
    'world changed.map -d again/world --tile 20 --cluster 10',
    'world changed.map -d again/world --tile 20 --cluster 10 --json',
    'bounds maps/spiral.map -d again --boxes cells',
    'ch maps/spiral.map maps/none.map -d again',
    'table maps/spiral.map -d again --max-nodes 2',
    'jps broken.map maps/spiral.map -d again',
    'jps broken.map maps/spiral.map -d again --json',
    'jps maps/spiral.map -d again --terrain .x',
    'jps maps/spiral.map changed/spiral.map -d again',
    'jps maps/spiral.map -d again --agent large',
    'ch priced.map -d again --costs costs.json',
    'ch priced.map -d again --costs none.json',
    'ch priced.map -d again --costs wrong.costs.json',
    'build',
    'build',
    'build --verbose',
    'build --dry-run',
    'build --force --verbose --threads 1',
    'build one.config.json',
    'build one.config.json',
    'jps maps/spiral.map -d one --store-landmarks',
    'build fewer.config.json --json --threads 1',
    'build fewer.config.json --clean --verbose',
    'build --force --json --threads 1',
    'build none.config.json',
    'build agents.config.json --force --check',
    'build agents.config.json --check --out-dir other',
    'build agents.config.json --clean --check --out-dir out',
    'build two.config.json --bail',
    'build two.config.json',
    'build one.config.json --cache none --out-dir again/elsewhere',
    'build one.config.json --dry-run --out-dir nowhere',
    'estimate maps/spiral.map',
    'estimate maps/spiral.map --json',
    'estimate maps/spiral.map maps/courtyard.map',
    'estimate priced.map --costs costs.json',
    'worker redis://127.0.0.1:1',
  ],
};

RUNS.bench = [
  'bench --list-engines',
  'bench',
  'bench maps/courtyard.map --quick --engines jps --scenarios wrong.scen',
  'bench maps/courtyard.map --quick --size 2 --scenarios other.scen',
  'bench maps/courtyard.map --quick --size 3 --min-cost 99 --scenarios maps/courtyard.map.scen',
  'bench maps/courtyard.map --engines jps-bit --diagonals never',
  'bench priced.map --costs costs.json --engines jps',
  'bench priced.map --engines priced-astar',
  'bench maps/courtyard.map --resume -o r.csv,r.json',
  'bench maps/courtyard.map --resume -o r.csv,r.html',
  'bench maps/spiral.map --min-cost 999',
  'bench maps/spiral.map --bake-timeout 999ms',
  'bench maps/spiral.map --frames 2 --budget 0.0001ms',
];

let folder: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  for (const name of ['maps', 'inputs']) cpSync(`fixtures/${name}`, join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const map = readFileSync('fixtures/maps/courtyard.map', 'utf8');
  for (const name of ['changed', 'large']) mkdirSync(join(folder, name));
  write(
    'changed.map',
    map.replace('@.......@........@........@............@', '@....@..@..@.....@........@............@'),
  );
  cpSync(join(folder, 'changed.map'), join(folder, 'changed/courtyard.map'));
  write('broken.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n');
  write('large/plain.map', 'type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n');
  const scenarios = (...lines: string[]) => `version 1\n${lines.join('\n')}\n`;
  const rows = [
    '21\t12\t23\t11\t2.41421356',
    '35\t14\t38\t13\t9.41421356',
    '1\t1\t35\t16\t8',
    '9\t4\t7\t1\t5.00000000',
  ];
  write('wrong.scen', scenarios(...rows.map((row) => `0\tcourtyard.map\t40\t30\t${row}`)));
  write('other.scen', scenarios(`0\tcourtyard.map\t41\t30\t${rows[0]}`));
  write('beyond.scen', scenarios('0\tcourtyard.map\t40\t30\t40\t12\t23\t11\t2.41421356'));
  const config = { inputs: [{ maps: 'maps/*.map', artifacts: { jps: {}, ch: {} } }], outDir: 'built', cache: 'cache' };
  write('prep.config.json', JSON.stringify(config));
  write(
    'one.config.json',
    JSON.stringify({ ...config, inputs: [{ maps: 'maps/spiral.map', artifacts: { jps: {} } }], outDir: 'one' }),
  );
  const agents = { small: {}, large: { size: 2 } };
  const several = [{ maps: 'maps/courtyard.map', artifacts: { jps: {}, hpa: {} }, agents, pack: true }];
  write('agents.config.json', JSON.stringify({ inputs: several, outDir: 'agents' }));
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `many/${name}.map`);
  write('two.config.json', JSON.stringify({ inputs: [{ maps: many, preset: 'tiny' }], outDir: 'two', threads: 1 }));
  mkdirSync(join(folder, 'many'));
  for (const file of many) write(file, 'type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n');
  mkdirSync(join(folder, 'tiles'));
  write('tiles/0_0.map', map);
  write('none.json', 'null');
  write('costs.json', '{"S":3,"G":2}');
  write('wrong.costs.json', '{"W":3}');
  write(
    'priced.map',
    `type octile\nheight 6\nwidth 22\nmap\n${'.......GGGGSSSS@......\n......GGGG...SSSS.....\n'.repeat(3)}`,
  );
  const fewer = [{ maps: ['maps/spiral.map', 'broken.map'], artifacts: { jps: {} } }];
  write('fewer.config.json', JSON.stringify({ ...config, inputs: fewer }));
  const bakes = [
    ...['jps', 'hpa', 'table', 'ch', 'bounds'].map((name) => `${name} maps/courtyard.map`),
    'jps maps/spiral.map',
    'jps changed/courtyard.map -d changed',
    'jps large/plain.map -d large',
    'world maps/courtyard.map -d world --tile 20 --cluster 10',
    'ch priced.map -d priced --costs costs.json',
    'build agents.config.json',
  ];
  write('broken.prep', 'nothing');
  for (const run of bakes) expect(await prepIn(folder, run.split(' '))).toMatchObject({ code: 0 });
  cpSync(join(folder, `${YARD}.jps.prep`), join(folder, 'yard.bin'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Times, and what follows from them, are not the same twice. */
function masked(text: string): string {
  return text
    .replace(/^\{"event":"(progress|baking).*\n/gm, '')
    .replace(/ *\d+\.\d\d(?= {2})/g, '  #')
    .replace(/\d+(\.\d+)?(?= (s|ms|µs|min|MB)\b)/g, '#')
    .replace(/("(?:peakBytes|seconds|micros|meanMicros|ms|at|memory|mtime)":)[\d.e-]+/g, '$1#');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

describe.runIf(process.platform === 'linux')('what is printed', () => {
  it.each(Object.keys(RUNS))('by runs of %s is as recorded', async (group) => {
    const place = join(makeTemporaryFolder(), 'all');
    onTestFinished(() => rmSync(dirname(place), { recursive: true, force: true }));
    cpSync(folder, place, { recursive: true });
    const known = new Set(filesIn(place));
    let text = '';
    for (const run of RUNS[group]) {
      const { code, stdout, stderr } = await prepIn(place, run.split(' '));
      const printed = masked(stdout + stderr);
      // Maps of a build end in any order.
      const lines = run.startsWith('build') ? printed.split('\n').slice(0, -1).sort().join('\n') : printed.trimEnd();
      text += `$ prep ${run}\n${lines}\nexit code ${code}\n\n`;
    }
    for (const file of filesIn(place).filter((name) => !known.has(name) && !/\/(cache|built|again)\//.test(name)))
      text += `${file.slice(place.length + 1)} ${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)}\n`;
    await expect(text).toMatchFileSnapshot(`../../fixtures/terminal/commands/${group}.txt`);
  });
});
