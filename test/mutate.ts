/** Damage to bytes and texts, as disks, networks and editors do it. */

export type Random = () => number;

export const upTo = (random: Random, n: number) => Math.floor(random() * n);

/** Changes some bytes of a copy. */
export function scribble(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = bytes.slice();
  for (let n = 1 + upTo(random, 4); n > 0 && changed.length > 0; n--) {
    const at = upTo(random, changed.length);
    const kind = upTo(random, 4);
    if (kind === 0) changed[at] ^= 1 << upTo(random, 8);
    else if (kind === 1) changed[at] = upTo(random, 256);
    else if (kind === 2) changed[at] = random() < 0.5 ? 0 : 255;
    else changed.copyWithin(at, upTo(random, changed.length), upTo(random, changed.length));
  }
  return changed;
}

/** Cuts, lengthens, repeats or joins. */
export function reshape(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const cut = upTo(random, bytes.length + 1);
  const kind = upTo(random, 4);
  if (kind === 0) return bytes.slice(0, cut);
  if (kind === 1) return joined(bytes, other.subarray(0, upTo(random, 40)));
  if (kind === 2) return joined(bytes.subarray(0, cut), other.subarray(Math.min(cut, other.length)));
  return joined(bytes.subarray(0, cut), bytes.subarray(upTo(random, bytes.length)));
}

/** A copy: a Node buffer may be a view of a pool. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** Changes letters, numbers and lines. */
export function mutateText(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = upTo(random, lines.length);
  const kind = upTo(random, 5);
  if (kind === 0) lines.splice(at, 1);
  else if (kind === 1) lines.splice(at, 0, lines[upTo(random, lines.length)]);
  else if (kind === 2)
    lines[at] = lines[at].replace(
      /\d+/,
      () => ['-1', '0', '1e9', '99999999999', 'NaN', '8193', '7.5'][upTo(random, 7)],
    );
  else if (kind === 3) return Buffer.from(scribble(Buffer.from(text), random)).toString('latin1');
  else
    lines[at] =
      lines[at].slice(0, upTo(random, lines[at].length + 1)) +
      ['', ' ', '\t', '\r', '@', '\0', 'x', '..'][upTo(random, 8)];
  return lines.join('\n');
}
