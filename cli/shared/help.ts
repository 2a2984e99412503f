/** Help in place of yargs' own: examples first, then options; options of maps with `--help-maps`. */
import type { Argv } from 'yargs';

export interface Internals {
  getOptions(): {
    key: object;
    alias: Record<string, string[]>;
    boolean: string[];
    choices: Record<string, readonly string[]>;
    default: Record<string, unknown>;
    defaultDescription: Record<string, string | undefined>;
    hiddenOptions: string[];
  };
  getDemandedOptions(): object;
  getGroups(): Record<string, string[]>;
  getInternalMethods(): { getUsageInstance(): Usage };
}

interface Usage {
  getUsage(): [usage: string, description: string | false][];
  getCommands(): [usage: string, description: string][];
  getDescriptions(): Record<string, string>;
  getPositionalGroupName(): string;
  cacheHelpMessage(): void;
  help(): string;
  example(command: string, description: string): void;
  epilog(text: string): void;
}

type Row = [name: string, description: string];

/** Wider text is hard to read. */
const MOST_COLUMNS = 110;
/** Heading of the options that are behind `--help-maps`. */
export const MAP_GROUP = 'How maps are read (the config has the same keys):';

/** Makes a parser print this help. @param maps whether `--help-maps` is given @param groupOf heading of a command */
export function useHelp(
  parser: Argv,
  maps: boolean,
  groupOf: (command: string) => string,
  columns = process.stdout.columns || MOST_COLUMNS,
): void {
  const yargs = parser as unknown as Internals;
  const usage = yargs.getInternalMethods().getUsageInstance();
  const width = Math.min(MOST_COLUMNS, columns);
  const examples: Row[] = [];
  let epilog = '';
  usage.example = (command, description) => examples.push([named(command), description]);
  usage.epilog = (text) => {
    epilog = text;
  };
  usage.help = () => {
    const { [usage.getPositionalGroupName()]: positionals = [], [MAP_GROUP]: ofMaps = [] } = yargs.getGroups();
    const { key, alias, hiddenOptions } = yargs.getOptions();
    const left = [...positionals, ...ofMaps, ...hiddenOptions, ...Object.values(alias).flat(), 'help', 'version'];
    const options = Object.keys(key).filter((name) => !left.includes(name));
    const rows = (names: string[]): Row[] => names.map((name) => [spelled(name, yargs), described(name, yargs, usage)]);
    const heads = usage.getUsage()[0].flatMap((text) => wrap(named(text || ''), width));
    const isRoot = usage.getCommands().length > 0;
    const all: Row[] = [
      ...positionals.map((name): Row => [name, described(name, yargs, usage)]),
      ...rows(options),
      ['    --help-maps', `The ${ofMaps.length} options that say how maps are read`],
      ['-h, --help', 'This text'],
    ];
    const own = ofMaps.length > 0 ? all : all.toSpliced(-2, 1);
    const list = isRoot ? commandList(usage.getCommands(), groupOf, width) : section('Options:', own, width);
    const parts = maps
      ? [heads.slice(0, 1), section(MAP_GROUP, rows(ofMaps), width)]
      : [heads, section('Examples:', examples, width), list, wrap(epilog, width)];
    return parts
      .map((lines) => lines.join('\n').trimEnd())
      .filter(Boolean)
      .join('\n\n');
  };
}

const named = (text: string) => text.replaceAll('$0', 'prep');

/** `-o, --out-file`, `    --[no-]exact`. */
function spelled(name: string, yargs: Internals): string {
  const { alias, boolean, default: defaults } = yargs.getOptions();
  const short = alias[name]?.find((one) => one.length === 1);
  const no = boolean.includes(name) && defaults[name] === true ? '[no-]' : '';
  return `${short ? `-${short}, ` : '    '}--${no}${name}`;
}

function described(name: string, yargs: Internals, usage: Usage): string {
  const { boolean, choices, default: defaults, defaultDescription } = yargs.getOptions();
  const value = defaultDescription[name] ?? (boolean.includes(name) ? undefined : defaults[name]);
  return [
    usage.getDescriptions()[name],
    choices[name] && `[${choices[name].join(' | ')}]`,
    name in yargs.getDemandedOptions() && '[required]',
    value !== undefined && String(value) !== '' && `[default: ${value}]`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Names of commands with a line on each, and a heading before each group. */
function commandList(
  commands: readonly [usage: string, text: string][],
  groupOf: (name: string) => string,
  width: number,
) {
  const names = commands.map(([usage]) => usage.replace(/^prep /, '').split(' ')[0]);
  const groups = names.map(groupOf);
  const column = Math.max(...groups.map((group) => group.length), 0) + 2;
  const rows = commands.map(([, text], i): Row => {
    const isFirst = groups.indexOf(groups[i]) === i;
    return [(isFirst ? groups[i] : '').padEnd(column) + names[i], text];
  });
  rows.push([`${' '.repeat(column)}--help`, 'This text; of a command: npx gridprep COMMAND --help']);
  rows.push([`${' '.repeat(column)}--version`, 'The version']);
  return section('', rows, width).slice(1);
}

/** Rows in two columns under a heading; nothing without rows. Long names get their own line. */
function section(heading: string, rows: Row[], width: number): string[] {
  if (rows.length === 0) return [];
  const most = Math.floor(width / 2);
  const left = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= most), 0) + 2;
  return [
    heading,
    ...rows.flatMap(([name, text]) => {
      if (name.length + 2 > left) return [`  ${name}`, ...wrap(text, width - 6).map((line) => `      ${line}`)];
      return wrap(text, width - left - 2).map((line, i) => `  ${(i === 0 ? name : '').padEnd(left)}${line}`);
    }),
  ];
}

/** Lines of at most `width` characters, broken at spaces; lines that fit stay as they are. */
function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    while (line.length > width) {
      const space = line.lastIndexOf(' ', width);
      const end = space > 0 ? space : width;
      lines.push(line.slice(0, end));
      line = line.slice(end).trimStart();
    }
    return [...lines, line];
  });
}
