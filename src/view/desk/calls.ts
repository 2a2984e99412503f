/** Messages between the page and its threads. */
import type { PainterDesk } from './painter.js';
import type { SearcherDesk } from './searcher.js';

export type Painter = PainterDesk<{ readonly width: number; readonly height: number; close(): void }>;
export type Searcher = SearcherDesk;

/** From the page: a call of a method, or a file that the thread has requested. */
export type ToDesk =
  | { id: number; call: string; args: unknown[] }
  | { ticket: number; bytes?: Uint8Array; fault?: string };

/** To the page: the value of a call, a report during it, or its error message; or the request of a file. */
export type FromDesk =
  | { id: number; value: unknown }
  | { id: number; part: unknown }
  | { id: number; fault: string }
  | { ticket: number; read: string };

/** Answers calls of the page. @param transfer buffers of a value that are moved instead of copied */
export function serveDesk<Desk extends object>(
  desk: Desk,
  post: (message: FromDesk, transfer: object[]) => void,
  transfer: (value: unknown) => object[],
): (message: { id: number; call: string; args: unknown[] }) => Promise<void> {
  return async ({ id, call, args }) => {
    try {
      const report = (part: unknown) => post({ id, part }, []);
      const value = await (desk as Record<string, (...args: unknown[]) => unknown>)[call](...args, report);
      post({ id, value }, transfer(value));
    } catch (error) {
      post({ id, fault: (error as Error).message }, []);
    }
  };
}
