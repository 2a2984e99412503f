import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeResult, encodeResult } from './action-result.js';

const sha256 = 'ab'.repeat(32);

describe('an ActionResult', () => {
  it('is the message that protoc makes of the same values', () => {
    // output_files { path: "0" digest { hash: "abab..." size_bytes: 300 } } stdout_raw: "{}"
    const hash = Buffer.from(sha256).toString('hex');
    const digest = `0a40${hash}10ac02`;
    const expected = `124a0a01301245${digest}2a027b7d`;
    expect(
      Buffer.from(encodeResult({ files: [{ sha256, bytes: 300 }], about: Buffer.from('{}') })).toString('hex'),
    ).toBe(expected);
  });

  it('comes back as it was, whatever is in it', () => {
    const file = fc.record(
      {
        sha256: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
        bytes: fc.integer({ min: 0, max: 2 ** 40 }),
        contents: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
      },
      { requiredKeys: ['sha256', 'bytes'] },
    );
    fc.assert(
      fc.property(fc.array(file, { maxLength: 4 }), fc.uint8Array({ maxLength: 300 }), (files, about) => {
        const { files: again, about: said } = decodeResult(encodeResult({ files, about }));
        expect(again).toEqual(files);
        expect(Buffer.from(said)).toEqual(Buffer.from(about));
      }),
    );
  });

  it('may be without the length of an empty file, as servers write it, which leave zeros out', () => {
    const written = encodeResult({ files: [{ sha256, bytes: 0 }], about: Buffer.from('a') });
    const hex = Buffer.from(written).toString('hex');
    // The field is the end of the digest, the digest the end of the file: both are two bytes shorter.
    const without = hex.replace(/^12(..)0a01301244/, '12470a01301242').replace(/10002a0161$/, '2a0161');
    expect(without).toHaveLength(hex.length - 4);
    expect(decodeResult(Buffer.from(without, 'hex'))).toEqual(decodeResult(written));
  });

  it('may have fields that we have no use for, of every type', () => {
    // Exit code 1, metadata of two bytes, field 20 of eight, field 7 of four.
    const others = Buffer.from('20014a020707a10101020304050607083d01020304', 'hex');
    const message = Buffer.concat([others, encodeResult({ files: [{ sha256, bytes: 0 }], about: Buffer.from('a') })]);
    expect(decodeResult(message)).toEqual({ files: [{ sha256, bytes: 0 }], about: Buffer.from('a') });
  });

  it('is told from other bytes, and never read beyond its end', () => {
    expect(() => decodeResult(Buffer.from('<html></html>'))).toThrow(RangeError);
    expect(() => decodeResult(Buffer.from([0x12, 2, 0x0a, 0]))).toThrow('it is no ActionResult');
    const whole = encodeResult({ files: [{ sha256, bytes: 300 }], about: Buffer.from('{"a":1}') });
    for (let end = 1; end < whole.length; end++) {
      const cut = whole.subarray(0, end);
      // Between two fields a message may end.
      if (end !== 76) expect(() => decodeResult(cut), `${end}`).toThrow(RangeError);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          decodeResult(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
