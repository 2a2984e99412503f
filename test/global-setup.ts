/** Builds `dist`, and `build` with what only tests and tools use, once before the tests: workers and the command line run from there. */
import { execFileSync } from 'node:child_process';

export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'tools'], { stdio: 'inherit' });
}
