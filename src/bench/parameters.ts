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
  const colon = name.indexOf(':');
  if (colon < 0) return { family: name, given: [] };
  return {
    family: name.slice(0, colon),
    given: name
      .slice(colon + 1)
      .split(',')
      .map((text) => text.trim()),
  };
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
  const values: Record<string, unknown> = {};
  for (const [key, parameter] of Object.entries(parameters))
    values[key] = 'flag' in parameter ? false : parameter.default;
  for (const text of given) {
    const at = text.indexOf('=');
    const key = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? undefined : text.slice(at + 1);
    const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
    if (!parameter)
      throw new RangeError(
        `${family} has no parameter "${key}"; ` +
          `${Object.keys(parameters).length > 0 ? `there are ${parameterList(parameters)}` : 'it has none'}`,
      );
    values[key] = readValue(`${family}:${key}`, parameter, value);
  }
  return values as Values<P>;
}

function readValue(name: string, parameter: Parameter, value: string | undefined): unknown {
  if ('flag' in parameter) {
    if (value !== undefined) throw new RangeError(`${name} is "${value}"; it is a flag, without a value`);
    return true;
  }
  const allowed = allowedOf(parameter);
  if (value === undefined) throw new RangeError(`${name} has no value; allowed is ${allowed}`);
  if ('choices' in parameter) {
    if (!parameter.choices.includes(value)) throw new RangeError(`${name} is "${value}"; allowed is ${allowed}`);
    return value;
  }
  const number = Number(value);
  if (value === '' || !(number >= parameter.least && number <= parameter.most))
    throw new RangeError(`${name} is "${value}"; allowed is ${allowed}`);
  return number;
}

function allowedOf(parameter: Exclude<Parameter, { flag: true }>): string {
  if ('choices' in parameter) return parameter.choices.join(', ');
  return parameter.most === Infinity
    ? `a number from ${parameter.least}`
    : `a number from ${parameter.least} to ${parameter.most}`;
}

export function parameterList(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([key, parameter]) => {
      if ('flag' in parameter) return key;
      return `${key}=${'choices' in parameter ? parameter.choices.join('|') : parameter.default}`;
    })
    .join(', ');
}
