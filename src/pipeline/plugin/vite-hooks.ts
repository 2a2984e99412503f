/**
 * What Vite has beyond other bundlers: a development server that bakes a map again when one of its files changes, and tells the page.
 *
 * A map that is broken for the moment shows in Vite's overlay; its last good blob is served until it is mended.
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
  /** As it was last baked without a fault. */
  good?: BakedMap;
  fault?: Error;
}

/** Vite's watcher drops a change that follows another one of the file within 50 ms, so files are looked at once more. */
const LOOK_AGAIN_MS = 100;

/** The hooks of the plugin in Vite. @param again makes the plugin once more, for the graphs of workers */
export function viteHooks(options: PluginOptions, again: () => Plugin | Plugin[]): Partial<Plugin> {
  let root = '';
  let isServer = false;
  let server: ViteDevServer | undefined;
  let access: DevAccess | undefined;
  const served = new Map<string, Served>();
  /** Ids that imports resolved to, with the last importer of each. */
  const resolved = new Map<string, string | undefined>();

  /** They are ready when a map is saved: starting one takes longer than most bakes. One bake after another has them. */
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

  /** @throws what is wrong with a map that was never right */
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
    // An address of its own for each content: a page that loads it again must not get the old one.
    const url = isServer ? `url + ${JSON.stringify(`${'?'}v=${baked.version}`)}` : 'url';
    return moduleOf(baked, url, `import url from ${JSON.stringify(`${baked.file}?url&no-inline`)};\n`);
  }

  async function hotUpdate(this: { environment: HotEnvironment }, { file, modules }: HotUpdateOptions) {
    const changed = resolve(file);
    let all = [...modules];
    for (const [id, entry] of served) {
      // What a broken map lacks is not known: any change may have mended it.
      if (!entry.fault && !entry.good?.sources.includes(changed)) continue;
      const module = this.environment.moduleGraph.getModuleById(id);
      if (!module) continue;
      // Before the bake reads it.
      await lookAgain(server, changed);
      saved = saved.then(() => bake(id, threads));
      await saved;
      if (entry.fault) throw entry.fault;
      // The file itself, where code names its address to draw the map: it has nobody to tell, and the page would be loaded again.
      all = all.filter((other) => other !== module && (other.id !== file || other.transformResult));
      all.push(module);
    }
    return all;
  }

  return {
    // A worker's file that is named by its address does not lie beside a pre-bundled package.
    config: () => ({ worker: { plugins: () => [again()].flat() }, optimizeDeps: { exclude: ['gridprep'] } }),
    configResolved(config: ResolvedConfig) {
      root = config.root;
      isServer = config.command === 'serve';
    },
    async configureServer(created: ViteDevServer) {
      server = created;
      access = await DevAccess.of(created.config);
      // A page may ask for its modules before it listens, or find them in the server's memory.
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

/** Answers requests for maps that may not be read, as Vite does where it is asked for other files. */
const refuseDenied: Connect.ErrorHandleFunction = (error, _request, response, next) => {
  if (error?.code !== DENIED) return next(error);
  response.statusCode = 403;
  response.setHeader('Content-Type', 'text/plain');
  response.end(DENIED_TEXT);
};

/** Looks at a file now and a moment later. */
async function lookAgain(server: ViteDevServer | undefined, file: string): Promise<void> {
  const seen = await stampsOf([file]);
  const again = async () => (await stampsOf([file])) !== seen && server?.watcher.emit('change', file);
  setTimeout(again, LOOK_AGAIN_MS).unref();
}

type HotEnvironment = Pick<ViteDevServer['environments'][string], 'moduleGraph'>;

/** What shows a fault over the last good state of a page. */
const overlayOf = ({ message }: Error) => ({ type: 'error' as const, err: { message, stack: '', plugin: 'gridprep' } });
