/** Amounts with the unit that suits their size. */

const round = (value: number) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));

/** A time: whole microseconds from 10 on, then milliseconds, then seconds. Browser clocks are too coarse below one. */
export function timeText(micros: number): string {
  if (micros < 1) return '<1 µs';
  if (micros < 999.5) return `${round(micros)} µs`;
  if (micros < 999.5e3) return `${(micros / 1e3).toPrecision(3)} ms`;
  return `${(micros / 1e6).toPrecision(3)} s`;
}

/** How long something is shown. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${round(seconds / 3600)} h`;
}

/** Thousands apart. `toLocaleString` takes 20 ms of a page's first answer. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
