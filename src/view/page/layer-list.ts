/** The list of layers, in groups, with a box to tick beside each. */
import type { ListedLayer } from '../desk/desk.js';
import { button, element } from './dom.js';

export class LayerList {
  readonly element = element('div', 'layers');
  private readonly notes = new Map<string, HTMLElement>();
  private explained = false;

  /**
   * Lists the layers that a map has.
   * @param chosen names of the ticked layers; kept up to date
   * @param changed called with a layer after it was ticked or unticked
   */
  show(layers: readonly ListedLayer[], chosen: Set<string>, changed: (name: string) => void): void {
    this.notes.clear();
    const present = layers.filter(({ missing }) => missing === undefined);
    const groups = [...new Set(present.map(({ group }) => group))].map((group) => {
      const rows = present.filter((layer) => layer.group === group).map((layer) => this.row(layer, chosen, changed));
      return element('fieldset', {}, element('legend', {}, group), ...rows);
    });
    const needs = [...new Set(layers.flatMap(({ missing }) => missing ?? []))].filter((need) =>
      need.startsWith('prep'),
    );
    const more = needs.length > 0 ? [element('p', 'hint', `Bake for more layers: ${needs.join(', ')}.`)] : [];
    const explain = button('Explain layers', '', () => this.explain());
    explain.ariaPressed = String(this.explained);
    this.element.replaceChildren(explain, ...groups, ...more);
  }

  /** Shows or hides the descriptions. */
  explain(): void {
    this.explained = !this.explained;
    this.element.classList.toggle('explained', this.explained);
    this.element.querySelector('button')?.setAttribute('aria-pressed', String(this.explained));
  }

  /** Sets the note beside a layer. */
  note(name: string, text: string): void {
    const note = this.notes.get(name);
    if (note) note.textContent = text;
  }

  private row({ name, title, about }: ListedLayer, chosen: Set<string>, changed: (name: string) => void): HTMLElement {
    const onchange = () => {
      if (box.checked) chosen.add(name);
      else chosen.delete(name);
      changed(name);
    };
    const box = element('input', { type: 'checkbox', checked: chosen.has(name), value: name, onchange });
    box.id = `layer-${name}`;
    box.setAttribute('aria-describedby', `about-${name}`);
    const note = element('em');
    this.notes.set(name, note);
    const label = element('label', {}, box, element('span', {}, title), note);
    return element('div', {}, label, element('small', { id: `about-${name}` }, about));
  }
}
