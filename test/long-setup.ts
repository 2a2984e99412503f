/** Before the long tests: the package as it is published, and what tests and tools run. */
import { execFileSync } from 'node:child_process';

export default function setup(): void {
  for (const command of ['npm run -s build', 'node tools/compile.mjs'])
    execFileSync(command, { stdio: 'inherit', shell: true });
}
