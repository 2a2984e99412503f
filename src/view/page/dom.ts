/** Elements with text: nothing of a blob or a map is ever parsed as HTML. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

/** @param title tooltip */
export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  if (title !== '') made.title = title;
  made.addEventListener('click', act);
  return made;
}

/** A button with a symbol, which screen readers read as its title. */
export function sign(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = button('', title, act);
  const shown = element('span', text);
  shown.setAttribute('aria-hidden', 'true');
  made.append(shown);
  made.setAttribute('aria-label', title);
  return made;
}

/** An input or a list with its name before it. */
export function labelled<T extends HTMLElement>(text: string, control: T): HTMLLabelElement {
  const label = element('label', '', 'field');
  label.append(element('span', text), control);
  return label;
}

/** A foldable part of the panel. */
export function section(title: string, open: boolean, ...content: Node[]): HTMLDetailsElement {
  const made = element('details');
  made.open = open;
  made.append(element('summary', title), ...content);
  return made;
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Fills a list with names. */
export function choices(select: HTMLSelectElement, names: readonly string[], chosen = ''): void {
  select.replaceChildren(...names.map((name) => Object.assign(element('option', name), { value: name })));
  select.value = chosen;
}
