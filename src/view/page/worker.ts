/** A thread of the page: the painter or the searcher, by its name. */
import { type Endpoint, expose, transfer, wrap } from 'comlink';
import { PainterDesk } from '../desk/painter.js';
import { SearcherDesk } from '../desk/searcher.js';

const scope = globalThis as unknown as Endpoint & { name: string };
const read = wrap<(name: string) => Promise<Uint8Array>>(scope);

function sheet(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const picture = () => {
    const bitmap = canvas.transferToImageBitmap();
    return transfer(bitmap, [bitmap]);
  };
  return { context: canvas.getContext('2d') as OffscreenCanvasRenderingContext2D, picture };
}

expose(scope.name === 'searcher' ? new SearcherDesk(read) : new PainterDesk(read, sheet));
