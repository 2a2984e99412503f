import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../test/compiled.js';
import { PREP, temporaryFolder } from '../test/prep.js';
import { sampleOf } from '../test/samples.js';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** A folder with `prep` as a program, first in the path of a shell. */
function shell(name: 'bash' | 'zsh', script: string): string[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'prep'), `#!/bin/sh\nexec "${process.execPath}" "${resolve(PREP)}" "$@"\n`);
  chmodSync(join(folder, 'prep'), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, SHELL: `/bin/${name}`, HOME: folder };
  const args = name === 'bash' ? ['--norc', '-c', script] : ['-f', '-c', script];
  return execFileSync(name, args, { env, cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
}

beforeAll(compiled);

describe.runIf(has('bash'))('completion of bash', () => {
  /** Completions of the last word by the sourced script. */
  const complete = (...words: string[]) =>
    shell(
      'bash',
      `eval "$(prep completion)"
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      "$(complete -p prep | sed 's/.*-F \\([^ ]*\\).*/\\1/')"; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );

  it.each(
    sampleOf<[string[], string[]]>([
      [['prep', 've'], ['verify']],
      [['prep', 'jps', '--sto'], ['--store-landmarks']],
      [
        ['prep', 'bounds', '--boxes', ''],
        ['jump-points', 'cells'],
      ],
      [['prep', 'generate', 'ca'], ['caves']],
    ]),
  )('%j gives %j', (words, offers) => {
    expect(complete(...words)).toEqual(offers);
  });
});

it.runIf(has('zsh'))('completion of zsh is a function for prep, whose offers have descriptions', () => {
  const [where, ...offers] = shell(
    'zsh',
    `autoload -Uz compinit; compinit -u; eval "$(prep completion)"; echo \${_comps[prep]}
    prep --get-yargs-completions prep jps --st`,
  );
  expect(where).toBe('_prep_yargs_completions');
  expect(offers).toContain('--store-landmarks:Store the landmarks where cells have costs: larger file, faster load');
});
