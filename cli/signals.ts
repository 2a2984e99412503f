/** Ctrl-C and a polite kill leave nothing behind. */
import { removePartialFiles } from '../src/blob/file.js';

export function exitOnSignal(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // Not `once`: npm passes on the Ctrl-C that the terminal has sent already, and the second must not kill.
    process.on(signal, () => {
      removePartialFiles();
      process.exit(code);
    });
  }
}
