/** The walls assistant for a map of `prep view`: files of the server, and a config that the server writes. */
import type { PageWalls } from '../../page-data.js';
import { dialogOf, element } from '../dom.js';
import { Assistant } from './assistant.js';

interface Saved {
  text: string;
  canWrite: boolean;
}

async function fetched(url: string, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { cache: 'no-store', ...request });
  if (!response.ok) throw new Error((await response.text()).trim() || `the server answers ${response.status}`);
  return response;
}

const jsonOf = async <T>(url: string): Promise<T> => (await fetched(url)).json();
const bytesOf = async (url: string) => new Uint8Array(await (await fetched(url)).arrayBuffer());

/**
 * @param url address of the map's files @param saved called after the server has read the map again
 * @returns when the map is shown, or the assistant closed
 */
export async function openServed(url: string, token: string, saved: () => Promise<void>): Promise<void> {
  const [about, code] = await Promise.all([
    jsonOf<PageWalls>(url),
    fetched('walls.js').then((response) => response.blob()),
  ]);
  // The map arrives while the thread starts; the server looks for the other files while the thread reads the map.
  let map: Promise<Uint8Array> | undefined = bytesOf(about.url);
  const files = map.then(() => jsonOf<Record<string, string>>(`${url}/files`));
  files.catch(() => {});
  const assistant = new Assistant({
    code: URL.createObjectURL(code),
    async read(path) {
      const first = path === about.map ? map : undefined;
      map = undefined;
      if (first) return first;
      const all = await files;
      if (!Object.hasOwn(all, path)) throw new Error('the file is missing, or outside of the project');
      return bytesOf(all[path]);
    },
    saveText: 'Save …',
    async save(options) {
      const ask = async (write: boolean): Promise<Saved> => {
        const body = JSON.stringify({ options, write });
        return (await fetched(url, { method: 'POST', headers: { 'x-gridprep': token }, body })).json();
      };
      if (!(await confirmed(await ask(false)))) return;
      await ask(true);
      assistant.close();
      await saved();
    },
  });
  try {
    await assistant.open(about.map, about);
  } catch (error) {
    assistant.close();
    throw error;
  }
  await assistant.firstPicture;
}

/** Shows the difference. @returns whether to write it */
function confirmed({ text, canWrite }: Saved): Promise<boolean> {
  const write = element('button', { className: 'primary', value: 'write' }, 'Write the config');
  const close = element('button', {}, canWrite ? 'Cancel' : 'Close');
  const title = canWrite ? 'Save what blocks' : 'Copy this into the config';
  const dialog = dialogOf(title, element('pre', {}, text), ...(canWrite ? [write] : []), close);
  dialog.classList.add('difference');
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => {
      dialog.remove();
      done(dialog.returnValue === write.value);
    };
  });
}
