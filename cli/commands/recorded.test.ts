/**
 * What commands print, whole: each group of steps in its folder, compared with `fixtures/terminal/commands/`.
 *
 *     $ prep jps a.map      a run; its output and exit code follow
 *     $ cd NAME             the next steps run in an empty folder
 *     $ cp maps/a.map b.map copies out of the folder that all groups begin with
 *     $ cat FILE            prints a file
 *     $ rm FILE
 *     -- NAME --            a file, whose content follows
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decodePicture } from '../../test/decode-picture.js';
import { makeTemporaryFolder, prepIn } from '../../test/prep.js';
import { IS_LONG } from '../../test/samples.js';

const YARD = 'out/courtyard';
const RECORDED = 'fixtures/terminal/commands';
/** Groups that take more than a second each: `npm test` leaves them to the long tests. */
const LONG = ['artifacts', 'bake', 'bench', 'builds', 'init', 'no-maps', 'verify', 'worlds'];
/** Groups of steps. A new step is added to the record, without output, and recorded with `-u`. */
const GROUPS = readdirSync(RECORDED)
  .map((file) => file.replace('.txt', ''))
  .filter((group) => IS_LONG || !LONG.includes(group));

/** Steps of a record, and the content of those that are files. */
function stepsOf(group: string) {
  const parts = readFileSync(`${RECORDED}/${group}.txt`, 'utf8').split(/^(?=\$ |-- .+ --$)/m);
  return parts.map((part) => {
    const [line, ...content] = part.split('\n');
    const [command, ...words] = line.replace(/^\$ | --$/g, '').split(' ');
    const text = content.join('\n').trim();
    return { line, command, words, content: text && `${text}\n` };
  });
}

let folder: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  cpSync('fixtures/terminal/project', folder, { recursive: true });
  for (const name of ['maps', 'inputs', 'bad']) cpSync(`fixtures/${name}`, join(folder, name), { recursive: true });
  const bakes = [
    ...['jps', 'hpa', 'table', 'ch', 'bounds'].map((name) => `${name} maps/courtyard.map`),
    'jps maps/spiral.map',
    'jps changed/courtyard.map -d changed',
    'jps large/plain.map -d large',
    'world maps/courtyard.map -d world --tile 20 --cluster 10',
    'ch priced.map -d priced --costs costs.json',
    'build agents.config.json',
  ];
  for (const run of bakes) expect(await prepIn(folder, run.split(' '))).toMatchObject({ code: 0 });
  cpSync(join(folder, `${YARD}.jps.prep`), join(folder, 'yard.bin'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Times, versions, and all that follows from them, are not the same twice. */
function masked(text: string): string {
  return text
    .replace(/^\{"event":"(progress|baking).*\n/gm, '')
    .replace(/(?<=^ {2}tool {11})\S+|(?<=^meta .*)[0-9a-f]{8}$|(?<="sha256":")\w+/gm, '#')
    .replace(/(?<=\.png \()\d[^)]*/g, '#')
    .replace(/ *\d+\.\d\d(?= {2})/g, '  #')
    .replace(/\d+(\.\d+)?(?= (s|ms|µs|min|MB)\b)/g, '#')
    .replace(/("(?:peakBytes|seconds|micros|meanMicros|ms|at|memory|mtime)":)[\d.e-]+/g, '$1#');
}

/** Checksum of a file; pictures by their pixels, since deflate gives other bytes on other machines. */
async function checksum(file: string): Promise<string> {
  const bytes = readFileSync(file);
  const content = file.endsWith('.png') ? (await decodePicture(bytes)).pixels : bytes;
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** Output of a run, and its exit code. */
async function outputOf(at: string, argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await prepIn(at, argv);
  const printed = masked(stdout + stderr);
  // Maps of a build end in any order.
  const lines = argv[0] === 'build' ? printed.split('\n').slice(0, -1).sort().join('\n') : printed.trimEnd();
  return `${lines}\nexit code ${code}`;
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
    let [text, at] = ['', place];
    for (const { line, command, words, content } of stepsOf(group)) {
      const file = join(at, words.at(-1) as string);
      text += `${line}\n`;
      if (command === 'prep') text += `${await outputOf(at, words)}\n\n`;
      else if (command === 'cat') text += `${readFileSync(file, 'utf8').trimEnd()}\n\n`;
      else if (command === 'rm') rmSync(file, { recursive: true });
      else if (command === 'cp') {
        cpSync(join(place, words[0]), file, { recursive: true });
        for (const copy of filesIn(file)) known.add(copy);
      } else if (command === 'cd') {
        at = join(place, words[0]);
        mkdirSync(at);
      } else {
        text += `${content}\n`;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
        known.add(file);
      }
    }
    // A record has the times of its bakes, a blob with doors or points the version of gridprep.
    const isSame = (name: string) => !/\/(cache|built|again|(ldtk|rpg-maker|village)\/out)\/|\.prep-record$/.test(name);
    for (const file of filesIn(place).filter((name) => !known.has(name) && isSame(name)))
      text += `${file.slice(place.length + 1)} ${await checksum(file)}\n`;
    await expect(text).toMatchFileSnapshot(`../../${RECORDED}/${group}.txt`);
  });
});
