/** Maps as imports in esbuild: `gridprep/esbuild`. */
import type { Plugin } from 'esbuild';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './bake.js';

/**
 * The plugin for esbuild. With `outdir`; the address is relative to it, or begins with `publicPath`. An import of a map, `import arena from "./arena.tmj?nav"`, bakes it and gives a `NavAsset`; nothing else is claimed.
 * @param options as in an input of `prep.config.json`, or the name of one; without any, `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.esbuild(options) as Plugin;
}
