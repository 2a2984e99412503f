/** What reaches the page from outside of its controls: keys, files that are dropped, other addresses, what its server tells. */
import type { PageMap } from '../page-data.js';
import { type Action, actionOf } from './keys.js';

/** Fields that keys are typed into. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, dialog *';

/** @param map where space plays; on a button it presses that */
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

/** While a build watches, what it writes is shown. @param changed the same maps @param listed which maps there are now */
export function listenToServer(
  changed: () => void,
  listed: (now: { maps: PageMap[]; faults: string[] }) => void,
): void {
  const events = new EventSource('events');
  events.addEventListener('changed', changed);
  events.addEventListener('maps', ({ data }) => listed(JSON.parse(data)));
}
