/** JSON from outside. */

/** @returns undefined for what is no JSON */
export function parsedJson(bytes: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
