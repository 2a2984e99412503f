/** A thread of the page: the painter or the searcher, depending on its name. */
import { type Endpoint, expose, transfer, wrap } from 'comlink';
import { type Frame, PainterDesk } from '../desk/painter.js';
import { SearcherDesk } from '../desk/searcher.js';

const scope = globalThis as unknown as Endpoint & { name: string };
const read = wrap<(name: string) => Promise<Uint8Array>>(scope);

export class Painter extends PainterDesk {
  /** The lines above the cells, as a picture. */
  lines({ width, height, ...placing }: Frame): ImageBitmap {
    const canvas = new OffscreenCanvas(width, height);
    this.draw(canvas.getContext('2d') as OffscreenCanvasRenderingContext2D, placing);
    const bitmap = canvas.transferToImageBitmap();
    return transfer(bitmap, [bitmap]);
  }
}

expose(scope.name === 'searcher' ? new SearcherDesk(read) : new Painter(read));
