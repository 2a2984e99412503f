/** Compiles the source of the search. @returns the text of module.ts */
export function compile(text: string): Promise<string>;
