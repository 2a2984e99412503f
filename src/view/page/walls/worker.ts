/** The thread of the walls assistant. */
import { type Endpoint, expose, wrap } from 'comlink';
import type { Frame } from '../../desk/painter.js';
import { drawnLines } from '../lines.js';
import { WallsDesk } from './desk.js';

const scope = globalThis as unknown as Endpoint & { close(): void };

export class Walls extends WallsDesk {
  lines(frame: Frame): ImageBitmap {
    return drawnLines(this, frame);
  }

  end(): void {
    scope.close();
  }
}

expose(new Walls(wrap<(path: string) => Promise<Uint8Array>>(scope)));
