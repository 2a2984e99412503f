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

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Continues in a new task, so that the page can respond before it. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

export function choices(select: HTMLSelectElement, names: readonly string[], chosen = ''): void {
  select.replaceChildren(...names.map((value) => element('option', { value }, value)));
  select.value = chosen;
}

/** Saves a file to disk. */
export function offer(name: string, content: Blob): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
