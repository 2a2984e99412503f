/** The section of doors and cells: cells that a click opens and closes, doors by their names, and the way back to what was baked. */
import { toggleCells } from '../edits.js';
import type { Scene } from '../scene.js';
import { button, element } from './dom.js';
import type { Cell } from './state.js';

export interface Editor {
  /** What the page shows. */
  readonly element: HTMLElement;
  /** Whether a click on the map edits. */
  readonly on: boolean;
  /** Begins anew, with a map as it was baked. */
  open(scene: Scene): void;
  /** Opens or closes cells. @throws what is wrong with a blob that is read for it first */
  toggle(...cells: Cell[]): void;
}

/**
 * @param take shows the same map with other cells
 * @param attempt does what a click asks for, and tells what goes wrong
 */
export function editor(take: (scene: Scene) => void, attempt: (act: () => void) => void): Editor {
  const box = element('div');
  let on = false;
  let baked: Scene | undefined;
  let scene: Scene | undefined;
  /** The cells that are not as they were baked. */
  let changed = new Set<number>();

  const show = (found: Scene) => {
    scene = found;
    take(found);
  };

  /** @param told what the last edit took */
  const render = (told = ''): void => {
    const mode = button(on ? '✎ on' : '✎ off', 'a click opens or closes a cell', () => {
      on = !on && (scene?.grid.size ?? 1) === 1;
      render(told);
    });
    mode.setAttribute('aria-pressed', String(on));
    // Of a walker of several cells the map is of its places, which follow from cells that are not here.
    mode.disabled = scene !== undefined && scene.grid.size > 1;
    const undo = button('as baked', 'undo all edits', () => {
      if (!baked) return;
      changed = new Set();
      show(baked);
      render();
    });
    undo.disabled = changed.size === 0;
    const doors = (scene?.doors ?? []).map(({ name, cells }) => {
      const list = Array.from({ length: cells.length / 2 }, (_, i): Cell => [cells[2 * i], cells[2 * i + 1]]);
      const isOpen = scene?.grid.isOpen(...list[0]) === true;
      // All of its cells as the first is to be.
      const toggle = () => attempt(() => self.toggle(...list.filter(([x, y]) => scene?.grid.isOpen(x, y) === isOpen)));
      return button(`${isOpen ? 'close' : 'open'} ${name}`, `door ${name}: ${isOpen ? 'open' : 'closed'} now`, toggle);
    });
    const tools = element('div', '', 'tools');
    tools.append(mode, undo, ...doors);
    box.replaceChildren(tools, element('output', told, 'told'));
  };

  const self: Editor = {
    element: box,
    get on() {
      return on;
    },
    open(found) {
      scene = baked = found;
      changed = new Set();
      render();
    },
    toggle(...cells) {
      if (!scene) return;
      const { scene: found, millis } = toggleCells(scene, cells.flat());
      for (const [x, y] of cells) {
        const c = found.grid.cell(x, y);
        if (!changed.delete(c)) changed.add(c);
      }
      show(found);
      const times = Object.entries(millis).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
      render(
        `${changed.size} cells are not as they were baked; ${times.join(', ')}. Goal boxes, tables and hierarchies are drawn after a bake.`,
      );
    },
  };
  render();
  return self;
}
