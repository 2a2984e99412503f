/** Words and openers that docs/style.md replaces, in pages, comments, errors and help: `node tools/words.mjs`, a part of `npm run lint`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Replacements of each pattern, and the lines that may keep it. */
const LIST = 'tools/words.json';

/** Text that a reader sees, by line: pages without code; of code the comments and the strings with a blank in them. */
export function prose(file, text) {
  let fenced = false;
  let comment = false;
  return text.split('\n').map((line) => {
    if (file.endsWith('.md')) {
      const fence = /^\s*```/.test(line);
      if (fence) fenced = !fenced;
      return fence || fenced ? '' : line.replace(/`[^`]*`/g, '`');
    }
    const begins = /^\s*\/\*/.test(line);
    const inside = comment || begins || /^\s*\/\//.test(line);
    if (begins || comment) comment = !line.includes('*/');
    if (inside) return line.replace(/^\s*(\/\*\*?|\*\/?|\/\/)\s?/, '').replace(/`[^`]*`/g, '`');
    const strings = line.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/g) ?? [];
    const trailing = /\s\/\/ (.*)$/.exec(line.replace(/'[^']*'|`[^`]*`/g, ''))?.[1] ?? '';
    return [
      ...strings.filter((string) => /\w \w+ \w/.test(string)).map((string) => string.slice(1, -1)),
      trailing,
    ].join(' . ');
  });
}

/** @returns `file:line: text` of every hit of each pattern, exceptions left out */
export function hits(list, read = (file) => readFileSync(file, 'utf8')) {
  const files = execFileSync(
    'git',
    ['ls-files', '*.md', 'src/*.ts', 'cli/*.ts', 'test/*.ts', 'tools/*.ts', 'tools/*.mjs', 'examples/*'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter(
      (file) =>
        /\.(md|ts|mjs|js)$/.test(file) &&
        file !== 'CHANGELOG.md' &&
        !file.startsWith('tools/words') &&
        existsSync(file),
    );
  const found = new Map(list.words.map(({ pattern }) => [pattern, []]));
  const patterns = list.words.map(({ pattern }) => [pattern, new RegExp(pattern)]);
  for (const file of files) {
    for (const [index, line] of prose(file, read(file)).entries()) {
      for (const [name, pattern] of patterns) {
        const place = `${file}: ${line.trim()}`;
        if (pattern.test(line) && !list.exceptions.some((exception) => place.startsWith(exception))) {
          found.get(name).push(`${file}:${index + 1}: ${line.trim()}`);
        }
      }
    }
  }
  return found;
}

/** Prints all hits. @returns the exit code */
function check() {
  const list = JSON.parse(readFileSync(LIST, 'utf8'));
  const found = [...hits(list)].flatMap(([pattern, places]) =>
    places.map(
      (place) => `${place}\n  /${pattern}/: write ${list.words.find((word) => word.pattern === pattern).instead}`,
    ),
  );
  for (const text of found) console.error(text);
  return found.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = check();
