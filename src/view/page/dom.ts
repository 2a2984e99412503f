/** Elements with text. Texts of blobs and maps are never parsed as HTML. */

import { type IconName, icon } from './icons.js';

/** An element with its content. @param properties its class, or its properties, also for ARIA and events */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> | string = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(
    document.createElement(tag),
    typeof properties === 'string' ? { className: properties } : properties,
  );
  made.append(...content);
  return made;
}

/** @param title tooltip */
export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  return element('button', { type: 'button', onclick: act, ...(title !== '' && { title }) }, text);
}

/** A button with an icon, which screen readers read as its title. */
export function sign(name: IconName, title: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', onclick: act, title, ariaLabel: title });
  made.append(icon(name));
  return made;
}

export function labeled(text: string, control: HTMLElement): HTMLLabelElement {
  return element('label', 'field', element('span', {}, text), control);
}

export function section(title: string, open: boolean, ...content: Node[]): HTMLDetailsElement {
  return element('details', { open }, element('summary', {}, title), ...content);
}

/** A dialog whose buttons close it. @param buttons their values are its `returnValue` */
export function dialogOf(title: string, content: Node, ...buttons: HTMLButtonElement[]): HTMLDialogElement {
  const form = element('form', { method: 'dialog', className: 'tools' }, ...buttons);
  return element('dialog', { ariaLabel: title }, element('h2', {}, title), content, form);
}

/** A text with a file as people name it: paths in the page begin with a slash. */
export const withName = (text: string, path: string): string =>
  path === '' ? text : text.replaceAll(path, path.slice(1));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Continues in a new task, so that the page can respond before it. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

export function choices(select: HTMLSelectElement, names: readonly string[], chosen = ''): void {
  select.replaceChildren(...names.map((name) => new Option(name, name)));
  select.value = chosen;
}

/** Replaces what is in an element. The button in the place of the focused one is focused. */
export function refill(host: HTMLElement, content: readonly Node[]): void {
  const place = [...host.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
  host.replaceChildren(...content);
  host.querySelectorAll('button')[place]?.focus();
}

/** A labeled list of names, which hides itself unless there are several. */
export class Names {
  readonly select = element('select');
  readonly element: HTMLElement;

  /** @param changed called with the name that a user has chosen, and its place in the list */
  constructor(label: string, changed: (name: string, i: number) => void) {
    this.element = labeled(label, this.select);
    this.select.onchange = () => changed(this.select.value, this.select.selectedIndex);
  }

  show(names: readonly string[], chosen?: string): void {
    choices(this.select, names, chosen);
    this.element.hidden = names.length < 2;
  }
}

/** Saves a file to disk. */
export function offer(name: string, content: Blob): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
