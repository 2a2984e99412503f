/** What commands print, whole: each group of runs in its folder, compared with `fixtures/terminal/commands/`. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder, prepIn } from '../../test/prep.js';

const YARD = 'out/courtyard';
const RECORDED = 'fixtures/terminal/commands';
/** Groups of runs. Each run is a line `$ prep …` of the record; a new one is added there, and recorded with `-u`. */
const GROUPS = readdirSync(RECORDED).map((file) => file.replace('.txt', ''));
const runsOf = (group: string) => readFileSync(`${RECORDED}/${group}.txt`, 'utf8').match(/(?<=^\$ prep ).*/gm) ?? [];

let folder: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  for (const name of ['maps', 'inputs', 'bad']) cpSync(`fixtures/${name}`, join(folder, name), { recursive: true });
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
  const rowsOf = (...lines: string[]) =>
    scenarios(...lines.map((line) => `0\tcourtyard.map\t40\t30\t${line.replaceAll(' ', '\t')}`));
  // A length of 0 between different cells states that there is no path.
  write('zero.scen', rowsOf('1 1 2 2 1.41421356', '1 1 35 16 0', '1 1 1 1 0'));
  write('short.scen', rowsOf('1 1 2 2 0'));
  write('list.json', '[]');
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
  it.each(GROUPS)('by runs of %s is as recorded', async (group) => {
    const place = join(makeTemporaryFolder(), 'all');
    onTestFinished(() => rmSync(dirname(place), { recursive: true, force: true }));
    cpSync(folder, place, { recursive: true });
    const known = new Set(filesIn(place));
    let text = '';
    for (const run of runsOf(group)) {
      const { code, stdout, stderr } = await prepIn(place, run.split(' '));
      const printed = masked(stdout + stderr);
      // Maps of a build end in any order.
      const lines = run.startsWith('build') ? printed.split('\n').slice(0, -1).sort().join('\n') : printed.trimEnd();
      text += `$ prep ${run}\n${lines}\nexit code ${code}\n\n`;
    }
    // A record has the times of its bakes.
    const isSame = (name: string) => !/\/(cache|built|again)\/|\.prep-record$/.test(name);
    for (const file of filesIn(place).filter((name) => !known.has(name) && isSame(name)))
      text += `${file.slice(place.length + 1)} ${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)}\n`;
    await expect(text).toMatchFileSnapshot(`../../${RECORDED}/${group}.txt`);
  });
});
