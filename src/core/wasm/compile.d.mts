/** Each file of modules: what it depends on, as a sentence, and its text, compiled. */
export function modules(): { file: string; digest: string; text: () => Promise<string> }[];
