/** The section of doors, links and cells: buttons for doors, fields of new links, undo, reset, and saving. */
import type { LinkInput } from '../../core/grid/links.js';
import type { Opened } from '../desk/desk.js';
import { button, element, labeled } from './dom.js';
import type { Cell } from './state.js';

export interface EditorEvents {
  /** Opens or closes cells, x, y in turn. @returns milliseconds by what was updated */
  edit(cells: number[]): Promise<Record<string, number>>;
  relink(links: LinkInput[]): Promise<void>;
  reset(): Promise<void>;
  save(as: 'map' | 'png'): void;
}

/** An edit, as what takes it back: cells to toggle, or the links before it. */
type Edit = { cells: number[] } | { links: LinkInput[] };

export class Editor {
  readonly element = element('div');
  private readonly history: Edit[] = [];
  private opened: Opened | undefined;
  private message = '';
  /** The first end of a link whose second one is clicked next. */
  private end: Cell | undefined;
  /** Fields of new links. */
  private readonly name = element('input', { type: 'text', maxLength: 255 });
  private readonly cost = element('input', { type: 'number', min: '0', step: 'any', placeholder: 'distance' });
  private readonly oneWay = element('input', { type: 'checkbox' });

  constructor(private readonly events: EditorEvents) {
    this.render();
  }

  open(opened: Opened): void {
    this.history.length = 0;
    this.end = undefined;
    this.show(opened);
  }

  show(opened: Opened): void {
    this.opened = opened;
    this.render();
  }

  private check(): Opened {
    // The blob of a larger agent has the cells for its corner, not the map's.
    if (!this.opened || this.opened.size > 1 || this.opened.world)
      throw new Error('this map cannot be edited: its blobs do not have its cells');
    return this.opened;
  }

  async toggle(...cells: Cell[]): Promise<void> {
    this.check();
    await this.apply({ cells: cells.flat() });
    this.history.push({ cells: cells.flat() });
    this.render();
  }

  /** An end of a link: the second one makes it, or takes away the one between both. @returns what to do next */
  async join(cell: Cell): Promise<string | undefined> {
    const links = [...this.check().links];
    const from = this.end;
    this.end = from ? undefined : cell;
    if (!from) return 'Now click the other end.';
    const ends = [`${from} ${cell}`, `${cell} ${from}`];
    const at = links.findIndex((one) => ends.includes(`${one.from} ${one.to}`));
    const cost = this.cost.value === '' ? {} : { cost: Number(this.cost.value) };
    const link = { name: this.name.value, from, to: cell, oneWay: this.oneWay.checked, ...cost };
    await this.apply({ links: at < 0 ? [...links, link] : links.filter((_, i) => i !== at) });
    this.history.push({ links });
    this.render();
    return undefined;
  }

  async undo(): Promise<void> {
    this.end = undefined;
    const last = this.history.pop();
    if (last) await this.apply(last);
    this.render();
  }

  private async apply(edit: Edit): Promise<void> {
    if ('links' in edit) {
      await this.events.relink(edit.links);
      this.message = 'Links answer by engines of the map alone until a bake.';
      return;
    }
    const millis = await this.events.edit(edit.cells);
    const times = Object.entries(millis).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
    this.message = `${times.join(', ')}. Goal boxes, tables and hierarchies need a bake.`;
  }

  private async reset(): Promise<void> {
    this.history.length = 0;
    this.end = undefined;
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
    const hint =
      'With "edit" chosen, a click opens or closes a cell; with "link", two clicks join two cells, or part them.';
    const message =
      history.length > 0 ? `${history.length === 1 ? '1 edit' : `${history.length} edits`}. ${this.message}` : hint;
    const fields = [
      labeled('new links: name', this.name),
      labeled('cost', this.cost),
      element('label', {}, this.oneWay, ' one way'),
    ];
    this.element.replaceChildren(
      element('div', 'tools', undo, baked, ...doors),
      element('output', {}, message),
      element('div', 'tools', ...fields),
      element('div', 'tools', ...files),
    );
  }
}
