/** A growing array of numbers. */
type Numbers = Uint8Array | Uint16Array | Uint32Array;

export class Writer {
  length = 0;
  constructor(private values: Numbers) {}

  push(value: number): void {
    this.room(1);
    this.values[this.length++] = value;
  }

  append(part: Numbers): void {
    this.room(part.length);
    this.values.set(part, this.length);
    this.length += part.length;
  }

  done(): Numbers {
    return this.values.slice(0, this.length);
  }

  private room(more: number): void {
    if (this.length + more <= this.values.length) return;
    const longer = new (this.values.constructor as new (n: number) => Numbers)(2 * this.values.length + more);
    longer.set(this.values);
    this.values = longer;
  }
}
