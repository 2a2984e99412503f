/** The README's commands. */
import { readFileSync } from 'node:fs';

/** Lines of its `sh` blocks that call prep, in order. */
export function readmeCommands(): string[] {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('npx prep '));
  if (commands.length < 10) throw new Error('the README has hardly a command');
  return commands;
}
