/** The index of `docs/decisions`: `npm run tool decisions`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'docs/decisions';
export const INDEX = 'docs/decisions.md';

/** The index as it should be: a line a decision, sorted by title. */
export function decisionIndex(): string {
  const decisions = readdirSync(FOLDER).map((file) => {
    const title = /^# (.*)\n/.exec(readFileSync(`${FOLDER}/${file}`, 'utf8'))?.[1];
    if (!title) throw new Error(`${FOLDER}/${file} has no title, expected "# " and a title in its first line`);
    return { file, title };
  });
  decisions.sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const lines = decisions.map(({ file, title }) => `- [${title}](decisions/${file})`);
  return `# Decisions

Each page records what is so, why, the figures that decided it, and what was refused. Times are from a two-core Xeon with
Node 20.20, best of several runs. Ratios hold; absolute values drift by a fifth. \`npm run tool decisions\` writes this list.
If a page names a tool that \`npm run tool\` does not list, \`git log -1 --diff-filter=D -- tools/NAME.ts\` finds it.

${lines.join('\n')}
`;
}

if (process.argv[1]?.endsWith('decisions.js')) writeFileSync(INDEX, decisionIndex());
