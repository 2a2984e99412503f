export function prose(file: string, text: string): string[];
export function hits(
  list: { words: { pattern: string }[]; exceptions: string[] },
  read?: (file: string) => string,
): Map<string, string[]>;
