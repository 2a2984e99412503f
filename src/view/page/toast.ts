/** A message over the map, with an optional action. */
import { button, element } from './dom.js';
import type { Cell } from './state.js';

export class Toast {
  constructor(private readonly box: HTMLElement) {}

  /** @param offer text of a button that calls `act` */
  show(text: string, offer?: string, act?: () => void): void {
    const buttons = offer && act ? [button(offer, '', () => this.close(act))] : [];
    this.box.replaceChildren(element('span', {}, text), ...buttons);
    this.box.hidden = false;
  }

  /** Calls `set` with an open cell; for a wall, offers the nearest open cell. */
  offerOpen(cell: Cell, nearest: Cell | undefined, end: string, set: (to: Cell) => void): void {
    const wall = `${cell.join(', ')} is a wall`;
    if (!nearest) this.show(`${wall}, and no open cell is near.`);
    else if (nearest.join() === cell.join()) set(cell);
    else this.show(`${wall}.`, `${end} at ${nearest.join(', ')}`, () => set(nearest));
  }

  hide(): void {
    this.box.hidden = true;
  }

  private close(act: () => void): void {
    this.hide();
    act();
  }
}
