/** What goes between the page and its threads. */
import type { PainterDesk } from './painter.js';
import type { SearcherDesk } from './searcher.js';

/** The desks as the page knows them. */
export type Painter = PainterDesk<ImageBitmapLike>;
export type Searcher = SearcherDesk;

/** A picture that the browser draws. */
export interface ImageBitmapLike {
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** From the page: a method of the desk with its arguments; or a file that was asked for. */
export type ToDesk =
  | { id: number; call: string; args: unknown[] }
  | { ticket: number; bytes?: Uint8Array; fault?: string };

/** To the page: what a method gives, or on the way there, or why it failed; or a file that is asked for. */
export type FromDesk =
  | { id: number; value: unknown }
  | { id: number; part: unknown }
  | { id: number; fault: string }
  | { ticket: number; read: string };

/** Answers calls of the page. @param transfer what of a value is handed over instead of copied */
export function serveDesk<Desk extends object>(
  desk: Desk,
  post: (message: FromDesk, transfer: object[]) => void,
  transfer: (value: unknown) => object[],
): (message: { id: number; call: string; args: unknown[] }) => Promise<void> {
  return async ({ id, call, args }) => {
    try {
      const report = (part: unknown) => post({ id, part }, []);
      const method = (desk as Record<string, (...args: unknown[]) => unknown>)[call];
      const value = await method.call(desk, ...args, report);
      post({ id, value }, transfer(value));
    } catch (error) {
      post({ id, fault: (error as Error).message }, []);
    }
  };
}
