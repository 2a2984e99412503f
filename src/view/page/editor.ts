/** The section of doors and cells: buttons for doors, undo, reset, and saving. */
import type { Opened } from '../desk/desk.js';
import { button, element } from './dom.js';
import type { Cell } from './state.js';

interface EditorEvents {
  /** Opens or closes cells. @param cells x, y of each */
  edit(cells: number[]): Promise<void>;
  save(): void;
}

const NEED = 'Goal boxes, tables and hierarchies need a bake.';
const HINT = 'With "walls" chosen, a click or drag opens or closes cells.';

export class Editor {
  readonly element = element('div');
  private readonly history: number[][] = [];
  private opened: Opened | undefined;

  constructor(private readonly events: EditorEvents) {}

  open(opened: Opened): void {
    this.history.length = 0;
    this.show(opened);
  }

  /** @throws {Error} if the map cannot be edited */
  async toggle(...cells: Cell[]): Promise<void> {
    // The blob of a larger agent does not have the cells of the map.
    if (!this.opened || this.opened.size > 1 || this.opened.world)
      throw new Error('this map cannot be edited: its blobs do not have its cells');
    await this.events.edit(cells.flat());
    this.history.push(cells.flat());
    this.show(this.opened);
  }

  async undo(): Promise<void> {
    const last = this.history.pop();
    if (last) await this.events.edit(last);
  }

  show(opened: Opened): void {
    this.opened = opened;
    const { length } = this.history;
    const undo = button('undo', 'undo the last edit', () => void this.undo());
    undo.disabled = length === 0;
    const doors = opened.doors.map(({ name, cells, open }) =>
      button(`${open ? 'close' : 'open'} ${name}`, `door ${name} is ${open ? 'open' : 'closed'}`, () => {
        void this.toggle(...Array.from({ length: cells.length / 2 }, (_, i): Cell => [cells[2 * i], cells[2 * i + 1]]));
      }),
    );
    const title = 'MovingAI, or JSON for a map with costs, doors, points or links';
    const save = button('save map', title, () => this.events.save());
    this.element.replaceChildren(
      element('div', 'tools', undo, ...doors, save),
      element('output', {}, length === 0 ? HINT : `${length === 1 ? '1 edit' : `${length} edits`}. ${NEED}`),
    );
  }
}
