/** Typed arrays that grow. */

/** A copy of twice the length, or of `more` values more than that. */
export function grown<T extends Int32Array | Uint8Array | Int16Array | Float64Array>(array: T, more = 0): T {
  const longer = new (array.constructor as new (length: number) => T)(2 * array.length + more);
  longer.set(array);
  return longer;
}
