/** Edits as listeners get them, in their order. */
import type { Area } from './boxes.js';
import type { MapChange } from './cells.js';

/** An edit, passed to listeners when queries already use the new map. */
export interface EditEvent {
  /** Version of the map now. */
  version: number;
  /** Rectangles of cells in which all changes lie. */
  areas: Area[];
  /** The changes as requested: passed to `edit` of another map, they bring it to the same state. */
  changes: readonly MapChange[];
}

/** Listeners of a map. */
export interface Delivery {
  readonly listeners: Set<(event: EditEvent) => void>;
  /** Events that listeners have not got, the one being delivered first. */
  readonly events: EditEvent[];
  isDelivering: boolean;
}

/** Delivers events, also those that listeners add meanwhile. @returns errors of listeners */
export function deliver(edits: Delivery): unknown[] {
  const errors: unknown[] = [];
  if (edits.isDelivering) return errors;
  edits.isDelivering = true;
  for (const event of edits.events) {
    for (const listener of [...edits.listeners]) {
      try {
        // One may remove another.
        if (edits.listeners.has(listener)) listener(event);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  edits.events.length = 0;
  edits.isDelivering = false;
  return errors;
}
