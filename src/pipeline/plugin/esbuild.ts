/** Maps as imports in esbuild: `gridprep/esbuild`. */
import type { Plugin } from 'esbuild';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions };

/**
 * The plugin for esbuild with `outdir`. Addresses are relative to it, or begin with `publicPath`.
 * `import arena from "./arena.tmj?nav"` bakes a map and imports a `NavAsset`.
 * @param options of an input of `prep.config.json`. Default: `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.esbuild(options) as Plugin;
}
