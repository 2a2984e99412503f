/** Commands of the README and of the guide's page of commands. */
import { readFileSync } from 'node:fs';

/** Lines of a page's `sh` blocks that call the program, in order, without `npx gridprep`. */
export function commandsOf(page: 'README.md' | 'docs/guide/commands.md'): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  const commands = blocks.flatMap((block) => [...block.matchAll(/^npx gridprep (.*)/gm)].map(([, rest]) => rest));
  if (commands.length < 3) throw new Error(`${page} has hardly a command`);
  return commands;
}
