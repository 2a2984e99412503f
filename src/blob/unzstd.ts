/**
 * Decompresses a zstd frame (RFC 8878) of known content size, as our writer makes them: one segment, no
 * dictionary, no checksum. Half the download of a general decoder.
 *
 * Damaged input gives an error or wrong bytes, which the caller's checksum tells, but never a hang, nor
 * more memory than the content and 300 kB: every loop is bounded by the input's length, the content's
 * length, or a count of at most 18 bits.
 *
 * Measured and decided: docs/decisions/zstd-decoder.md.
 */

/**
 * A decoding table of finite-state entropy (FSE) or Huffman codes: the bits of a state, per state its symbol, the bits it
 * takes and the base of the state that follows (not used by Huffman codes). A tuple: names in it can be shortened.
 */
type Table = [log: number, symbols: Uint8Array, bits: Uint8Array, next: Uint16Array];

/** Longest run that is copied byte by byte: a call takes as long. */
const SHORT = 16;

const digits = (text: string) => Uint8Array.from(text, (c) => Number.parseInt(c, 36));

/** Extra bits of each literal length and match length code (RFC 8878, tables 16 and 17), and their smallest values. */
const EXTRA = /* @__PURE__ */ [
  '00000000000000001111223346789abcdefg',
  '',
  '0000000000000000000000000000000011112233445789abcdefg',
].map(digits);
const SMALLEST = /* @__PURE__ */ [0, 0, 3].map((start, i) => {
  let smallest = start;
  return Array.from(EXTRA[i], (bits) => {
    const here = smallest;
    smallest += 1 << bits;
    return here;
  });
});
/** Predefined distributions of literal length, offset and match length codes, each count plus one. */
const PREDEFINED = /* @__PURE__ */ [
  '543333333333322233333333343222220000',
  '22222233322222222222222200000',
  '25433333322222222222222222222222222222222222220000000',
].map((counts) => fseTable(Array.from(digits(counts), (count) => count - 1)));

/** @param counts states per symbol, -1 for a symbol whose one state comes last; together a power of two */
function fseTable(counts: number[]): Table {
  const size = counts.reduce((sum, count) => sum + Math.abs(count), 0);
  const table = newTable(31 - Math.clz32(size));
  const [log, symbols, bits, next] = table;
  let end = size;
  counts.forEach((count, symbol) => {
    if (count < 0) symbols[--end] = symbol;
  });
  let state = 0;
  counts.forEach((count, symbol) => {
    for (; count > 0; count--) {
      symbols[state] = symbol;
      // The step is odd, so that this meets every state; state 0 is below `end` as long as a count is positive.
      do state = (state + (size >> 1) + (size >> 3) + 3) & (size - 1);
      while (state >= end);
    }
  });
  const seen = counts.map(Math.abs);
  symbols.forEach((symbol, i) => {
    const x = seen[symbol]++;
    bits[i] = log - 31 + Math.clz32(x);
    next[i] = (x << bits[i]) - size;
  });
  return table;
}

function newTable(log: number): Table {
  const size = 1 << log;
  return [log, new Uint8Array(size), new Uint8Array(size), new Uint16Array(size)];
}

/**
 * Decompresses one zstd frame of a blob, without Node or WebAssembly.
 * @param rawLength bytes of its content, as the frame's header says
 * @throws {Error} if the frame is damaged in a way that is noticed
 */
export function unzstd(src: Uint8Array, rawLength: number): Uint8Array {
  const out = new Uint8Array(rawLength);
  const literals = new Uint8Array(1 << 18);
  /** The three offsets used last. */
  let [recent, second, third] = [1, 4, 8];
  /** Tables of literal lengths, offsets, match lengths; kept from block to block. */
  const fse: Table[] = [];
  let huffman = newTable(0);
  let filled = 0;
  /** Byte where forward reading is, and the bit stream being read backwards: the bit it is at and the one it ends at. */
  let at = 4 + [2, 3, 5, 9][src[4] >> 6];
  let bit = 0;
  let floor = 0;

  const damaged = () => {
    throw new Error('damaged frame');
  };
  const check = (ok: boolean) => ok || damaged();
  /** Up to 25 bits at a bit position; those below the stream's end are zero. */
  const peek = (p: number, n: number): number => {
    if (p < floor) return p + n > floor ? peek(floor, p + n - floor) << (floor - p) : 0;
    const i = p >> 3;
    return ((src[i] | (src[i + 1] << 8) | (src[i + 2] << 16) | (src[i + 3] << 24)) >>> (p & 7)) & ((1 << n) - 1);
  };
  const read = (n: number): number => {
    bit -= n;
    if (n === 0) return 0;
    return peek(bit, n);
  };
  /** Starts reading backwards from the mark in the last byte before `end`. */
  const openStream = (start: number, end: number) => {
    check(start < end && src[end - 1] > 0);
    floor = 8 * start;
    bit = 8 * end - 1 - (Math.clz32(src[end - 1]) - 24);
  };
  const step = (table: Table, state: number): number => table[3][state] + read(table[2][state]);

  /** Reads a distribution at `at` and makes its table (RFC 8878, 4.1.1). */
  const readFse = (mostLog: number): Table => {
    let p = 8 * at + 4;
    floor = 0;
    const log = 5 + (src[at] & 15);
    check(log <= mostLog);
    const counts: number[] = [];
    let left = 1 << log;
    while (left > 0) {
      check(counts.length < 256);
      const bits = 32 - Math.clz32(left + 1);
      const low = (1 << (bits - 1)) - 1;
      const spare = (1 << bits) - 2 - left;
      let value = peek(p, bits);
      p += bits;
      if ((value & low) < spare) {
        value &= low;
        p--;
      } else if (value > low) value -= spare;
      counts.push(value - 1);
      left -= Math.abs(value - 1);
      if (value === 1) {
        let zeros = 3;
        for (; zeros === 3 && counts.length < 256; p += 2) {
          zeros = peek(p, 2);
          for (let i = 0; i < zeros; i++) counts.push(0);
        }
      }
    }
    check(left === 0);
    at = (p + 7) >> 3;
    return fseTable(counts);
  };

  /** Reads Huffman weights at `at` and makes their table (4.2.1). */
  const readHuffman = () => {
    const weights: number[] = [];
    const size = src[at++];
    if (size > 127) {
      for (let i = 0; i < size - 127; i++) weights.push((src[at + (i >> 1)] >> (i & 1 ? 0 : 4)) & 15);
      at += (size - 126) >> 1;
    } else {
      const end = at + size;
      const table = readFse(6);
      openStream(at, end);
      const [log, symbols] = table;
      let state = read(log);
      let other = read(log);
      while (bit >= floor && weights.length < 255) {
        weights.push(symbols[state]);
        const next = step(table, state);
        state = other;
        other = next;
      }
      weights.push(symbols[state]);
      at = end;
    }
    const total = weights.reduce((sum, weight) => sum + ((1 << weight) >> 1), 0);
    const log = 32 - Math.clz32(total);
    const rest = (1 << log) - total;
    check(total > 0 && log < 12 && (rest & (rest - 1)) === 0);
    weights.push(32 - Math.clz32(rest));
    huffman = newTable(log);
    const [, symbols, bits] = huffman;
    let filledTo = 0;
    for (let weight = 1; weight <= log; weight++) {
      weights.forEach((w, symbol) => {
        if (w !== weight) return;
        const from = filledTo;
        filledTo += 1 << (weight - 1);
        symbols.fill(symbol, from, filledTo);
        bits.fill(log + 1 - weight, from, filledTo);
      });
    }
  };

  const readStream = (end: number, from: number, to: number) => {
    const [log, symbols, bits] = huffman;
    openStream(at, end);
    const mask = (1 << log) - 1;
    let at0 = bit;
    for (let i = from; i < to; i++) {
      const p = at0 - log;
      // As `peek`, without a call for each literal.
      const k = p >> 3;
      const state = p < floor ? peek(p, log) : ((src[k] | (src[k + 1] << 8) | (src[k + 2] << 16)) >>> (p & 7)) & mask;
      literals[i] = symbols[state];
      at0 -= bits[state];
    }
    bit = at0;
    at = end;
  };

  /** Reads the literals section at `at` into `literals` (3.1.1.3.1). @returns their number */
  const readLiterals = (): number => {
    const head = src[at] | (src[at + 1] << 8) | (src[at + 2] << 16);
    const format = (head >> 2) & 3;
    if ((head & 2) === 0) {
      const size = format & 1 ? (head >> 4) & (format > 1 ? 0xfffff : 0xfff) : (head & 255) >> 3;
      at += format & 1 ? (format + 3) >> 1 : 1;
      check(size <= literals.length);
      if (head & 1) literals.fill(src[at++], 0, size);
      else {
        literals.set(src.subarray(at, at + size));
        at += size;
      }
      return size;
    }
    floor = 0;
    const sizeBits = format < 2 ? 10 : 4 * format + 6;
    const size = peek(8 * at + 4, sizeBits);
    const stored = peek(8 * at + 4 + sizeBits, sizeBits);
    at += format < 2 ? 3 : format + 2;
    const end = at + stored;
    if ((head & 1) === 0) readHuffman();
    if (format === 0) readStream(end, 0, size);
    else {
      const jumps = at;
      const part = (size + 3) >> 2;
      at += 6;
      for (let i = 0; i < 4; i++) {
        const length = src[jumps + 2 * i] | (src[jumps + 2 * i + 1] << 8);
        readStream(i < 3 ? at + length : end, i * part, i < 3 ? (i + 1) * part : size);
      }
    }
    return size;
  };

  /** One compressed block (3.1.1.3), which ends before byte `end`. */
  const readBlock = (end: number) => {
    const literalCount = readLiterals();
    let copied = 0;
    let sequences = src[at++];
    if (sequences > 127)
      sequences = sequences < 255 ? ((sequences - 128) << 8) | src[at++] : (src[at++] | (src[at++] << 8)) + 0x7f00;
    if (sequences > 0) {
      const modes = src[at++];
      for (let i = 0; i < 3; i++) {
        const mode = (modes >> (6 - 2 * i)) & 3;
        if (mode === 0) fse[i] = PREDEFINED[i];
        else if (mode === 1) {
          fse[i] = newTable(0);
          fse[i][1][0] = src[at++];
        } else if (mode === 2) fse[i] = readFse(9);
        check(i in fse);
      }
      openStream(at, end);
      const [
        [, literalCodes, literalBits, literalNext],
        [, offsetCodes, offsetBits, offsetNext],
        [, matchCodes, matchBits, matchNext],
      ] = fse;
      const [literalExtra, , matchExtra] = EXTRA;
      const [literalLeast, , matchLeast] = SMALLEST;
      let [literalState, offsetState, matchState] = fse.map(([log]) => read(log));
      for (; sequences > 0; sequences--) {
        const offsetCode = offsetCodes[offsetState];
        const matchCode = matchCodes[matchState];
        const literalCode = literalCodes[literalState];
        if (offsetCode > 25) damaged();
        const offsetValue = (1 << offsetCode) + read(offsetCode);
        const match = matchLeast[matchCode] + read(matchExtra[matchCode]);
        const literal = literalLeast[literalCode] + read(literalExtra[literalCode]);
        if (sequences > 1) {
          literalState = literalNext[literalState] + read(literalBits[literalState]);
          matchState = matchNext[matchState] + read(matchBits[matchState]);
          offsetState = offsetNext[offsetState] + read(offsetBits[offsetState]);
        }
        // Values 1 to 3 name a recent offset, the next one where no literal comes between (3.1.1.5).
        const which = offsetValue > 3 ? 3 : offsetValue - (literal > 0 ? 1 : 0);
        let offset = recent;
        if (which > 0) {
          if (which === 1) offset = second;
          else if (which === 2) offset = third;
          else offset = offsetValue > 3 ? offsetValue - 3 : recent - 1;
          if (which > 1) third = second;
          second = recent;
          recent = offset;
        }
        if (
          offset < 1 ||
          offset > filled + literal ||
          filled + literal + match > rawLength ||
          copied + literal > literalCount
        )
          damaged();
        if (literal > SHORT) out.set(literals.subarray(copied, copied + literal), filled);
        else for (let i = 0; i < literal; i++) out[filled + i] = literals[copied + i];
        copied += literal;
        filled += literal;
        if (match > SHORT) {
          // A match that overlaps itself doubles what there is to copy with every copy.
          for (let left = match, done = offset; left > 0; done *= 2) {
            const length = Math.min(left, done);
            out.copyWithin(filled, filled - done, filled - done + length);
            filled += length;
            left -= length;
          }
        } else for (const end = filled + match; filled < end; filled++) out[filled] = out[filled - offset];
      }
    }
    out.set(literals.subarray(copied, literalCount), filled);
    filled += literalCount - copied;
  };

  for (let last = 0; last === 0; ) {
    check(at + 3 <= src.length);
    const head = src[at] | (src[at + 1] << 8) | (src[at + 2] << 16);
    const size = head >> 3;
    at += 3;
    last = head & 1;
    // A block of one repeated byte stores it once.
    const end = at + (head & 2 ? 1 : size);
    if (head & 4) readBlock(end);
    else {
      if (head & 2) out.fill(src[at], filled, filled + size);
      else out.set(src.subarray(at, end), filled);
      filled += size;
    }
    at = end;
  }
  check(filled === rawLength);
  return out;
}
