/** `prep lint --against REVISION` in repositories of strangers: git runs none of their commands. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

const OPEN = 'type octile\nheight 3\nwidth 3\nmap\n...\n...\n...\n';
const SPLIT = OPEN.replace('\n...\n...\n...', '\n...\n@@@\n...');

/** A repository whose map was open and is split now, and a file that a command of the repository would write. */
function project() {
  const top = temporaryFolder();
  const folder = join(top, 'project');
  mkdirSync(join(folder, 'maps'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  const commit = (content: string, files = 'maps') => {
    writeFileSync(join(folder, 'maps/a.map'), content);
    git('add', files);
    git('commit', '--quiet', '-m', 'maps');
  };
  const ran = join(top, 'ran');
  return { top, folder, git, commit, ran, command: `touch ${ran}; false #` };
}

const against = async (folder: string, revision: string, ...maps: string[]) => {
  const { code, stdout, stderr } = await prepIn(folder, ['lint', ...maps, '--against', revision, '--json']);
  const ids = stdout.match(/"id":"closed [^"]*"/g) ?? [];
  return { code, ids, stderr };
};
const MAP = 'maps/a.map';
const CLOSED = ['"id":"closed 0,1"'];

/** Config lines that each name a command. */
const hostile = (command: string) =>
  `[core]
	fsmonitor = "${command}"
	sshCommand = "${command}"
	pager = "${command}"
[extensions]
	partialClone = origin
[protocol "file"]
	allow = always
[remote "origin"]
	url = .
	promisor = true
	uploadpack = "${command}"
[diff "map"]
	textconv = "${command}"
	command = "${command}"
[filter "map"]
	smudge = "${command}"
	required = true
[log]
	showSignature = true
[gpg]
	program = "${command}"
`;

describe('prep lint --against a revision', () => {
  it('runs no command of a folder of maps that is also a bare repository', async () => {
    const { folder, commit, ran, command } = project();
    for (const name of ['objects', 'refs/heads']) {
      mkdirSync(join(folder, 'maps', name), { recursive: true });
      writeFileSync(join(folder, 'maps', name, '.keep'), '');
    }
    writeFileSync(join(folder, 'maps/HEAD'), 'ref: refs/heads/main\n');
    const config = `[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = .\n${hostile(command)}`;
    writeFileSync(join(folder, 'maps/config'), config);
    commit(OPEN);
    commit(SPLIT);
    expect(await against(folder, 'HEAD~', MAP)).toEqual({ code: 0, ids: CLOSED, stderr: '' });
    // In the folder itself it is the repository of the working folder, and refused.
    const id = 'a'.repeat(40);
    for (const revision of ['HEAD~', id])
      expect(await against(join(folder, 'maps'), revision, 'a.map')).toMatchObject({ code: 2, ids: [] });
    expect(existsSync(ran)).toBe(false);
  });

  it('runs no command that .git of an archive names', async () => {
    const { folder, git, commit, ran, command } = project();
    writeFileSync(join(folder, '.gitattributes'), '*.map diff=map filter=map\n');
    commit(OPEN, '.');
    commit(SPLIT);
    appendFileSync(join(folder, '.git/config'), hostile(command));
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
      writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    expect(await against(folder, 'HEAD~', MAP)).toEqual({ code: 0, ids: CLOSED, stderr: '' });
    const blob = git('-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD~:maps/a.map').trim();
    rmSync(ran, { force: true });
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const stderr =
      'prep: maps/a.map: this clone does not have its version of HEAD~; get all of them first: ' +
      'git fetch --refetch --no-filter\n';
    expect(await against(folder, 'HEAD~', MAP)).toEqual({ code: 2, ids: [], stderr });
    expect(await against(folder, 'a'.repeat(40), MAP)).toMatchObject({ code: 2 });
    expect(existsSync(ran)).toBe(false);
  });

  it('reads maps by links of folders, in folders below, and none that the revision has no file of', async () => {
    const { top, folder, git, commit } = project();
    commit(OPEN);
    commit(SPLIT);
    symlinkSync('maps', join(folder, 'link'));
    expect((await against(folder, 'HEAD~', 'link/a.map')).ids).toEqual(CLOSED);
    expect((await against(join(folder, 'maps'), 'HEAD~', 'a.map', '../link/a.map')).ids).toHaveLength(2);
    writeFileSync(join(folder, 'maps/:(top)a.map'), SPLIT);
    writeFileSync(join(top, 'outside.map'), SPLIT);
    expect(await against(folder, 'HEAD~', 'maps/:(top)a.map', '../outside.map')).toMatchObject({ ids: [], stderr: '' });
    rmSync(join(folder, 'maps/a.map'));
    symlinkSync('../link.map', join(folder, 'maps/a.map'));
    git('add', '.');
    git('commit', '--quiet', '-m', 'a link');
    rmSync(join(folder, 'maps/a.map'));
    cpSync(join(top, 'outside.map'), join(folder, 'maps/a.map'));
    expect(readFileSync(join(folder, 'maps/a.map'), 'utf8')).toBe(SPLIT);
    expect(await against(folder, 'HEAD', MAP)).toMatchObject({ ids: [], stderr: '' });
  });
});
