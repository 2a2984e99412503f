/** Elements with text: nothing of a blob or a map is ever parsed as HTML. */

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', className = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  made.title = title;
  made.setAttribute('aria-label', title);
  made.addEventListener('click', act);
  return made;
}

/** An input or a list with its name before it. */
export function labelled<T extends HTMLElement>(text: string, control: T): HTMLLabelElement {
  const label = element('label', '', 'field');
  label.append(element('span', text), control);
  return label;
}

/** A part of the panel that can be folded. */
export function section(title: string, open: boolean, ...content: Node[]): HTMLDetailsElement {
  const made = element('details');
  made.open = open;
  made.append(element('summary', title), ...content);
  return made;
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
