/** Keys, dropped files, and events of the server. */
import type { PageMap } from '../page-data.js';
import { type Action, actionOf } from './keys.js';

/** Fields that take keys themselves. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, dialog *';

/** @param map where space plays; elsewhere it presses the focused button */
export function listenToKeys(actions: readonly Action[], map: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches(TYPED);
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && target !== map && target !== document.body) return;
    const action = actionOf(actions, event);
    if (!action) return;
    event.preventDefault();
    action.act();
  });
}

export function listenToFiles(dropped: (files: Iterable<File>) => void): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    dropped(event.dataTransfer?.files ?? []);
  });
}

/** Follows the server. @param changed called for new contents @param listed called with another list of maps */
export function listenToServer(
  changed: () => void,
  listed: (now: { maps: PageMap[]; faults: string[] }) => void,
): void {
  const events = new EventSource('events');
  events.addEventListener('changed', changed);
  events.addEventListener('maps', ({ data }) => listed(JSON.parse(data)));
}
