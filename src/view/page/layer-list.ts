/** The list of layers in groups, with a checkbox for each. */
import type { ListedLayer } from '../desk/desk.js';
import { element } from './dom.js';

export class LayerList {
  readonly element = element('div', 'layers');
  private readonly notes = new Map<string, HTMLElement>();

  /**
   * Lists the layers that a map has.
   * @param chosen names of the ticked layers; kept up to date
   * @param changed called with a layer after it was ticked or unticked
   */
  show(layers: readonly ListedLayer[], chosen: Set<string>, changed: (name: string) => void): void {
    this.notes.clear();
    const groups = new Map<string, HTMLElement>();
    for (const { name, title, group, about: hint, missing } of layers) {
      if (missing !== undefined) continue;
      const onchange = () => {
        chosen[box.checked ? 'add' : 'delete'](name);
        changed(name);
      };
      const box = element('input', { type: 'checkbox', checked: chosen.has(name), value: name, title: hint, onchange });
      const note = element('em');
      this.notes.set(name, note);
      const list = groups.get(group) ?? element('fieldset', {}, element('legend', {}, group));
      list.append(element('label', { title: hint }, box, element('span', {}, title), note));
      groups.set(group, list);
    }
    const needs = new Set(layers.flatMap(({ missing = '' }) => (missing.startsWith('prep') ? missing : [])));
    const more = needs.size > 0 ? [element('p', 'hint', `Bake for more layers: ${[...needs].join(', ')}.`)] : [];
    this.element.replaceChildren(...groups.values(), ...more);
  }

  note(name: string, text: string): void {
    const note = this.notes.get(name);
    if (note) note.textContent = text;
  }
}
