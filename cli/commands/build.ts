/** `prep build`: everything that a config says, as far as it is not there yet. */
import type { CommandModule } from 'yargs';
import type { BuildArguments } from '../build.js';

export const build: CommandModule<object, BuildArguments> = {
  command: 'build [config]',
  describe: 'Bake what a config says from all its maps, as far as it is not up to date',
  builder: async (yargs) => {
    const { DEFAULT_MAX_MEMORY, PRESET_NAMES } = await import('../../src/build.js');
    const { MAX_ZSTD_LEVEL, TERRAIN_LETTERS } = await import('../../src/index.js');
    return yargs
      .positional('config', { type: 'string', describe: 'Default: prep.config.json or prep.config.mjs' })
      .options({
        out: { alias: 'o', type: 'string', requiresArg: true, describe: "Folder to write to, in place of the config's" },
        preset: { choices: PRESET_NAMES, requiresArg: true, describe: "In place of the config's; its artifacts are still laid over it" },
        terrain: { type: 'string', requiresArg: true, describe: `Letters that are open, from ${TERRAIN_LETTERS}` },
        pack: { type: 'boolean', describe: 'One file for each map; --no-pack: one for each artifact' },
        codec: { choices: ['zstd', 'none'], requiresArg: true, describe: 'Compression' },
        'zstd-level': { type: 'number', requiresArg: true, describe: `Compression level, 1 to ${MAX_ZSTD_LEVEL}` },
        jobs: { type: 'number', requiresArg: true, describe: 'Most threads at once; 0 for one per core [default: 0]' },
        'max-memory': {
          type: 'string',
          requiresArg: true,
          describe: `Most memory that bakes may take together [default: ${DEFAULT_MAX_MEMORY}]`,
        },
        force: { type: 'boolean', describe: 'Bake what is up to date, too' },
        check: { type: 'boolean', conflicts: ['force', 'watch'], describe: 'Write nothing; exit code 1 if anything is not up to date' },
        'dry-run': { type: 'boolean', conflicts: ['watch'], describe: 'Write nothing; tell what would be baked, and why' },
        watch: { type: 'boolean', describe: 'Build again whenever a map or the config changes' },
        clean: { type: 'boolean', describe: 'Remove outputs of earlier builds that nothing asks for any more' },
        bail: { type: 'boolean', describe: 'Stop at the first map that fails' },
        json: { type: 'boolean', describe: 'Print one JSON object for each event' },
        quiet: { alias: 'q', type: 'boolean', conflicts: ['json'], describe: 'Print nothing but errors' },
      })
      .example('$0 build', 'build what prep.config.json says')
      .example('$0 build --check', 'in CI: fail if a blob was not built again after its map changed')
      .epilogue(
        `A config at its smallest: {"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{},"bounds":{}}}],"out":"out"}
Exit code: 0 all is up to date; 1 a map failed, or with --check something is not up to date; 2 wrong usage or config.`,
      ) as never;
  },
  handler: async (argv) => {
    const { runBuild } = await import('../build.js');
    await runBuild(argv);
  },
};
