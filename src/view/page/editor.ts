/** The section of doors and cells: doors by their names, undo, and the way back to what was baked. */
import type { Opened } from '../desk/desk.js';
import { button, element } from './dom.js';
import type { Cell } from './state.js';

export interface EditorEvents {
  /** Opens or closes cells, x, y in turn. @returns milliseconds that each thing took */
  edit(cells: number[]): Promise<Record<string, number>>;
  /** The map as it was baked. */
  reset(): Promise<void>;
  save(as: 'map' | 'edits' | 'png'): void;
}

export class Editor {
  readonly element = element('div');
  private readonly history: number[][] = [];
  private opened: Opened | undefined;

  constructor(private readonly events: EditorEvents) {
    this.render();
  }

  /** Begins anew, with a map as it was baked. */
  open(opened: Opened): void {
    this.history.length = 0;
    this.show(opened);
  }

  /** The same map with other cells. */
  show(opened: Opened): void {
    this.opened = opened;
    this.render();
  }

  /** Opens or closes cells. */
  async toggle(...cells: Cell[]): Promise<void> {
    // Of a walker of several cells the map is of its places, which follow from cells that are not here.
    if (!this.opened || this.opened.size > 1 || this.opened.world)
      throw new Error('this map cannot be edited here: its cells are not in its blobs');
    const flat = cells.flat();
    await this.apply(flat);
    this.history.push(flat);
    this.render();
  }

  /** Takes the last edit back. */
  async undo(): Promise<void> {
    const last = this.history.pop();
    if (last) await this.apply(last);
    this.render();
  }

  private told = '';

  private async apply(cells: number[]): Promise<void> {
    const millis = await this.events.edit(cells);
    const times = Object.entries(millis).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
    this.told = `${times.join(', ')}. Goal boxes, tables and hierarchies are drawn after a bake.`;
  }

  private async reset(): Promise<void> {
    this.history.length = 0;
    this.told = '';
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
    const tools = element('div', '', 'tools');
    tools.append(undo, baked, ...doors);
    const files = element('div', '', 'tools');
    const save = (text: string, as: 'map' | 'edits' | 'png', title: string) =>
      button(text, title, () => events.save(as));
    files.append(
      save('save map', 'map', 'the map as it is now: MovingAI, or JSON where it has costs, doors or points'),
      save('save map as PNG', 'png', 'a pixel a cell'),
      save('save edits', 'edits', 'as bytes that applyChanges of gridprep/runtime takes'),
    );
    const said =
      history.length > 0
        ? `${history.length} edits. ${this.told}`
        : 'With "edit" chosen, a click opens or closes a cell.';
    this.element.replaceChildren(tools, element('output', said, 'told'), files);
  }
}
