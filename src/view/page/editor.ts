/** The section of doors and cells: buttons for doors, undo, reset, and saving. */
import type { Opened } from '../desk/desk.js';
import { button, element } from './dom.js';
import type { Cell } from './state.js';

export interface EditorEvents {
  /** Opens or closes cells, x, y in turn. @returns milliseconds by what was updated */
  edit(cells: number[]): Promise<Record<string, number>>;
  reset(): Promise<void>;
  save(as: 'map' | 'png'): void;
}

export class Editor {
  readonly element = element('div');
  /** Cells of each edit, which takes them back when it is made again. */
  private readonly history: number[][] = [];
  private opened: Opened | undefined;
  private message = '';

  constructor(private readonly events: EditorEvents) {
    this.render();
  }

  open(opened: Opened): void {
    this.history.length = 0;
    this.show(opened);
  }

  show(opened: Opened): void {
    this.opened = opened;
    this.render();
  }

  async toggle(...cells: Cell[]): Promise<void> {
    // The blob of a larger agent has the cells for its corner, not the map's.
    if (!this.opened || this.opened.size > 1 || this.opened.world)
      throw new Error('this map cannot be edited: its blobs do not have its cells');
    await this.apply(cells.flat());
    this.history.push(cells.flat());
    this.render();
  }

  async undo(): Promise<void> {
    const last = this.history.pop();
    if (last) await this.apply(last);
    this.render();
  }

  private async apply(cells: number[]): Promise<void> {
    const millis = await this.events.edit(cells);
    const times = Object.entries(millis).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
    this.message = `${times.join(', ')}. Goal boxes, tables and hierarchies need a bake.`;
  }

  private async reset(): Promise<void> {
    this.history.length = 0;
    this.message = '';
    await this.events.reset();
    this.render();
  }

  private render(): void {
    const { history, opened, events } = this;
    const undo = button('undo', 'take the last edit back', () => void this.undo());
    const baked = button('as baked', 'undo all edits', () => void this.reset());
    undo.disabled = baked.disabled = history.length === 0;
    const doors = (opened?.doors ?? []).map(({ name, cells, open }) =>
      button(`${open ? 'close' : 'open'} ${name}`, `door ${name} is ${open ? 'open' : 'closed'}`, () => {
        const list = Array.from({ length: cells.length / 2 }, (_, i): Cell => [cells[2 * i], cells[2 * i + 1]]);
        void this.toggle(...list);
      }),
    );
    const files = [
      button('save map', 'MovingAI, or JSON for a map with costs, doors, points or links', () => events.save('map')),
      button('save map as PNG', 'a pixel a cell', () => events.save('png')),
    ];
    const hint = 'With "edit" chosen, a click opens or closes a cell.';
    const message =
      history.length > 0 ? `${history.length === 1 ? '1 edit' : `${history.length} edits`}. ${this.message}` : hint;
    this.element.replaceChildren(
      element('div', 'tools', undo, baked, ...doors),
      element('output', {}, message),
      element('div', 'tools', ...files),
    );
  }
}
