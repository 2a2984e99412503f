/** Maps of all formats in the playground: read by the same code as bakes, which is loaded when a file needs it. */
import type { Remote } from 'comlink';
import { MAX_FILE_BYTES } from '../../core/limits.js';
import { button, byId, element, offer, withName } from '../page/dom.js';
import { pathOf } from '../page/dropped.js';
import { connect } from '../page/remote.js';
import { Assistant } from '../page/walls/assistant.js';
import type { Converted } from '../page/walls/desk.js';
import type { Walls } from '../page/walls/worker.js';

/** Endings of maps; of files that may be maps; and pictures, which are maps only if nothing else is. */
const SURE = /\.(tmx|tmj|ldtk|ldtkl)$/i;
const PERHAPS = [/\.(json|csv|tsv|txt|map|pgm|dd2vtt|uvtt|df2vtt)$/i, /\.png$/i];
const NOT_MAPS = /(^|\/)(package(-lock)?|tsconfig|prep\.config|System|MapInfos|Tilesets)\.json$/i;
/** Candidates that are looked into. */
const MOST_TRIED = 200;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether the page opens a file without the readers: blobs, MovingAI maps, JSON of `prep map`. */
async function isOwn(file: File): Promise<boolean> {
  if (/\.prep$/i.test(file.name)) return true;
  const head = (await file.slice(0, 4096).text()).trimStart();
  return /^type\s/.test(head) || (head.startsWith('{') && /"gridprep"\s*:\s*"map"/.test(head));
}

type Options = Record<string, unknown>;

interface Events {
  /** Opens a map in the page, and bakes it. */
  open(map: File, bake: boolean): Promise<void>;
  report(error: unknown): void;
}

export class Readers {
  /** Lines of the reader, and buttons. */
  readonly element = element('div', 'read tools');
  private readonly files = new Map<string, File>();
  private desk: Remote<Walls> | undefined;
  private readonly made = new WeakSet<File>();
  private map: string | undefined;
  /** All maps among the files. */
  private maps: readonly string[] = [];
  /** Names of files that the open map lacks. */
  private readonly lacking = new Set<string>();
  private assistant: Assistant | undefined;

  constructor(private readonly events: Events) {}

  /** Takes files that the page cannot open. @returns those that it can */
  async take(files: readonly File[]): Promise<File[]> {
    const own = await Promise.all(files.map(isOwn));
    const others = files.filter((_, i) => !own[i]);
    if (others.length === 0) {
      // Blobs of bakes, and maps that were read, keep the lines of the reader.
      if (files.some((file) => !/\.prep$/i.test(file.name) && !this.made.has(file))) this.element.replaceChildren();
      return [...files];
    }
    for (const file of files) this.files.set(pathOf(file), file);
    const paths = others.map(pathOf);
    const isAsked = (path: string) => this.lacking.has(nameOf(path));
    const news = paths.filter((path) => !isAsked(path));
    // What comes along with a file that was asked for belongs to its map, if it is not surely a map.
    const isMore = news.length < paths.length && !news.some((path) => SURE.test(path));
    const maps = isMore ? [] : await this.mapsIn(news);
    const [map = this.lacking.size > 0 ? this.map : undefined] = maps;
    if (map === undefined) throw new Error(`${others[0].name}: no map is among these files`);
    if (maps.length > 0) this.maps = maps;
    await this.read(map);
    return [];
  }

  private async mapsIn(paths: readonly string[]): Promise<string[]> {
    const sure = paths.filter((path) => SURE.test(path)).sort();
    if (sure.length > 0) return sure;
    const desk = this.start();
    const maps: string[] = [];
    for (const ending of PERHAPS) {
      if (maps.length > 0) break;
      for (const path of paths.filter((one) => ending.test(one) && !NOT_MAPS.test(one)).slice(0, MOST_TRIED)) {
        const format = await desk.formatOf(path, paths.length === 1).catch((error: Error) => error);
        if (!(format instanceof Error)) maps.push(path);
        else if (paths.length === 1) throw new Error(withName(format.message, path));
      }
    }
    return maps.sort();
  }

  private async read(map: string): Promise<void> {
    // A map that is read again, with more files, keeps the clicks of its open assistant.
    const options = map === this.map && this.assistant?.element.isConnected ? this.assistant.options : undefined;
    if (map !== this.map) this.assistant?.close();
    this.map = map;
    this.lacking.clear();
    const found = await this.start()
      .convert(map)
      .catch((error: Error) => {
        throw new Error(withName(error.message, map));
      });
    const lines = found.lines.map((line) => withName(line, map));
    if (this.lacking.size > 1) lines.push(`Add these files: ${[...this.lacking].join(', ')}.`);
    const read = { ...found, lines };
    this.list(map, read, options);
    const { bytes, key, lacksMarks } = read;
    if (bytes) await this.open(read.name, bytes, false);
    if (key && (options || (lacksMarks && (bytes || this.lacking.size === 0)))) await this.choose(map, read, options);
    else if (!bytes) throw new Error(lines[0]);
  }

  /** Lists the maps among the files, the lines of the reader, and more. @param options from which clicks continue */
  private list(map: string, read: Converted, options?: Options, ...more: HTMLElement[]): void {
    const { report } = this.events;
    const others = element('select', { ariaLabel: 'Map of these files' });
    others.append(...this.maps.map((path) => new Option(path.slice(1), path, false, path === map)));
    others.onchange = () => void this.read(others.value).catch(report);
    const choose = () => void this.choose(map, read, options).catch(report);
    const walls = button('What blocks …', 'choose the layers and tiles that block', choose);
    this.element.replaceChildren(
      ...(this.maps.length > 1 ? [others] : []),
      ...read.lines.map((line) => element('p', 'hint', line)),
      ...more,
      ...(read.key ? [walls] : []),
    );
  }

  private async choose(map: string, { key = '', level }: Converted, options: Options = {}): Promise<void> {
    this.assistant?.close();
    const assistant = new Assistant({
      code: this.codeUrl(),
      read: (path) => this.readFile(path),
      saveText: 'Use these walls',
      save: async (chosen, command) => {
        const read = await this.start().convert(map, chosen);
        if (!read.bytes) throw new Error(read.lines[0]);
        const input = { maps: map.slice(1), preset: 'fastest', [key]: chosen };
        const config = `${JSON.stringify({ inputs: [input], outDir: 'out' }, undefined, 2)}\n`;
        const download = () => offer('prep.config.json', new Blob([config]));
        const more = [element('pre', 'command', command), button('Download prep.config.json', '', download)];
        this.list(map, read, chosen, ...more);
        assistant.close();
        await this.open(read.name, read.bytes, true);
      },
    });
    this.assistant = assistant;
    await assistant.open(map, { key, level, options }).catch((error) => {
      assistant.close();
      throw error;
    });
  }

  private open(name: string, bytes: Uint8Array<ArrayBuffer>, isBaked: boolean): Promise<void> {
    const file = new File([bytes], name);
    this.made.add(file);
    return this.events.open(file, isBaked);
  }

  private start(): Remote<Walls> {
    const read = (path: string) => this.readFile(path);
    this.desk ??= connect<Walls>(this.codeUrl(), 'walls', read, this.events.report);
    return this.desk;
  }

  /** The code in the page, or its address, whose chunks are loaded when a file needs them. */
  private codeUrl(): string {
    const { textContent, dataset } = byId('readers');
    return textContent
      ? URL.createObjectURL(new Blob([textContent], { type: 'text/javascript' }))
      : new URL(dataset.url ?? '', document.baseURI).href;
  }

  /** A file by its path, or by its name if the map is in another folder. */
  private async readFile(path: string): Promise<Uint8Array> {
    const name = nameOf(path);
    const file = this.files.get(path) ?? [...this.files].reverse().find(([one]) => nameOf(one) === name)?.[1];
    if (!file) {
      this.lacking.add(name);
      throw new Error(`${name} is missing: add this file too`);
    }
    if (file.size > MAX_FILE_BYTES)
      throw new Error(`${name}: the file has ${file.size} bytes, allowed are ${MAX_FILE_BYTES}`);
    return new Uint8Array(await file.arrayBuffer());
  }
}
