/** The playground: the page of `prep view` with a section that makes, bakes and downloads maps. */
import { MAX_FILE_BYTES } from '../../core/limits.js';
import { button, byId, element, offer, section } from '../page/dom.js';
import { ViewPage } from '../page/page.js';
import { codeOf, connect } from '../page/remote.js';
import { Readers } from './readers.js';
import type { Artifact, BakerDesk } from './worker.js';

const ARTIFACTS: readonly Artifact[] = ['jps', 'bounds', 'hpa', 'ch'];
const MOST_CHARACTERS = 60_000;

const code = codeOf('baker');
const page = new ViewPage(codeOf('worker'));
const { report } = page;
const baker = connect<BakerDesk>(code, 'baker', (name) => Promise.reject(new Error(`${name}: not found`)), report);
const output = element('output');
const downloads = element('div', 'tools');
const readers = new Readers({
  async open(map, isBaked) {
    page.state.start = page.state.goal = undefined;
    await page.addFiles([map]);
    if (isBaked) await bake();
  },
  report,
});
const boxes = ARTIFACTS.map((value) =>
  element('input', { type: 'checkbox', value, checked: value === 'jps' || value === 'bounds' }),
);

async function bake(): Promise<void> {
  const baked = page.state.map;
  const map = await page.painter.save();
  const blobs: File[] = [];
  downloads.replaceChildren();
  for (const artifact of ARTIFACTS.filter((_, i) => boxes[i].checked && !boxes[i].disabled)) {
    output.textContent = `baking ${artifact} …`;
    const begun = performance.now();
    const made = await baker.bake(artifact, map).catch((error: Error) => error);
    if (made instanceof Error) {
      // Some artifacts do not support all maps; the others are still baked.
      downloads.append(`${artifact}: ${made.message}`);
      continue;
    }
    const { name, bytes } = made;
    const blob = new File([Uint8Array.from(bytes)], name);
    blobs.push(blob);
    const baked = ` ${bytes.length.toLocaleString('en')} bytes, baked in ${(performance.now() - begun).toFixed(0)} ms`;
    const download = button(`Download ${name}`, `download ${name}`, () => offer(name, blob));
    downloads.append(element('div', 'download', download, baked));
  }
  output.textContent = '';
  // Another map may have been opened meanwhile.
  await page.opening;
  if (page.state.map !== baked) return;
  // Default: the best engine of the new blobs.
  page.state.engine = undefined;
  await page.addFiles(blobs, true);
}

function create(width: number, height: number): Promise<void> {
  const rows = Array.from({ length: height }, (_, y) =>
    y === 0 || y === height - 1 ? '@'.repeat(width) : `@${'.'.repeat(width - 2)}@`,
  );
  const text = `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
  return page.addFiles([new File([text], 'playground.map')]);
}

/** Puts the map into the address after it was opened or edited. */
async function keepMap(): Promise<void> {
  const { name, bytes } = await page.painter.save();
  const text = `${name}:${await packed(bytes)}`;
  page.state.file = text.length > MOST_CHARACTERS ? undefined : text;
  page.remember();
}

const side = (text: string) => Math.min(1024, Math.max(3, Number(text)));

function build(): void {
  const failed = (error: unknown) => {
    output.textContent = '';
    report(error);
  };
  const run = button('Bake', 'bake the map in this page', () => void bake().catch(failed));
  run.className = 'primary';
  const folder = element('input', { type: 'file', multiple: true, webkitdirectory: true });
  folder.onchange = () => void page.addFiles(folder.files ?? []).catch(failed);
  const title = 'a folder with maps, tilesets and pictures';
  byId('maps').append(element('label', { className: 'open', title }, 'Open folder …', folder));
  page.take = (files) => readers.take(files);
  const labels = boxes.map((box) => element('label', {}, box, box.value));
  const tools = element('fieldset', 'bakes', element('legend', {}, 'Artifacts to bake'), ...labels);
  const fresh = button('New map …', 'an empty map', () => {
    const [width, height] = (window.prompt('Width and height in cells, 3 to 1024', '40 30')?.match(/\d+/g) ?? []).map(
      side,
    );
    if (width && height) create(width, height).catch(failed);
  });
  const hint =
    'Choose "walls" below the map and draw. Or drop maps of any format with their tilesets and pictures, or a ' +
    'folder. Nothing leaves this page.';
  const note = 'Only in Node: tables, worlds, several agents.';
  const parts = [element('p', 'hint', hint), fresh, readers.element, tools, run, output, downloads];
  if (location.protocol !== 'file:') byId('maps').before(element('a', { href: './' }, 'About gridprep'));
  byId('panel').prepend(section('Map and bake', true, ...parts, element('p', 'hint', note)));
  byId('map').addEventListener('shown', () => {
    // Goal bounds of weighted maps take minutes and do not pay off.
    boxes[ARTIFACTS.indexOf('bounds')].disabled = page.query.session.opened?.isWeighted === true;
    void keepMap().catch(report);
  });
}

async function start(): Promise<void> {
  const [, name, data] = /^([^:]*):(.*)$/.exec(page.state.file ?? '') ?? [];
  page.state.map = '';
  if (!data) return create(40, 30);
  await page.addFiles([new File([await unpacked(data)], name)]);
  await bake();
}

build();
start().catch(report);

/** @throws {RangeError} if a stream gives more bytes than allowed: zeros take a thousandth in an address */
async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(stream as TransformStream);
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = piped.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MAX_FILE_BYTES) throw new RangeError(`the map of the address has more than ${MAX_FILE_BYTES} bytes`);
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Bytes in an address: deflated, as base64url. */
async function packed(bytes: Uint8Array): Promise<string> {
  const deflated = await through(bytes, new CompressionStream('deflate-raw'));
  const letters = Array.from(deflated, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unpacked(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw'));
}
