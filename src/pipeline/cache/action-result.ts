/**
 * ActionResult of Bazel's Remote Execution API (build/bazel/remote/execution/v2), as far as it is needed; servers such
 * as bazel-remote refuse other bytes under /ac/. A field of a protocol buffer is its number * 8 + type, as a varint;
 * type 0 is a varint, type 2 a length and so many bytes.
 */
import { sha256 } from '../../core/files/sha256.js';

export interface Digest {
  sha256: string;
  bytes: number;
}

export function digestOf(bytes: Uint8Array): Digest {
  return { sha256: sha256(bytes), bytes: bytes.length };
}

/** A file of a result: small ones are in the message, others under /cas/. */
export interface ResultFile extends Digest {
  contents?: Uint8Array;
}

export interface ActionResult {
  files: ResultFile[];
  /** Description of the files: the field for standard output. */
  about: Uint8Array;
}

const OUTPUT_FILES = 2;
const STDOUT_RAW = 5;
const FILE_PATH = 1;
const FILE_DIGEST = 2;
const FILE_CONTENTS = 5;
const DIGEST_HASH = 1;
const DIGEST_BYTES = 2;

export function encodeResult({ files, about }: ActionResult): Uint8Array {
  const outputs = files.map(({ sha256, bytes, contents }, i) =>
    field(
      OUTPUT_FILES,
      Buffer.concat([
        field(FILE_PATH, Buffer.from(String(i))),
        field(
          FILE_DIGEST,
          Buffer.concat([field(DIGEST_HASH, Buffer.from(sha256)), Buffer.from([8 * DIGEST_BYTES, ...varint(bytes)])]),
        ),
        ...(contents ? [field(FILE_CONTENTS, contents)] : []),
      ]),
    ),
  );
  return Buffer.concat([...outputs, field(STDOUT_RAW, about)]);
}

export function decodeResult(message: Uint8Array): ActionResult {
  const result: ActionResult = { files: [], about: new Uint8Array() };
  for (const [number, value] of fields(message)) {
    if (number === STDOUT_RAW) result.about = bytesOf(value);
    else if (number === OUTPUT_FILES) result.files.push(fileOf(bytesOf(value)));
  }
  return result;
}

function fileOf(file: Uint8Array): ResultFile {
  const values = new Map(fields(file));
  const parts = new Map(fields(bytesOf(values.get(FILE_DIGEST))));
  const contents = values.get(FILE_CONTENTS);
  const sha256 = Buffer.from(bytesOf(parts.get(DIGEST_HASH))).toString('latin1');
  // No bytes: the form leaves zeros out.
  const bytes = parts.get(DIGEST_BYTES) ?? 0;
  if (!/^[0-9a-f]{64}$/.test(sha256) || typeof bytes !== 'number')
    throw new RangeError('it names a file without its SHA-256');
  return { sha256, bytes, ...(contents !== undefined && { contents: bytesOf(contents) }) };
}

function bytesOf(value: number | Uint8Array | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new RangeError('it is no ActionResult');
}

function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([8 * number + 2, ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

function* fields(message: Uint8Array): Generator<[number: number, value: number | Uint8Array]> {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (at >= message.length || scale > 2 ** 49) throw new RangeError('it is no ActionResult');
      const byte = message[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const take = (count: number): Uint8Array => {
    if (count > message.length - at) throw new RangeError('it is cut off');
    at += count;
    return message.subarray(at - count, at);
  };
  while (at < message.length) {
    const tag = number();
    const type = tag % 8;
    const value = type === 0 ? number() : type === 2 ? take(number()) : take(FIXED[type] ?? Infinity);
    yield [Math.floor(tag / 8), value];
  }
}

/** Bytes of the types of fixed length; those of groups are no longer in use. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
