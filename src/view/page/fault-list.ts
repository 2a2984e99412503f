/** Files that cannot be opened, each with its fault. */
import { element } from './dom.js';

export class FaultList {
  readonly element = element('ul', '', 'faults');

  show(faults: readonly string[]): void {
    this.element.replaceChildren(...faults.map((fault) => element('li', fault)));
    this.element.hidden = faults.length === 0;
  }
}
