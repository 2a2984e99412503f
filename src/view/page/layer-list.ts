/** The list of layers, in groups that open and close, with a box to tick beside each. */
import type { ListedLayer } from '../desk/desk.js';
import { button, element } from './dom.js';

/** Groups that are open at first. */
const OPEN = ['Map', 'Path', 'World'];

export class LayerList {
  readonly element = element('div', 'layers');
  private readonly notes = new Map<string, HTMLElement>();
  private readonly open = remembered('layer groups', OPEN);
  private explained = false;
  private chosen = new Set<string>();
  private changed: (name: string) => void = () => {};

  /**
   * Lists the layers that a map has.
   * @param chosen names of the ticked layers; kept up to date
   * @param changed called with a layer after it was ticked or unticked
   */
  show(layers: readonly ListedLayer[], chosen: Set<string>, changed: (name: string) => void): void {
    this.notes.clear();
    const present = layers.filter(({ missing }) => missing === undefined);
    Object.assign(this, { chosen, changed });
    const groups = [...new Set(present.map(({ group }) => group))].map((group) =>
      this.group(
        group,
        present.filter((layer) => layer.group === group),
      ),
    );
    const needs = [...new Set(layers.flatMap(({ missing }) => missing ?? []))].filter((need) =>
      need.startsWith('prep'),
    );
    const more = needs.length > 0 ? [element('p', 'hint', `Bake for more layers: ${needs.join(', ')}.`)] : [];
    const explain = button('Explain layers', '', () => this.explain());
    explain.ariaPressed = String(this.explained);
    this.element.replaceChildren(explain, ...groups, ...more);
  }

  explain(): void {
    this.explained = !this.explained;
    this.element.classList.toggle('explained', this.explained);
    this.element.querySelector('button')?.setAttribute('aria-pressed', String(this.explained));
  }

  note(name: string, text: string): void {
    const note = this.notes.get(name);
    if (note) note.textContent = text;
  }

  private group(name: string, layers: ListedLayer[]): HTMLElement {
    const count = element('span', 'count');
    const recount = () => {
      const ticked = layers.filter((layer) => this.chosen.has(layer.name)).length;
      count.textContent = `${ticked} of ${layers.length}`;
    };
    recount();
    const rows = layers.map((layer) => this.row(layer, recount));
    const details = element(
      'details',
      { className: 'group', open: this.open.has(name) },
      element('summary', {}, name, count),
      element('div', { className: 'rows', role: 'group', ariaLabel: name }, ...rows),
    );
    details.ontoggle = () => this.open.set(name, details.open);
    return details;
  }

  private row({ name, title, about }: ListedLayer, recount: () => void): HTMLElement {
    const { chosen } = this;
    const onchange = () => {
      if (box.checked) chosen.add(name);
      else chosen.delete(name);
      recount();
      this.changed(name);
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

/**
 * A set of names that the browser keeps, where it allows that.
 * @param key of the set in the browser's storage
 * @param first names of a browser that has kept none
 */
export function remembered(key: string, first: readonly string[]) {
  const names = new Set(read(key) ?? first);
  return {
    has: (name: string) => names.has(name),
    set(name: string, isIn: boolean): void {
      if (isIn) names.add(name);
      else names.delete(name);
      try {
        localStorage.setItem(`gridprep ${key}`, JSON.stringify([...names]));
      } catch {
        // Storage is forbidden or full: the names last as long as the page.
      }
    },
  };
}

function read(key: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(`gridprep ${key}`) ?? '');
    return Array.isArray(names) ? names.map(String) : undefined;
  } catch {
    return undefined;
  }
}
