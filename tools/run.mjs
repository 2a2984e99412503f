/** `npm run tool` lists the tools, `npm run tool NAME [-- ARGUMENTS]` runs one: a file of this folder whose first comment names that command. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compile } from './compile.mjs';

/** Columns of a line of the list. */
const COLUMNS = 120;

/** The tools of a folder by their names, each with the first sentence of its first comment. */
export function tools() {
  const files = readdirSync('tools').filter((file) => file.endsWith('.ts'));
  return new Map(
    files.flatMap((file) => {
      const name = file.slice(0, -3);
      const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(`tools/${file}`, 'utf8'))?.[1] ?? '';
      const sentence = new RegExp(`^\\* (.*?): \`npm run tool ${name}( -- [^\`]*)?\``);
      const found = sentence.exec(`* ${comment.replace(/\n \*/g, '').trim()}`);
      return found ? [[name, found[1]]] : [];
    }),
  );
}

/** @returns the exit code */
async function run([name, ...argv]) {
  const known = tools();
  if (name === undefined) {
    for (const [tool, text] of known) console.log(`${tool.padEnd(18)} ${text}`.slice(0, COLUMNS));
    return 0;
  }
  if (!known.has(name)) {
    console.error(`there is no tool ${name}, expected one of: ${[...known.keys()].join(', ')}`);
    return 2;
  }
  await compile();
  return (
    spawnSync(process.execPath, ['--expose-gc', `build/tools/${name}.js`, ...argv], { stdio: 'inherit' }).status ?? 1
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await run(process.argv.slice(2));
