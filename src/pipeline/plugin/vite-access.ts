/**
 * Access of Vite's development server to maps: those that a file of the project imports, and those that
 * `server.fs.allow` allows. Requests for other maps are refused before the map is opened.
 */
import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { isFileLoadingAllowed, ResolvedConfig } from 'vite';
import { slashes } from '../config/inputs.js';

/** Code of the error that becomes status 403. */
export const DENIED = 'ERR_GRIDPREP_DENIED';

/** Response to a refused request, without any part of the request. */
export const DENIED_TEXT =
  '403 Restricted: nothing in the project imports this map, and Vite may not serve its folder; import it from a ' +
  'module, or allow its folder in server.fs.allow\n';

export class DevAccess {
  /** Ids of maps that the project imports. */
  private readonly imported = new Set<string>();
  /** Ids of requested maps that may be served. */
  private readonly requested = new Set<string>();

  private constructor(
    private readonly config: ResolvedConfig,
    private readonly isAllowed: typeof isFileLoadingAllowed,
  ) {}

  static async of(config: ResolvedConfig): Promise<DevAccess> {
    return new DevAccess(config, (await viteOf(config.root)).isFileLoadingAllowed);
  }

  /** Remembers a resolved id if its map may be read. @param importer id of the importing module */
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

  /** Forgets a requested id that is not a map. @returns whether it was known */
  forget(id: string): boolean {
    return !this.imported.has(id) && this.requested.delete(id);
  }

  /** Vite resolves requests as imports of `index.html`; modules inside of that page have a query. */
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
    // An allowed folder may be a link.
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

/** The Vite of the project, also if this package is linked. */
async function viteOf(root: string): Promise<typeof import('vite')> {
  try {
    return await import('vite');
  } catch {
    return import(pathToFileURL(createRequire(join(resolve(root), 'index.js')).resolve('vite')).href);
  }
}
