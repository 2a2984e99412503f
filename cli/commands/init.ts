/** `prep init`: a config to start with. */
import type { CommandModule } from 'yargs';

export const init: CommandModule = {
  command: 'init',
  describe: 'Write a prep.config.json for the maps in maps/, and example maps if there are none',
  builder: (yargs) => yargs.example('$0 init && $0 build', 'from nothing to blobs') as never,
  handler: async () => {
    const { runInit } = await import('../init.js');
    await runInit();
  },
};
