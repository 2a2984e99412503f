/**
 * Everything that the command line prints goes through here: no control character of a blob, a map or a file name reaches the
 * terminal, and an output that is closed or full ends no work.
 *
 * Measured and decided: docs/decisions/what-is-printed-passes-through-one-place.md.
 */

/** C0 and C1 controls but the line feed, and what turns the direction of text or parts lines. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Spells controls as JSON does, so that JSON stays the same JSON. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Lines on stdout. */
export function print(text: string): void {
  write(process.stdout, text);
}

/** One value as a line of JSON on stdout; whole numbers beyond 2^53 as texts. */
export function printJson(value: unknown): void {
  print(toJson(value));
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/** Lines on stderr. */
export function warn(text: string): void {
  write(process.stderr, text);
}

const broken = new Set<NodeJS.WriteStream>();

function write(stream: NodeJS.WriteStream, text: string): void {
  if (!broken.has(stream)) stream.write(`${visible(text)}\n`);
}

/** A reader that has gone (`| head -1`) has what it wanted: quiet, and the work goes on. A full device is told, and is exit code 1 in the end. */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (broken.has(stream)) return;
      broken.add(stream);
      if (code === 'EPIPE') return;
      if (stream === process.stdout)
        warn(`prep: stdout: ${code === 'ENOSPC' ? 'the disk is full' : `cannot be written to (${code})`}`);
      process.on('exit', () => {
        process.exitCode ||= 1;
      });
    });
  }
}
