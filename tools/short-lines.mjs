/**
 * Breaks long lines of JavaScript: Node prints the line that throws whole, and a terminal or a log shows nothing else then.
 * Long strings and regular expressions go on in the next line; elsewhere a line ends before an operand, an argument or a name.
 */
import { parseAst } from 'rolldown/parseAst';

/** Characters that no line of `dist` exceeds. */
export const MOST = 500;
/** Lines are broken before this column, so that what cannot be broken there still fits. */
const AIM = 400;

/** @returns the same program in lines of at most {@link MOST} characters, and for each line in how many it was broken */
export function shortLines(code) {
  const lines = code.split('\n');
  if (lines.every((line) => line.length <= MOST)) return { code, counts: lines.map(() => 1) };
  const edits = [];
  const places = [];
  collect(parseAst(code, { lang: 'js' }), code, edits, places);
  places.sort((a, b) => a - b);
  let start = 0;
  const out = [];
  const counts = [];
  for (const line of lines) {
    const end = start + line.length;
    const own = line.length > MOST ? breakLine(code, start, end, edits, places) : line;
    out.push(own);
    counts.push(own.split('\n').length);
    start = end + 1;
  }
  return { code: out.join('\n'), counts };
}

/** The text of a line with line feeds: `edits` replace long literals, `places` are where a line feed changes nothing. */
function breakLine(code, start, end, edits, places) {
  let text = '';
  let column = 0;
  let at = start;
  const put = (piece) => {
    text += piece;
    const last = piece.lastIndexOf('\n');
    column = last < 0 ? column + piece.length : piece.length - last - 1;
  };
  const stops = [
    ...edits.filter((edit) => edit.start >= start && edit.end <= end),
    ...places.filter((place) => place > start && place < end).map((place) => ({ start: place, end: place, text: '' })),
    { start: end, end, text: '' },
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [i, stop] of stops.entries()) {
    if (stop.start < at) continue;
    put(code.slice(at, stop.start));
    put(stop.text);
    at = stop.end;
    // By index: a copy of the rest at each stop took two minutes of a build.
    let after = i + 1;
    while (after < stops.length && stops[after].start < at) after++;
    const next = stops[after];
    const isPlace = stop.start === stop.end && stop.end < end;
    // A long literal fills lines of its own.
    if (isPlace && next && column + (next.text ? AIM : 0) + next.start - at > MOST - 50) put('\n');
  }
  return text;
}

/** Finds long literals, and starts of nodes that follow a comma, an operator or a bracket. */
function collect(node, code, edits, places) {
  if (Array.isArray(node)) for (const one of node) collect(one, code, edits, places);
  if (!node || typeof node.type !== 'string') return;
  const { start, end } = node;
  if (node.type === 'Literal' && end - start > AIM && node.regex) {
    const source = JSON.stringify(node.regex.pattern);
    edits.push({ start, end, text: `new RegExp(${continued(source)}, "${node.regex.flags}")` });
  } else if (node.type === 'Literal' && end - start > AIM && typeof node.value === 'string') {
    edits.push({ start, end, text: continued(code.slice(start, end)) });
  } else if (node.type === 'TemplateElement' && end - start > AIM) {
    edits.push({ start, end, text: continued(code.slice(start, end)) });
  }
  const follows = [
    ...(node.specifiers ?? []),
    ...(node.expressions?.slice(node.type === 'SequenceExpression' ? 1 : 0) ?? []),
    ...(node.elements ?? []),
    ...(node.arguments ?? []),
    ...(node.type === 'ObjectExpression' ? node.properties : []),
    ...(node.type === 'VariableDeclaration' ? node.declarations.slice(1) : []),
    ...(node.type === 'BlockStatement' || node.type === 'Program' ? node.body : []),
    ...(node.type === 'ClassBody' ? node.body : []),
    ...(node.type === 'SwitchCase' ? node.consequent : []),
    ...(/^(Logical|Binary|Assignment)Expression$/.test(node.type) ? [node.right] : []),
    ...(node.type === 'VariableDeclarator' ? [node.init] : []),
    // Not a parameter without parentheses: `return` and `async` end at a line feed before it.
    ...(node.params?.filter((one) => /[(,]/.test(code[one.start - 1])) ?? []),
    ...(node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : []),
    ...(node.type === 'SwitchStatement' ? node.cases : []),
  ];
  for (const one of follows) if (one) places.push(one.start);
  for (const key of Object.keys(node)) if (key !== 'parent') collect(node[key], code, edits, places);
}

/** A literal whose text goes on in the next line after a backslash, never within an escape sequence. */
function continued(text) {
  let out = '';
  let column = 0;
  for (const [token] of text.matchAll(/\\(?:u\{[^}]*\}|u.{4}|x..|.)|./gsu)) {
    if (column + token.length > AIM) {
      out += '\\\n';
      column = 0;
    }
    out += token;
    column += token.length;
  }
  return out;
}
