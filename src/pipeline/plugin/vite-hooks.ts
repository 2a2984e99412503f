/**
 * Hooks of Vite's development server: a map is baked again when one of its files changes, and the page is updated. The
 * error of a broken map is shown in Vite's overlay, and its last good blob is served.
 */
import { resolve } from 'node:path';
import type { Connect, HotUpdateOptions, Plugin, ResolvedConfig, Rollup, ViteDevServer } from 'vite';
import { stampsOf } from '../../core/files/stamps.js';
import type { Pool } from '../../core/threads/pool.js';
import { bakeThreads } from '../build/crew.js';
import { type BakedMap, bakeForBundle, type PluginOptions } from './bake.js';
import { moduleOf, OURS, resolveMap, wantedOf } from './module.js';
import { withoutContent } from './quoted.js';
import { DENIED, DENIED_TEXT, DevAccess } from './vite-access.js';

interface Served {
  /** The last successful bake. */
  good?: BakedMap;
  fault?: Error;
}

/** Milliseconds after which a changed file is checked again: Vite's watcher drops changes within 50 ms. */
const LOOK_AGAIN_MS = 100;

/** The hooks of the plugin in Vite. @param again makes another plugin, for the graphs of workers */
export function viteHooks(options: PluginOptions, again: () => Plugin | Plugin[]): Partial<Plugin> {
  let root = '';
  let isServer = false;
  let server: ViteDevServer | undefined;
  let access: DevAccess | undefined;
  const served = new Map<string, Served>();
  /** Resolved ids with their last importer. */
  const resolved = new Map<string, string | undefined>();

  /** Threads that are started early, because that takes longer than most bakes. Bakes use them one after the other. */
  let threads: Pool | undefined;
  let saved: Promise<unknown> = Promise.resolve();

  async function bake(id: string, threads?: Pool): Promise<BakedMap | undefined> {
    const wanted = wantedOf(id, resolved.get(id));
    if (!wanted) return undefined;
    if (!isServer)
      return bakeForBundle(wanted, options, root).catch((error) => {
        throw withoutContent(error, wanted.map);
      });
    await access?.check(id, wanted.map);
    const entry = served.get(id) ?? {};
    served.set(id, entry);
    try {
      entry.good = await bakeForBundle(wanted, options, root, { codec: 'none', ...options.dev }, threads);
      delete entry.fault;
    } catch (error) {
      entry.fault = withoutContent(error, wanted.map);
      if (!entry.good && access?.forget(id)) {
        served.delete(id);
        throw entry.fault;
      }
    }
    return entry.good;
  }

  async function resolveId(id: string, importer: string | undefined): Promise<string | undefined> {
    if (id.startsWith(OURS)) return (access?.knows(id) ?? resolved.has(id)) ? id : undefined;
    const file = resolveMap(id, importer, root);
    if (file === undefined) return undefined;
    resolved.set(file, importer);
    await access?.resolved(file, wantedOf(file)?.map ?? '', importer);
    return file;
  }

  /** @throws {Error} if the map was never baked successfully */
  async function load(this: Pick<Rollup.PluginContext, 'addWatchFile' | 'warn'>, id: string): Promise<string | null> {
    const baked = await bake(id);
    const fault = served.get(id)?.fault;
    if (fault && !baked) throw fault;
    if (!baked) return null;
    if (fault) server?.environments.client.hot.send(overlayOf(fault));
    for (const file of baked.sources) this.addWatchFile(file);
    for (const text of baked.warnings) this.warn(text);
    if (isServer && !threads) {
      threads = bakeThreads(options.threads);
      threads.warmUp();
    }
    // Each content has its own address, so that a reloaded page gets the new one.
    const url = isServer ? `url + ${JSON.stringify(`${'?'}v=${baked.version}`)}` : 'url';
    return moduleOf(baked, url, `import url from ${JSON.stringify(`${baked.file}?url&no-inline`)};\n`);
  }

  async function hotUpdate(this: { environment: HotEnvironment }, { file, modules }: HotUpdateOptions) {
    const changed = resolve(file);
    let all = [...modules];
    for (const [id, entry] of served) {
      // Any change may repair a broken map.
      if (!entry.fault && !entry.good?.sources.includes(changed)) continue;
      const module = this.environment.moduleGraph.getModuleById(id);
      if (!module) continue;
      // Before the bake reads it.
      await lookAgain(server, changed);
      saved = saved.then(() => bake(id, threads));
      await saved;
      if (entry.fault) throw entry.fault;
      // Without the file itself, whose address code may use to draw the map: it would reload the page.
      all = all.filter((other) => other !== module && (other.id !== file || other.transformResult));
      all.push(module);
    }
    return all;
  }

  return {
    // Files of workers are not next to a pre-bundled package.
    config: () => ({ worker: { plugins: () => [again()].flat() }, optimizeDeps: { exclude: ['gridprep'] } }),
    configResolved(config: ResolvedConfig) {
      root = config.root;
      isServer = config.command === 'serve';
    },
    async configureServer(created: ViteDevServer) {
      server = created;
      access = await DevAccess.of(created.config);
      // A page may load its modules before it listens.
      created.ws.on('connection', (socket) => {
        for (const { good, fault } of served.values()) if (good && fault) socket.send(JSON.stringify(overlayOf(fault)));
      });
      return () => created.middlewares.use(refuseDenied);
    },
    resolveId: { order: 'pre', handler: resolveId },
    load: { order: 'pre', handler: load },
    hotUpdate,
    async closeBundle() {
      await threads?.close();
      threads = undefined;
    },
  };
}

/** Answers requests for refused maps, as Vite does for other files. */
const refuseDenied: Connect.ErrorHandleFunction = (error, _request, response, next) => {
  if (error?.code !== DENIED) return next(error);
  response.statusCode = 403;
  response.setHeader('Content-Type', 'text/plain');
  response.end(DENIED_TEXT);
};

/** Checks a file now and a moment later. */
async function lookAgain(server: ViteDevServer | undefined, file: string): Promise<void> {
  const seen = await stampsOf([file]);
  const again = async () => (await stampsOf([file])) !== seen && server?.watcher.emit('change', file);
  setTimeout(again, LOOK_AGAIN_MS).unref();
}

type HotEnvironment = Pick<ViteDevServer['environments'][string], 'moduleGraph'>;

/** The message that shows an error over the page. */
const overlayOf = ({ message }: Error) => ({ type: 'error' as const, err: { message, stack: '', plugin: 'gridprep' } });
