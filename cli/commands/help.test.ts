import { describe, expect, it } from 'vitest';
import { COMMANDS, makeParser } from '../main.js';

describe('the help of each command at 80 columns', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])(
    '%s: as recorded, at most 40 lines, examples above its options',
    async (name) => {
      const { parser } = await makeParser([name, '--help'].filter(Boolean), 80);
      const help = await parser.getHelp();
      expect(help.split('\n').length).toBeLessThanOrEqual(40);
      const options = help.split('\n').slice(help.split('\n').indexOf('Options:'));
      expect(options.length).toBeGreaterThan(1);
      for (const line of options) expect(line.length).toBeLessThanOrEqual(80);
      if (name !== '') expect(help.indexOf('Examples:')).toBeLessThan(help.indexOf('Options:'));
      expect(help).not.toContain('--png.threshold');
      await expect(`${help}\n`).toMatchFileSnapshot(`../../fixtures/terminal/help/${name || 'prep'}.txt`);
    },
  );
});
