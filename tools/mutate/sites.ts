/** Places of a source file where a small change makes another program, as a reviewer would make it: one operator, one condition, one statement. */
import { parseAst } from 'rolldown/parseAst';

/** One change. Positions are offsets in the text. */
export interface Site {
  start: number;
  end: number;
  /** What stands there, and what takes its place. */
  from: string;
  to: string;
  line: number;
  /** The whole line, without its indentation. */
  text: string;
  /** Evaluated when the module is loaded, outside of every function. */
  atLoad: boolean;
  /** How both forms are put into the code: as values of an expression, as a statement that may be left out, or as the name of a method. */
  as: 'value' | 'statement' | 'method';
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Change of an operator; of two the boundary comes first. */
const BINARY: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '&&': ['||'],
  '||': ['&&'],
};
const ASSIGNMENT: Record<string, string> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '|=': '&=',
  '&=': '|=',
  '>>=': '<<=',
  '<<=': '>>=',
  '??=': '=',
};
const METHOD: Record<string, string> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition']);
/** Of types, only the expression is code. */
const TYPED = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);
/** A longer list of literals is a table of data. */
const TABLE = 12;
/** Functions that make options, whose first argument is a description; see `src/core/options/option.ts`. */
const OPTIONS = new Set(['choice', 'flag', 'legend', 'names', 'number', 'text', 'whole']);

/** All changes of a file, in the order of the text. */
export function findSites(source: string): Site[] {
  const sites: Site[] = [];
  const lines = lineStarts(source);
  const add = (node: { start: number; end: number }, to: string, depth: number, as: Site['as'] = 'value') => {
    const line = lineOf(lines, node.start);
    const text = source.slice(lines[line], lines[line + 1] ?? source.length).trim();
    sites.push({
      ...{ start: node.start, end: node.end },
      from: source.slice(node.start, node.end),
      to,
      line: line + 1,
      text,
      atLoad: depth === 0,
      as,
    });
  };
  const text = (node: Node) => source.slice(node.start, node.end);

  const visit = (node: Node, depth: number): void => {
    if (TYPED.has(node.type)) visit(node.expression as Node, depth);
    if (
      /^TS|^Import|^ExportAll/.test(node.type) ||
      node.declare ||
      (node.type === 'ExportNamedDeclaration' && node.source)
    )
      return;
    // More room than is needed is no other program.
    if ((node.type === 'ArrayExpression' && isTable(node)) || isAllocation(node)) return;
    changesOf(node, text, (at, to, as) => add(at, to, depth, as));
    const inner = depth + Number(FUNCTIONS.has(node.type));
    for (const [key, child] of children(node)) {
      if ((key === 'key' && !node.computed) || isHelp(node, key, child)) continue;
      visit(child, inner);
    }
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, 0);
  return sites.sort((a, b) => a.start - b.start || b.end - a.end);
}

type Add = (at: { start: number; end: number }, to: string, as?: Site['as']) => void;

function changesOf(node: Node, text: (node: Node) => string, add: Add): void {
  const { type, operator } = node as unknown as { type: string; operator: string };
  const [left, right, argument, test] = [node.left, node.right, node.argument, node.test] as (
    | Node
    | null
    | undefined
  )[];
  if ((type === 'BinaryExpression' || type === 'LogicalExpression') && left && right) {
    const strings =
      operator === '+' &&
      [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string');
    if (!strings)
      for (const other of BINARY[operator] ?? []) add(node, `${text(left)} ${other} ${bracket(right, text)}`);
    if (operator === '??') add(node, text(left));
  } else if (type === 'AssignmentExpression' && left && right && ASSIGNMENT[operator]) {
    add(node, `${text(left)} ${ASSIGNMENT[operator]} ${text(right)}`);
  } else if (type === 'UnaryExpression' && argument && '!-~'.includes(operator)) {
    add(node, text(argument));
  } else if (type === 'UpdateExpression' && argument) {
    const other = operator === '++' ? '--' : '++';
    add(node, node.prefix ? `${other}${text(argument)}` : `${text(argument)}${other}`);
  } else if (type === 'Literal') {
    literal(node, add);
  } else if (type === 'MemberExpression' && !node.computed) {
    const [object, property] = [node.object, node.property] as Node[];
    const name = text(property);
    if (Object.hasOwn(METHOD, name)) add({ start: object.end, end: property.end }, `.${METHOD[name]}`, 'method');
  }
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && test) {
    add(test, 'true');
    add(test, 'false');
  }
  if (type === 'WhileStatement' && test && test.type !== 'Literal') add(test, 'false');
  statement(node, add);
}

/** Statements that may be left out: calls and assignments for their effect, and what leaves a function or a loop. */
function statement(node: Node, add: Add): void {
  const { type } = node;
  const bare = type === 'ReturnStatement' && !node.argument;
  if (['ThrowStatement', 'ContinueStatement', 'BreakStatement'].includes(type) || bare) add(node, '', 'statement');
  if (type === 'ExpressionStatement' && !node.directive) {
    const { expression } = node as unknown as { expression: Node };
    // `super()` has to come before `this`.
    if ((expression.callee as Node | undefined)?.type !== 'Super') add(node, '', 'statement');
  }
}

function literal({ value, raw, start, end }: Node, add: Add): void {
  if (typeof value === 'boolean') add({ start, end }, `${!value}`);
  else if (typeof value === 'number')
    add(
      { start, end },
      value === 0 ? '1' : value === 1 ? '0' : `${Number.isInteger(value) ? `${raw} + 1` : `2 * ${raw}`}`,
    );
  else if (typeof value === 'string') add({ start, end }, value === '' ? "'?'" : "''");
}

/** An operand that might bind otherwise beside another operator. */
function bracket(node: Node, text: (node: Node) => string): string {
  return /^(Binary|Logical|Conditional|Assignment|Arrow)/.test(node.type) ? `(${text(node)})` : text(node);
}

function isTable({ elements }: Node): boolean {
  const list = elements as (Node | null)[];
  return (
    list.length >= TABLE &&
    list.every((one) => one === null || /^(Literal|UnaryExpression|ArrayExpression|ObjectExpression)$/.test(one.type))
  );
}

/** Words of help: examples, last lines and descriptions, as yargs and the lists of options have them. */
function isHelp(node: Node, place: string, child: Node): boolean {
  const { callee, key } = node as unknown as { callee?: { name?: string; property?: Node }; key?: Node };
  if (node.type === 'Property')
    return place === 'value' && isText(child) && /^(describe|about|more)$/.test(`${key?.name}`);
  if (node.type !== 'CallExpression' || place !== 'arguments') return false;
  if (/^(example|epilogue)$/.test(`${callee?.property?.name}`)) return true;
  return isText(child) && OPTIONS.has(callee?.name ?? '') && child === (node.arguments as Node[])[0];
}

function isText({ type, value, left }: Node): boolean {
  return (
    type === 'TemplateLiteral' || typeof value === 'string' || (type === 'BinaryExpression' && isText(left as Node))
  );
}

function isAllocation({ type, callee }: Node): boolean {
  const name = (callee as Node | undefined)?.name;
  return type === 'NewExpression' && typeof name === 'string' && /Array(Buffer)?$/.test(name);
}

function* children(node: Node): Generator<[string, Node]> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') yield [key, child];
  }
}

function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lineOf(starts: number[], offset: number): number {
  let line = 0;
  while (line + 1 < starts.length && starts[line + 1] <= offset) line++;
  return line;
}
