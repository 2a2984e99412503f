/** Ctrl-C and a polite kill leave nothing behind. */
import { removePartialFiles } from '../src/blob/file.js';

export function exitOnSignal(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      removePartialFiles();
      process.exit(code);
    });
  }
}
