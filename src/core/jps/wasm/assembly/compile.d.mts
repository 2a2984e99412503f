/** Compiles the sources. @returns the text of module.ts */
export function compile(): Promise<string>;
/** What the modules depend on, as a sentence. */
export function digest(): string;
