/**
 * Which maps Vite's development server may read: what a file of the project imports, and what `server.fs.allow` allows. Everything else that a request
 * names is refused before it is opened.
 */
import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { isFileLoadingAllowed, ResolvedConfig } from 'vite';
import { slashes } from '../config/inputs.js';

/** Code of the error that becomes status 403. */
export const DENIED = 'ERR_GRIDPREP_DENIED';

/** What a refused request is told; no part of the request is in it. */
export const DENIED_TEXT =
  '403 Restricted: nothing in the project imports this map, and it is outside of what Vite may serve; import it from a module, or allow its folder in server.fs.allow\n';

export class DevAccess {
  /** Ids that imports of the project resolved to. */
  private readonly imported = new Set<string>();
  /** Ids that requests named, of files that may be served. */
  private readonly requested = new Set<string>();

  private constructor(
    private readonly config: ResolvedConfig,
    private readonly isAllowed: typeof isFileLoadingAllowed,
  ) {}

  static async of(config: ResolvedConfig): Promise<DevAccess> {
    return new DevAccess(config, (await viteOf(config.root)).isFileLoadingAllowed);
  }

  /** Remembers an id that `?nav` was resolved to, if its map may be read. @param importer id of the importing module */
  async resolved(id: string, map: string, importer: string | undefined): Promise<void> {
    if (this.isProjectFile(importer)) this.imported.add(id);
    else if (!this.imported.has(id) && (await this.allows(map))) this.requested.add(id);
  }

  /** Whether an id was resolved by this server, and its map may be read. */
  knows(id: string): boolean {
    return this.imported.has(id) || this.requested.has(id);
  }

  async check(id: string, map: string): Promise<void> {
    if (this.imported.has(id) || (this.requested.has(id) && (await this.allows(map)))) return;
    this.requested.delete(id);
    throw Object.assign(new Error(`gridprep: denied ${map}`), { code: DENIED });
  }

  /** Forgets an id that a request named and that is no map. @returns whether there was one */
  forget(id: string): boolean {
    return !this.imported.has(id) && this.requested.delete(id);
  }

  /** Vite resolves what a request names as if `index.html` imported it; modules inside of that page have a query. */
  private isProjectFile(importer: string | undefined): boolean {
    if (importer === undefined || resolve(importer) === resolve(this.config.root, 'index.html')) return false;
    const file = importer.replace(/[?#].*$/s, '');
    return isAbsolute(file) && !file.includes('\0') && this.isAllowed(this.config, slashes(file));
  }

  private async allows(map: string): Promise<boolean> {
    if (!this.isAllowed(this.config, slashes(map))) return false;
    if (!this.config.server.fs.strict) return true;
    const real = await realpath(map).catch(() => undefined);
    if (real === undefined) return false;
    const folders = await Promise.all(
      this.config.server.fs.allow.map(async (folder) => [folder, await realpath(folder).catch(() => folder)]),
    );
    // Where the folder itself is reached by a link, its files are as well.
    return folders.some(([folder, target]) => {
      const inside = relative(target, real);
      return (
        !isAbsolute(inside) &&
        inside.split(sep)[0] !== '..' &&
        this.isAllowed(this.config, slashes(join(folder, inside)))
      );
    });
  }
}

/** The project's Vite; where this package is linked, it has none of its own. */
async function viteOf(root: string): Promise<typeof import('vite')> {
  try {
    return await import('vite');
  } catch {
    return import(pathToFileURL(createRequire(join(resolve(root), 'index.js')).resolve('vite')).href);
  }
}
