export const MOST: number;
export function shortLines(code: string): { code: string; counts: number[] };
