/** A message over the map, with an optional action. */
import { button, element } from './dom.js';

export class Toast {
  constructor(private readonly box: HTMLElement) {}

  /** @param offer text of a button that calls `act` */
  show(text: string, offer?: string, act?: () => void): void {
    const buttons = offer && act ? [button(offer, '', () => this.close(act))] : [];
    this.box.replaceChildren(element('span', text), ...buttons);
    this.box.hidden = false;
  }

  hide(): void {
    this.box.hidden = true;
  }

  private close(act: () => void): void {
    this.hide();
    act();
  }
}
