/** Engines with parameters: `astar:h=manhattan,w=1.65,aside`. What a name leaves out keeps its default. */

/** What a parameter may be. A flag is false unless it is named. */
export type Parameter =
  | { flag: true; about: string }
  | { choices: readonly string[]; default: string; about: string }
  | { least: number; most: number; default: number; about: string };

export type Parameters = Readonly<Record<string, Parameter>>;

export type Values<P extends Parameters> = {
  [K in keyof P]: P[K] extends { flag: true } ? boolean : P[K] extends { choices: readonly (infer C)[] } ? C : number;
};

export function splitName(name: string): { family: string; given: string[] } {
  const [family, ...rest] = name.split(':');
  const given = rest.length > 0 ? rest.join(':').split(',') : [];
  return { family, given: given.map((text) => text.trim()) };
}

/** Splits a list of engines at commas between engines, not parameters. @param isName whether a text names an engine */
export function splitList(list: string, isName: (text: string) => boolean): string[] {
  const names: string[] = [];
  for (const part of list.split(',').map((text) => text.trim())) {
    const last = names.length - 1;
    const continues = last >= 0 && names[last].includes(':') && !isName(splitName(part).family);
    if (continues) names[last] += `,${part}`;
    else names.push(part);
  }
  return names;
}

/** Values of given parameters, else defaults. @throws {RangeError} for an unknown parameter or invalid value */
export function valuesOf<P extends Parameters>(family: string, parameters: P, given: readonly string[]): Values<P> {
  const all = Object.entries(parameters);
  const values: Record<string, unknown> = Object.fromEntries(
    all.map(([key, parameter]) => [key, 'flag' in parameter ? false : parameter.default]),
  );
  for (const text of given) {
    const [key, ...rest] = text.split('=');
    if (!Object.hasOwn(parameters, key)) {
      const known = all.length > 0 ? `there are ${parameterList(parameters)}` : 'it has none';
      throw new RangeError(`${family} has no parameter "${key}"; ${known}`);
    }
    values[key] = readValue(`${family}:${key}`, parameters[key], rest.length > 0 ? rest.join('=') : undefined);
  }
  return values as Values<P>;
}

function readValue(name: string, parameter: Parameter, value: string | undefined): unknown {
  const found = value === undefined ? 'has no value' : `is "${value}"`;
  if ('flag' in parameter) {
    if (value !== undefined) throw new RangeError(`${name} ${found}; it is a flag, without a value`);
    return true;
  }
  const wrong = (allowed: string) => new RangeError(`${name} ${found}; allowed is ${allowed}`);
  if ('choices' in parameter) {
    if (value === undefined || !parameter.choices.includes(value)) throw wrong(parameter.choices.join(', '));
    return value;
  }
  const { least, most } = parameter;
  const number = value ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw wrong(`a number from ${least}${most === Infinity ? '' : ` to ${most}`}`);
  return number;
}

/** Parameters with their choices, or with the default of a number. */
export function parameterList(parameters: Parameters): string {
  const text = ([key, parameter]: [string, Parameter]) => {
    if ('flag' in parameter) return key;
    return `${key}=${'choices' in parameter ? parameter.choices.join('|') : parameter.default}`;
  };
  return Object.entries(parameters).map(text).join(', ');
}
