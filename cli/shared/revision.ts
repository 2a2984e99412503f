/**
 * Maps of a git revision. A repository can be a stranger's, so git runs no command that it names: plumbing commands
 * without filters, hooks and file system monitor, no transport (its command would run when an object is missing), and
 * no repository in a folder of maps: only the one around the working folder is read.
 */

import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { MAX_FILE_BYTES } from '../../src/core/limits.js';
import { UsageError } from './errors.js';

/** `protocol.allow` of a command line loses to a protocol that the repository allows; the variable wins. */
const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };
const CONFIG = ['safe.bareRepository=explicit', 'core.fsmonitor=false', `core.hooksPath=${devNull}`];
const OPTIONS = ['--literal-pathspecs', ...CONFIG.flatMap((line) => ['-c', line])];
/** Windows looks for programs in the folder of a child process first: not in that of the maps. */
const SAFE_FOLDER = dirname(process.execPath);

const run = promisify(execFile);

async function git(...args: string[]): Promise<Buffer> {
  const { stdout } = await run('git', ['-C', process.cwd(), ...OPTIONS, ...args], {
    ...{ cwd: SAFE_FOLDER, env: { ...process.env, ...ENVIRONMENT }, maxBuffer: MAX_FILE_BYTES },
    encoding: 'buffer',
  });
  return stdout;
}

/**
 * @param revision any name of a commit
 * @returns a function that reads a map as the commit has it, undefined if it has no such file
 * @throws {UsageError} if it is no revision of the repository of the working folder
 */
export async function mapsAtRevision(revision: string): Promise<(file: string) => Promise<Uint8Array | undefined>> {
  const fail = () => {
    throw new UsageError(`--against is "${revision}", which is neither a file or folder nor a git revision`);
  };
  const [folder, prefix] = lines(await git('rev-parse', '--absolute-git-dir', '--show-prefix').catch(fail));
  const inRepository = (...args: string[]) => git(`--git-dir=${folder}`, ...args);
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const [commit] = lines(await inRepository(...named).catch(fail));
  return async (file) => {
    // The folder may be a link.
    const path = join(realpathSync(dirname(file)), basename(file));
    const inTree = posix.join(prefix, relative(process.cwd(), path).replaceAll(sep, '/'));
    // A map outside the repository, or that the commit does not have, is new.
    if (/^\.\.(\/|$)/.test(inTree)) return undefined;
    const missing = () => {
      throw new UsageError(
        `${file}: this clone does not have its version of ${revision}; get all of them first: ` +
          'git fetch --refetch --no-filter',
      );
    };
    const entry = inRepository('ls-tree', '-z', '--full-tree', commit, '--', inTree).catch(missing);
    const [, id] = /^100\d+ blob (\w+)\t/.exec((await entry).toString()) ?? [];
    return id === undefined ? undefined : inRepository('cat-file', 'blob', id).catch(missing);
  };
}

const lines = (output: Buffer): string[] => output.toString().split('\n');
