/**
 * Pages name files and identifiers of the code: each must exist. The guide promises things: each sentence of some pages
 * that says always, never, exact, optimal or same has a test that would fail if it were false.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

const files = listed();
const names = new Set(files.map((file) => basename(file)));
/** Every word of the code, tests included. */
const words = new Set(
  listed('*.ts', '*.js', '*.mjs', '*.json').flatMap(
    (file) => readFileSync(file, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
);
/** Pages about the code as it is; experiments and the changelog also name what is gone. */
const pages = listed('*.md').filter((page) => !/^(docs\/(benchmarks|api)\/|examples\/|CHANGELOG)/.test(page));

/** `src/engines/jps/build.ts`, `build.ts`, `../a.ts`, also with a line or `*`. Only files with a path below a folder of ours, or a bare name. */
const FILE =
  /`((?:(?:\.\.?\/)*(?:src|cli|test|tools|examples|docs|fixtures|schema)\/)?[\w./-]*[\w-]\.(?:ts|mjs))(?::\d+)?`/g;
/** "`FORMATS` of `formats.ts`", "`readRows` in `src/maps/png-file.ts`" */
const MEMBER = /`([A-Za-z_$][\w$.]*)(?:\(\))?` (?:of|in) `([\w./-]+\.(?:ts|mjs))`/g;

function missingFiles(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(FILE)]
    .map(([, file]) => file)
    .filter((file) => {
      if (file.includes('NAME')) return false;
      // A bare name in the guide is a file of the reader.
      if (!file.includes('/')) return !/^(docs\/guide|SECURITY)/.test(page) && !names.has(file);
      const ends = posix.normalize(file).replace(/^(\.\.\/)+/, '');
      return !existsSync(ends) && !files.some((known) => known.endsWith(`/${ends}`));
    });
}

function missingMembers(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(MEMBER)].flatMap(([text, member, file]) => {
    const holders = files.filter((known) => known === file || known.endsWith(`/${file}`));
    const wanted = new RegExp(`\\b${member.replace(/.*\./, '')}\\b`);
    return holders.some((holder) => wanted.test(readFileSync(holder, 'utf8'))) ? [] : [text];
  });
}

describe.each(pages)('%s', (page) => {
  it('names files and members that exist', () => {
    expect([...missingFiles(page), ...missingMembers(page)]).toEqual([]);
  });
});

/** Names of other software, of placeholders, and of code that a page has the reader write. */
const FOREIGN = new Set(['NAME', 'DIR', 'allowedHosts', 'exposeInMainWorld', 'wallSouth', 'wallWest']);

it.each(pages.filter((page) => !page.startsWith('docs/decisions/')))('%s names identifiers that exist', (page) => {
  // Every second part is a block of code.
  const parts = readFileSync(page, 'utf8').split(/^ *```/m);
  const text = parts.filter((_, i) => i % 2 === 0).join();
  const shown = parts.filter((_, i) => i % 2 === 1).join();
  const named = [...text.matchAll(/`(?:[\w.]+\.)?([a-z]+[A-Z]\w*|[A-Z][a-z]+\w*|[A-Z]{2,}_?[A-Z]*)(?:\([^`]*\))?`/g)];
  const missing = named.map(([, name]) => name).filter((name) => !words.has(name) && !FOREIGN.has(name));
  expect(missing.filter((name) => !shown.includes(name))).toEqual([]);
});

/** By page of the guide, or file: a part of the sentence, the file of the test, and a part of its title. */
const PROMISES: Record<string, readonly (readonly [sentence: string, file: string, title: string])[]> = {
  edits: [
    [
      'one more after each edit that changes the map',
      'src/play/edit/events',
      'every edit that changes the map is an event',
    ],
    [
      'It is true if a path is blocked now, or if the costs',
      'src/play/edit/affects',
      'is true exactly if an edit makes',
    ],
    ['that map takes over each edit of the first map', 'src/play/edit/edit', 'walkers of several sizes over one map'],
    [
      'restores them on a map of the same blobs',
      'src/play/edit/edit',
      'is saved in a few bytes, and is the same where',
    ],
    ['pass `changes` to their `nav.edit`', 'src/play/edit/events', 'is in the same state after each'],
    [
      'Paths of an optimal engine stay optimal',
      'src/play/edit/records',
      'are right on small maps with many edits and few',
    ],
    ['Paths are then optimal', 'src/play/edit/edit', 'with HPA* and tables, costs and all'],
  ],
  lockstep: [
    ['cells and costs of paths, walks, fields, reaches', 'tools/fuzz/driver', 'random programs over all operations'],
    [
      'on maps in the same state, whatever edits and queries',
      'tools/fuzz/driver',
      'random programs over all operations',
    ],
    [
      'and the same requests and edits in the same order',
      'src/play/queue/edits',
      'answers in the same updates on machines',
    ],
  ],
  queues: [
    ['Its paths are optimal with every', 'src/play/field/field', 'has the distances of plain Dijkstra from any goals'],
    [
      'Distances below `field.settled` are already final',
      'src/play/field/field',
      'with from, only the distance of that cell',
    ],
    ['with the same answers in the same updates', 'src/play/queue/edits', 'answers in the same updates on machines'],
    [
      'stops at the same node on every machine',
      'src/runtime/limits',
      'ends searches of %s, which then answer as before',
    ],
  ],
  crowds: [
    ['two units never share a cell, swap cells or cross', 'tools/fuzz/driver', 'random programs over all operations'],
    ['Standing units step aside and return', 'src/play/traffic/traffic', 'has those pushed aside who stand in the way'],
    ['`{ work: 20000 }` in lockstep', 'src/play/traffic/traffic', 'with a budget of work is the same on machines'],
    ['no unit enters a closed cell', 'tools/fuzz/driver', 'random programs over all operations'],
  ],
  links: [
    ['Default: the distance without walls, at least 1', 'src/core/grid/create', 'distance without walls'],
    ['Links with the same `name` open and close together', 'test/wrap', 'and closes as one'],
    ['Cells that open, and new costs, count there', 'test/wrap', 'edits reach the seam'],
  ],
  walls: [
    ['so that no unit steps across', 'src/play/follow/crossing', 'cross only what is open'],
    ['stand on the seam', 'test/wrap', 'walls hold on the seam'],
  ],
  units: [['from which it can reach its goal', 'src/play/follow/crossing', 'escapes to where a way leads']],
  turns: [
    ['Costs are exact with every engine', 'src/play/reach/reach', 'has the cells and costs that Dijkstra has'],
    ['Paths are optimal with every engine', 'src/play/field/targets', 'cost what Dijkstra says'],
    ['is out of range', 'src/play/field/targets', 'has no target of another floor in range'],
    ['Optimal engines give exact costs', 'src/play/field/distances', 'are what Dijkstra says with every exact engine'],
  ],
  'runtime-maps': [
    ['and find optimal paths without a bake', 'src/runtime/load-grid', 'answers optimally for walkers of any size'],
    [
      '`blobs` contains the same bytes as a bake in Node',
      'src/play/rebake/rebake',
      'bakes the same bytes as Node of a map made in code',
    ],
    ['the new map follows in its place', 'src/play/rebake/rebake', 'a map that follows another one still does'],
    [
      'Edits made during the bake are repeated',
      'src/play/rebake/rebake',
      'repeats those made meanwhile on the new map',
    ],
  ],
  'SECURITY.md': [
    ['The result is a grid or a `MapError` of one line', 'test/readers', '%s is refused in one line'],
    ['The work is bounded by the size of the files', 'src/maps/hostile', 'more cells than any map needs are refused'],
    ['only to regular files of its project', 'test/strange-files', 'reads nothing outside of its project'],
    ['128 MiB a file, 256 MiB all files', 'test/limits', '%s holds, and one more is refused'],
    ['A query of this map gives a legal path of the stated cost or none', 'test/fuzz', 'or harmless'],
    ['Work of each query is bounded', 'src/engines/links/search', 'ends whatever costs an engine reports'],
    ['refuse larger maps before unpacking', 'src/runtime/load', 'are refused before anything is unpacked'],
    ['They are printed without control characters', 'cli/shared/errors', 'begins no line of results, warnings'],
    ['and cannot leave a folder', 'test/strange-files', 'names no file'],
    ['It runs no hook, filter or transport', 'cli/shared/revision', 'runs no command of a folder of maps'],
    ['not through links out of it', 'cli/commands/view', 'has no link followed'],
    ['It reaches the page and the named files', 'cli/commands/view', 'gives the page and the named files, and nothing'],
    ['64 open pages get changes', 'src/view/walls/server', 'sends changes to 64 pages'],
    ['A file of a command that is no blob', 'test/strange-files', 'only the beginning is read'],
    ['others are read whole, up to 2 GiB', 'test/strange-files', 'a large blob is read whole'],
    ['refuses longer ones before', 'src/core/blob/blob', 'refuses a section longer than its kind allows before'],
    ['It cannot name a path, a command or code', 'src/pipeline/fleet/task', 'never leads outside of its folder'],
    ['no other worker gets it', 'src/pipeline/fleet/fleet.long', 'its worker stays, no other gets it'],
  ],
  'src/core/blob/FORMAT.md': [
    ['A reader checks, in this order', 'src/core/blob/blob', 'truncations and longer files are refused'],
    ['Blobs with different fingerprints are of different maps', 'src/runtime/index', 'refuses blobs of different maps'],
    [
      'A reader walks every path when it loads',
      'src/engines/hpa/section',
      'or answers every query with a legal path or a refusal',
    ],
    [
      'that no box is empty or reaches out of the map',
      'src/lab/engines/bounds',
      'are refused with boxes that are empty or outside',
    ],
    ['no loop', 'test/mapped', 'ends each query where any bytes change'],
    ['Shorter files and trailing bytes are refused', 'src/core/blob/blob', 'truncations and longer files are refused'],
    ['holds exactly 524,288 raw bytes', 'src/core/blob/blob', 'gives the sections back, frame by frame'],
    ['imply *before* it allocates', 'src/core/blob/blob', 'refuses a section longer than its kind allows before'],
    ['is 0xCBF43926', 'src/core/blob/blob', 'gives the check value of the standard'],
    ['Check the declared content size first', 'src/core/blob/blob', 'refuses a frame that promises more than its'],
    ['SHA-256 of: u16 width', 'src/core/blob/fingerprint', 'covers sides, cells, costs, letters, the move rule'],
    [
      'A word that is changed always changes it',
      'src/core/blob/blob',
      'the sum of words is another where one of them is',
    ],
    [
      'only in blobs of versions before 4.0',
      'src/core/blob/links',
      'are read without the lists of versions before 4.0',
    ],
    ['from 1 to 100,000 steps', 'src/core/blob/links', 'cost no more than a bake allows'],
    ['only with `--layout mapped`', 'test/mapped', 'has sections that compact blobs do not have'],
    ['compares them byte by byte', 'test/mapped', 'which inspect compares with the others'],
    ['of hierarchies each edge when a path has it first', 'test/mapped', 'walks each edge of a hierarchy on the grid'],
    ['none has more entries than bytes are left', 'src/core/blob/message-pack', 'refuses bytes that end too soon'],
    ['2,000 without an option of the reader', 'src/engines/table/section', 'has at most 2,000 nodes'],
    ['and a reader refuses any other', 'src/engines/table/section', 'is refused with another bake, both named'],
    ['circles when it follows them', 'src/engines/table/section', 'ends no query in a circle'],
    ['A reader refuses bits that make other numbers', 'src/engines/ch/section', 'arrays contradict the grid or each'],
    ['costs, wall costs and links once, ', 'src/core/blob/pack', 'holds them once, right after the grid'],
    ['equal sections are in it once', 'src/core/blob/agents', 'stores shared sections once'],
    ['a reader refuses others', 'src/core/blob/agents', 'is refused where one fingerprint is of two rules'],
    ['33,554,432', 'src/world/bake', 'refuses a map whose gates make more pairs'],
    [
      'whose header checksum is not the one in',
      'src/world/verify',
      'finds a tile that is missing, damaged, of another',
    ],
    ['One entry per section, in file order', 'test/readers', 'has a row for each of its bytes'],
    ['a section has ceil(raw length / 524288) frames', 'src/core/blob/blob', 'gives the sections back, frame by frame'],
    ['baked with `--codec none`, starts so', 'test/readers', 'has the bytes of its example'],
    ['| 48 | hpaInfo | u32 | 5 |', 'test/readers', 'has the numbers of an abstraction in the order'],
    ['| kind | name | type | elements | what |', 'test/readers', '$name is of $types, $elements elements'],
    ['at most 4096 maps of `name`', 'test/limits', 'holds, and one more is refused'],
  ],
};

/** Sentences with such a word that ask something of the reader, or explain a term. */
const OTHERS = [
  /^the same$/,
  /^Games in lockstep need/,
  /^Equal\*\* on all machines/,
  /^Load new blobs on all machines/,
  /^A client that joins late/,
  /^Walkers with the same blockers/,
  /^Units that never share/,
  /^`turn` counts/,
  /^With Vite, always pass/,
  /^In \[lockstep\]/,
  /bake the same grid\.$/,
  /closes a door where no unit stands\.$/,
];

const isGuide = (page: string) => !page.endsWith('.md');
const textOf = (page: string) =>
  readFileSync(isGuide(page) ? `docs/guide/${page}.md` : page, 'utf8')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\n(?![-|#\n*`]) */g, ' ');

it.each(Object.entries(PROMISES))('%s: each promise is on the page, and its test exists', (page, all) => {
  const text = textOf(page);
  for (const [sentence, file, title] of all) {
    const test = readFileSync(`${file}.test.ts`, 'utf8');
    expect([sentence, text.includes(sentence), test.includes(title)]).toEqual([sentence, true, true]);
  }
});

it.each(Object.keys(PROMISES).filter(isGuide))('docs/guide/%s.md promises nothing else', (page) => {
  const sentences = textOf(page)
    .replace(/```.*?```/gs, '')
    .split(/\n|\|| \. |(?<=[.;!?])\s+/)
    .map((sentence) => sentence.replace(/^[-#* ]+/, '').trim());
  const found = sentences.filter((sentence) =>
    /\b(always|never|exact(ly)?|optimal|no unit|same)\b/.test(sentence.replace(/`[^`]*`/g, '')),
  );
  const isKnown = (sentence: string) =>
    OTHERS.some((other) => other.test(sentence)) || PROMISES[page].some(([part]) => sentence.includes(part));
  expect(found.filter((sentence) => !isKnown(sentence))).toEqual([]);
});
