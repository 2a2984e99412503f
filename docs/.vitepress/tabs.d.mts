export function shownFirst(code: string, before: string): string;
export function withTabs(text: string): string;
