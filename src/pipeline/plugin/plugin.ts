/**
 * Maps as imports, in every bundler: `import arena from "./arena.tmj?nav"`. The blob becomes an asset: by an import of
 * the file in Vite, webpack, Rspack and esbuild, by `emitFile` in Rollup and Rolldown.
 */
import { readFile } from 'node:fs/promises';
import { resolve as absolute, basename } from 'node:path';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { PARTS } from '../build/parts-of.js';
import { bakeForBundle, type PluginOptions } from './bake.js';
import { CLAIMED, moduleOf, OURS, resolveMap, wantedOf } from './module.js';
import { withoutContent } from './quoted.js';
import { viteHooks } from './vite-hooks.js';

const NAME = 'gridprep';
/** Ids that the plugin resolves. */
const RESOLVED = new RegExp(`${CLAIMED.source}|^${PARTS}$`);

type Resolved = string | { id: string; external?: boolean; moduleSideEffects?: boolean } | undefined;

/** The context of Rollup and Rolldown. */
interface Resolver {
  resolve(id: string, importer: undefined, options: { skipSelf: true }): Promise<{ id: string } | null>;
}

/**
 * The parts that the module of a map imports. Rollup finds no packages without a plugin: the import then has no side
 * effects, so that it is removed if the game does not use `load`.
 */
async function resolveParts(context: Resolver, importer: string | undefined): Promise<Resolved> {
  if (!importer?.startsWith(OURS)) return undefined;
  const found = await context.resolve(PARTS, undefined, { skipSelf: true });
  return found ?? { id: PARTS, external: true, moduleSideEffects: false };
}

interface Context {
  addWatchFile(file: string): void;
  warn(text: string): void;
  emitFile(file: { type: 'asset'; name: string; source: Uint8Array }): unknown;
}

/** The plugin for every bundler; each entry exports its own. */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  (options: PluginOptions | undefined = {}, { framework }) => {
    const isRollup = framework === 'rollup' || framework === 'rolldown';
    let root = process.cwd();
    /** Resolved ids with their last importer. Other ids, such as those written in a module, are refused. */
    const resolved = new Map<string, string | undefined>();
    const bakeId = async (id: string) => {
      const ours = framework === 'esbuild' ? OURS + id : id;
      const wanted = wantedOf(ours, resolved.get(ours));
      if (!wanted) return undefined;
      return bakeForBundle(wanted, options, root).catch((error) => {
        throw withoutContent(error, wanted.map);
      });
    };
    function resolve(this: unknown, id: string, importer: string | undefined): Resolved | Promise<Resolved> {
      if (id === PARTS) return isRollup ? resolveParts(this as Resolver, importer) : undefined;
      const file = resolved.has(id) ? id : resolveMap(id, importer, root);
      if (file !== undefined && file !== id) resolved.set(file, importer);
      // esbuild has a namespace for our ids, and takes the folder of the id for the folder of the module.
      return framework === 'esbuild' ? file?.slice(OURS.length) : file;
    }
    /** A module with the blob's address: of an imported or an emitted file. */
    async function load(this: Context, id: string): Promise<string | null> {
      const baked = await bakeId(id);
      if (!baked) return null;
      const { file, sources, warnings } = baked;
      for (const source of sources) this.addWatchFile(source);
      for (const text of warnings) this.warn(text);
      if (!isRollup) return moduleOf(baked, 'url', `import url from ${JSON.stringify(file)};\n`);
      // They replace the reference by the address.
      const reference = this.emitFile({ type: 'asset', name: basename(file), source: await readFile(file) });
      return moduleOf(baked, `import.meta.ROLLUP_FILE_URL_${reference}`);
    }
    const withRule = ({ context, options }: { context: string; options: { module: { rules: unknown[] } } }) => {
      root = context;
      options.module.rules.push({ test: /\.prep$/, type: 'asset/resource' });
    };
    return {
      name: NAME,
      enforce: 'pre',
      resolveId: { filter: { id: RESOLVED }, handler: resolve },
      load: { filter: { id: CLAIMED }, handler: load },
      vite: viteHooks(options, () => plugin.vite(options)),
      webpack: withRule,
      rspack: withRule,
      esbuild: {
        config(settings) {
          root = absolute(settings.absWorkingDir ?? root);
          settings.loader = { '.prep': 'file', ...settings.loader };
        },
      },
    };
  },
);
