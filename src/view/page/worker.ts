/** A thread of the page: the painter or the searcher, by its name. */
import { type FromDesk, serveDesk, type ToDesk } from '../desk/calls.js';
import { PainterDesk } from '../desk/painter.js';
import { SearcherDesk } from '../desk/searcher.js';

/** The global scope of a worker, as far as it is used. */
interface ThreadScope {
  name: string;
  postMessage(message: FromDesk, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToDesk>) => void) | null;
}
const scope = globalThis as unknown as ThreadScope;

const waiting = new Map<number, { done(bytes: Uint8Array): void; failed(error: Error): void }>();
let tickets = 0;

/** Requests a file from the page. */
function read(name: string): Promise<Uint8Array> {
  const ticket = tickets++;
  scope.postMessage({ ticket, read: name }, []);
  return new Promise((done, failed) => waiting.set(ticket, { done, failed }));
}

function sheet(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  return {
    context: canvas.getContext('2d') as OffscreenCanvasRenderingContext2D,
    picture: () => canvas.transferToImageBitmap(),
  };
}

/** Large buffers of a value. */
function transfer(value: unknown): object[] {
  if (value instanceof ImageBitmap) return [value];
  if (value instanceof Uint32Array) return [value.buffer];
  if (typeof value === 'object' && value !== null && 'heat' in value) return [(value.heat as Uint32Array).buffer];
  return typeof value === 'object' && value !== null && 'pixels' in value ? [(value.pixels as Uint32Array).buffer] : [];
}

const desk = scope.name === 'searcher' ? new SearcherDesk(read) : new PainterDesk(read, sheet);
const answer = serveDesk(desk, (message, given) => scope.postMessage(message, given as Transferable[]), transfer);

scope.onmessage = ({ data }) => {
  if ('call' in data) {
    void answer(data);
    return;
  }
  const { ticket, bytes, fault } = data;
  if (bytes) waiting.get(ticket)?.done(bytes);
  else waiting.get(ticket)?.failed(new Error(fault));
  waiting.delete(ticket);
};
