/**
 * Decompresses a zstd frame (RFC 8878) of known content size, as the writer makes them: one segment, no dictionary, no
 * checksum. Damaged input gives an error or wrong bytes, which the caller's checksum tells, but never a hang, nor more
 * memory than the content and 300 kB: every loop is bounded by a length or by a count of at most 18 bits.
 *
 * Measured and decided: docs/decisions/loads.md.
 */

/** FSE or Huffman codes, by state: symbol, from bit 8 on bits to read, from bit 16 on base of the next state. */
type Table = Int32Array;

/** Longest run that is copied byte by byte: a call takes as long. */
const SHORT = 16;

const digit = (letter: string) => Number.parseInt(letter, 36);

/** Extra bits of literal length and match length codes (RFC 8878, tables 16 and 17), from bit 5 on smallest values. */
const CODES = /* @__PURE__ */ [
  '00000000000000001111223346789abcdefg',
  '0000000000000000000000000000000011112233445789abcdefg',
].map((text, i) => {
  let smallest = 3 * i;
  return Int32Array.from(text, (letter) => {
    const bits = digit(letter);
    const code = (smallest << 5) | bits;
    smallest += 1 << bits;
    return code;
  });
});
/** Predefined distributions of literal length, offset and match length codes, each count plus one. */
const PREDEFINED = /* @__PURE__ */ [
  '543333333333322233333333343222220000',
  '22222233322222222222222200000',
  '25433333322222222222222222222222222222222222220000000',
].map((counts) => fseTable(Array.from(counts, (count) => digit(count) - 1)));

/** @param counts states per symbol, -1 for a symbol whose one state comes last; together a power of two */
function fseTable(counts: number[]): Table {
  const seen = counts.map(Math.abs);
  const size = seen.reduce((sum, count) => sum + count);
  const table = new Int32Array(size);
  let end = size;
  counts.forEach((count, symbol) => {
    if (count < 0) table[--end] = symbol;
  });
  let state = 0;
  counts.forEach((count, symbol) => {
    for (; count > 0; count--) {
      table[state] = symbol;
      // The step is odd, so that this meets every state; state 0 is below `end` as long as a count is positive.
      do state = (state + (size >> 1) + (size >> 3) + 3) & (size - 1);
      while (state >= end);
    }
  });
  return table.map((symbol) => {
    const x = seen[symbol]++;
    const bits = Math.clz32(x) - Math.clz32(size);
    return symbol | (bits << 8) | (((x << bits) - size) << 16);
  });
}

/**
 * Decompresses one zstd frame of a blob, without Node or WebAssembly.
 * @param rawLength bytes of its content, as the frame's header says
 * @throws {Error} if the frame is damaged in a way that is noticed
 */
export function unzstd(src: Uint8Array, rawLength: number): Uint8Array {
  const out = new Uint8Array(rawLength);
  /** The three offsets used last. */
  let [recent, second, third] = [1, 4, 8];
  /** Tables of literal lengths, offsets, match lengths; kept from block to block. */
  const fse: Table[] = [];
  let huffman: Table;
  let literals: Uint8Array;
  /** How much of the content is there, and how many literals are in it. */
  let filled = 0;
  let copied = 0;
  /** Byte where forward reading is; of the stream being read backwards the bit above the next one. */
  let at = 4 + [2, 3, 5, 9][src[4] >> 6];
  let bit = 0;
  const view = new DataView(src.buffer, src.byteOffset, src.length);

  const check = (ok: boolean) => {
    if (!ok) throw new Error('damaged frame');
  };
  /** Takes up to 25 bits below a bit, which lie in the four bytes up to that of the highest. */
  const read = (n: number, top = bit): number => {
    const end = (top + 7) >> 3;
    bit = top - n;
    return (view.getUint32(end - 4, true) >>> (bit - 8 * end)) & ((1 << n) - 1);
  };
  const peek = (p: number, n: number) => read(n, p + n);
  const step = (entry: number): number => (entry >> 16) + read((entry >> 8) & 255);
  /** Starts reading backwards from the mark in the last byte before `end`. */
  const openStream = (end: number) => {
    check(at < end && src[end - 1] > 0);
    bit = 8 * end + 23 - Math.clz32(src[end - 1]);
  };
  const start = (table: Table) => read(31 - Math.clz32(table.length));

  /** Reads a distribution at `at` and makes its table (RFC 8878, 4.1.1). */
  const readFse = (mostLog: number): Table => {
    let p = 8 * at + 4;
    const log = 5 + (src[at] & 15);
    check(log <= mostLog);
    const counts: number[] = [];
    let left = 1 << log;
    while (left > 0 && counts.length < 256) {
      const bits = 32 - Math.clz32(left + 1);
      const low = (1 << (bits - 1)) - 1;
      const spare = 2 * low - left;
      let value = peek(p, bits);
      p += bits;
      if ((value & low) < spare) {
        value &= low;
        p--;
      } else if (value > low) value -= spare;
      counts.push(value - 1);
      left -= Math.abs(value - 1);
      for (let zeros = 3; value === 1 && zeros === 3 && counts.length < 256; p += 2) {
        zeros = peek(p, 2);
        for (let i = 0; i < zeros; i++) counts.push(0);
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
    let end = at + size;
    if (size > 127) {
      for (let i = 0; i < size - 127; i++) weights.push((src[at + (i >> 1)] >> (i & 1 ? 0 : 4)) & 15);
      end = at + ((size - 126) >> 1);
    } else {
      const table = readFse(6);
      openStream(end);
      let state = start(table);
      let other = start(table);
      while (bit >= 8 * at && weights.length < 255) {
        weights.push(table[state] & 255);
        [state, other] = [other, step(table[state])];
      }
      weights.push(table[state] & 255);
    }
    at = end;
    const total = weights.reduce((sum, weight) => sum + ((1 << weight) >> 1), 0);
    const log = 32 - Math.clz32(total);
    check(log < 12);
    weights.push(32 - Math.clz32((1 << log) - total));
    huffman = new Int32Array(1 << log);
    let to = 0;
    for (let bits = log; bits > 0; bits--) {
      weights.forEach((weight, symbol) => {
        if (weight + bits !== log + 1) return;
        const from = to;
        to += 1 << (weight - 1);
        huffman.fill(symbol | (bits << 8), from, to);
      });
    }
  };

  const readStream = (end: number, from: number, to: number) => {
    const table = huffman;
    const mask = table.length - 1;
    const log = 32 - Math.clz32(mask);
    openStream(end);
    // As `read`, without a call for each literal.
    let p = bit;
    for (let i = from; i < to; i++) {
      const last = (p + 7) >> 3;
      const entry = table[(view.getUint32(last - 4, true) >>> (p - log - 8 * last)) & mask];
      literals[i] = entry;
      p -= entry >> 8;
    }
    at = end;
  };

  /** Reads the literals section at `at` (3.1.1.3.1). */
  const readLiterals = () => {
    const head = src[at];
    const format = (head >> 2) & 3;
    const packed = head & 2;
    const sizeBits = (packed ? [10, 10, 14, 18] : [5, 12, 5, 20])[format];
    const sizeAt = 8 * at + (packed || format & 1 ? 4 : 3);
    const size = peek(sizeAt, sizeBits);
    check(size <= 1 << 18);
    const stored = packed && peek(sizeAt + sizeBits, sizeBits);
    at += (packed ? [3, 3, 4, 5] : [1, 2, 1, 3])[format];
    if (!packed) {
      literals = head & 1 ? new Uint8Array(size).fill(src[at]) : src.subarray(at, at + size);
      at += head & 1 ? 1 : size;
      return;
    }
    literals = new Uint8Array(size);
    const end = at + stored;
    if (!(head & 1)) readHuffman();
    if (!format) readStream(end, 0, size);
    else {
      const part = (size + 3) >> 2;
      let jump = at;
      at += 6;
      for (let i = 0; i < 3; i++, jump += 2)
        readStream(at + (src[jump] | (src[jump + 1] << 8)), i * part, (i + 1) * part);
      readStream(end, 3 * part, size);
    }
  };

  /** Appends literals, then a match: V8 compiles a separate function ten times faster. */
  const append = (literal: number, match: number, offset: number) => {
    const end = filled + literal;
    check(offset > 0 && offset <= end && end + match <= rawLength && copied + literal <= literals.length);
    if (literal > SHORT) out.set(literals.subarray(copied, copied + literal), filled);
    else for (let from = copied, to = filled; to < end; ) out[to++] = literals[from++];
    copied += literal;
    filled = end + match;
    if (match > SHORT) {
      // A match that overlaps itself doubles what there is to copy with every copy.
      for (let to = end, done = offset; to < filled; to += done, done *= 2)
        out.copyWithin(to, to - done, Math.min(to, filled - done));
    } else for (let to = end; to < filled; to++) out[to] = out[to - offset];
  };

  const runSequences = (sequences: number) => {
    const [literalTable, offsetTable, matchTable] = fse;
    const [literalCodes, matchCodes] = CODES;
    let [literalState, offsetState, matchState] = fse.map(start);
    for (; sequences > 0; sequences--) {
      const offsetEntry = offsetTable[offsetState];
      const matchEntry = matchTable[matchState];
      const literalEntry = literalTable[literalState];
      const offsetCode = offsetEntry & 255;
      const matchCode = matchCodes[matchEntry & 255];
      const literalCode = literalCodes[literalEntry & 255];
      check(offsetCode < 26);
      const offsetValue = (1 << offsetCode) + read(offsetCode);
      const match = (matchCode >> 5) + read(matchCode & 31);
      const literal = (literalCode >> 5) + read(literalCode & 31);
      if (sequences > 1) {
        literalState = step(literalEntry);
        matchState = step(matchEntry);
        offsetState = step(offsetEntry);
      }
      // Values 1 to 3 name a recent offset, the next one where no literal comes between (3.1.1.5).
      const which = offsetValue > 3 ? 4 : offsetValue - (literal > 0 ? 1 : 0);
      let offset = recent;
      if (which > 0) {
        offset = which > 3 ? offsetValue - 3 : which > 2 ? recent - 1 : which > 1 ? third : second;
        if (which > 1) third = second;
        second = recent;
        recent = offset;
      }
      append(literal, match, offset);
    }
  };

  /** One compressed block (3.1.1.3), which ends before byte `end`. */
  const readBlock = (end: number) => {
    readLiterals();
    copied = 0;
    let sequences = src[at++];
    if (sequences > 127)
      sequences = sequences < 255 ? ((sequences - 128) << 8) | src[at++] : (src[at++] | (src[at++] << 8)) + 0x7f00;
    if (sequences > 0) {
      const modes = src[at++];
      for (let i = 0; i < 3; i++) {
        const mode = (modes >> (6 - 2 * i)) & 3;
        if (mode === 0) fse[i] = PREDEFINED[i];
        else if (mode === 1) fse[i] = Int32Array.of(src[at++]);
        else if (mode === 2) fse[i] = readFse(9);
      }
      openStream(end);
      runSequences(sequences);
    }
    out.set(literals.subarray(copied), filled);
    filled += literals.length - copied;
  };

  for (let last = 0; !last; ) {
    check(at < src.length);
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
