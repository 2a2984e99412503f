/** Links of a map that changes, by name. */
import { inside } from '../../core/runtime/nav.js';
import { type EditableNav, editsOf } from './edits.js';

/** The links of a name, as one. */
export interface LinkGroup {
  readonly name: string;
  /** Whether they are open; a link leads nowhere while one of its ends is in a wall. */
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/**
 * The links of a name, which open and close together.
 *
 *     findLink(nav, 'drawbridge').close();
 *
 * @throws {RangeError} if there is none
 * @throws {TypeError} unless the map can change
 */
export function findLink(nav: EditableNav, name: string): LinkGroup {
  editsOf(nav);
  const { linked } = inside(nav);
  if (!linked) throw new RangeError(`there is no link ${name}; the map has none`);
  linked.check(name);
  return {
    name,
    get isOpen() {
      return !linked.search.closed.has(name);
    },
    open: () => nav.edit({ link: name, open: true }),
    close: () => nav.edit({ link: name, open: false }),
  };
}
