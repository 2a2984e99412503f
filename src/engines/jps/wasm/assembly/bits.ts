// AssemblyScript: words of bits in memory; places are bytes.

export function at(address: i32): i32 {
  return load<i32>(address);
}

/** What lies west of each cell of a word. */
export function west(p: i32): i32 {
  return (at(p) << 1) | (at(p - 4) >>> 31);
}

export function east(p: i32): i32 {
  return (at(p) >>> 1) | (at(p + 4) << 31);
}

/** Takes some bits from one place and the others from another, two words at a time: one too many if they are odd. */
export function mix(to: i32, from: i32, other: i32, end: i32, bits: i64): void {
  for (; from < end; from += 8, other += 8, to += 8)
    store<i64>(to, load<i64>(other) ^ ((load<i64>(from) ^ load<i64>(other)) & bits));
}
