export function existing(...places: string[]): string[];
export function below(...places: string[]): RegExp;
