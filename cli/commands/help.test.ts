import { describe, expect, it } from 'vitest';
import yargs, { type Argv, type Options } from 'yargs';
import { COMMANDS, makeParser } from '../main.js';

/** A line for each option of a command: its settings, and how a number that is none is refused. */
async function optionLines(name: string): Promise<string[]> {
  const { builder } = (await import(`./${name}.ts`)) as { builder: (yargs: Argv) => Argv };
  const lines: string[] = [];
  const parser = yargs([]);
  const take = (kind: string) => (option: string, given: Options) => {
    const { describe: _, coerce, ...rest } = given;
    let refused = '';
    try {
      coerce?.(Number.NaN);
    } catch (error) {
      refused = `  ${(error as Error).message}`;
    }
    lines.push(`${kind} ${option} ${JSON.stringify(rest)}${refused}`);
    return parser;
  };
  parser.positional = take('positional') as Argv['positional'];
  parser.options = ((all: Record<string, Options>) => {
    for (const [option, given] of Object.entries(all)) take('option')(option, given);
    return parser;
  }) as Argv['options'];
  builder(parser);
  return lines;
}

describe('the help of each command at 80 columns', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])(
    '%s: as recorded, at most 40 lines, examples above its options',
    async (name) => {
      const { parser } = await makeParser([name, '--help'].filter(Boolean), 80);
      const help = await parser.getHelp();
      expect(help.split('\n').length).toBeLessThanOrEqual(40);
      const options = help.split('\n').slice(Math.max(0, help.split('\n').indexOf('Options:')));
      expect(options.length).toBeGreaterThan(1);
      for (const line of options) expect(line.length).toBeLessThanOrEqual(80);
      if (name === '') expect(help.split('\n').length).toBeLessThanOrEqual(31);
      else expect(help.indexOf('Examples:')).toBeLessThan(help.indexOf('Options:'));
      expect(help).not.toContain('--png.threshold');
      await expect(`${help}\n`).toMatchFileSnapshot(`../../fixtures/terminal/help/${name || 'prep'}.txt`);
    },
  );
});

it('the values that each option takes are as recorded', async () => {
  const takers = new Map<string, string[]>();
  for (const { name } of COMMANDS)
    for (const line of await optionLines(name)) takers.set(line, [...(takers.get(line) ?? []), name]);
  const text = [...takers].map(([line, names]) => `${line}  (${names.join(' ')})\n`).join('');
  await expect(text).toMatchFileSnapshot('../../fixtures/terminal/options.txt');
});
