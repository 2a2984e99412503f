/** A thread of the page: the painter or the searcher, depending on its name. */
import { type Endpoint, expose, wrap } from 'comlink';
import { type Frame, PainterDesk } from '../desk/painter.js';
import { SearcherDesk } from '../desk/searcher.js';
import { drawnLines } from './lines.js';

const scope = globalThis as unknown as Endpoint & { name: string };
const read = wrap<(name: string) => Promise<Uint8Array>>(scope);

export class Painter extends PainterDesk {
  lines(frame: Frame): ImageBitmap {
    return drawnLines(this, frame);
  }
}

expose(scope.name === 'searcher' ? new SearcherDesk(read) : new Painter(read));
