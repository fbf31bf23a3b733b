// Flowcharts as models write them, in the words that the drawing library knows. It draws what it does not understand as
// something else, or leaves it out: `A-->B` as one box `A--`, and a node with a Chinese id not at all.

const LABEL = '"[^"]*"|[^"';
/** The shape of a node with its text: `[text]`, `((text))`, `>text]`. */
const SHAPE = String.raw`\[+(?:${LABEL}\]])*\]+|\[?\(+(?:${LABEL})])*\)+\]?|\{+(?:${LABEL}}])*\}+|>(?:${LABEL}\]])*\]`;
const ID = String.raw`[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*`;
const NODE = String.raw`(${ID})((?:${SHAPE})?)((?::::${ID})?)`;
const END = String.raw`-{2,}>|-{3,}|-\.+->|-\.+-|={2,}>|={3,}`;
/** A link with its text, in one of two places: `-->|text|` or `-- text -->`. */
const LINK = String.raw`(<?)(?:(${END})(?:\s*\|([^|]*)\|)?|(?:--|-\.|==)(?![xo]\s)\s*([^\s>.=|-].*?)\s*(${END}|\.+->|\.+-))`;

const HEADER = /^\s*(?:graph|flowchart)\s+\w+\s*$/i;
/** Statements that are not about nodes and links, which the library reads itself. */
const OTHER = /^(?:(?:classDef|class|style|linkStyle|click|direction|subgraph|accTitle|accDescr)\b.*|end)$/;
/** The parts of a line, of which only `;` outside of a text ends a statement. */
const STATEMENTS = new RegExp(String.raw`${ID}(?:${SHAPE})|"[^"]*"|\|[^|]*\||;|[^]`, 'gu');

/**
 * Returns the source of the same flowchart for the library; any other diagram unchanged. Throws if there is something
 * in it that the library would leave out.
 */
export function readableFlowchart(source: string): string {
  const lines = source.replace(/^(\s*(?:graph|flowchart)\s+\w+)[ \t]*;/i, '$1\n').split('\n');
  const header = lines.findIndex((line) => line.trim() !== '' && !line.trim().startsWith('%%'));
  if (!HEADER.test(lines[header] ?? '')) return source;
  const names = new Map<string, string>();
  const statements = lines
    .slice(header + 1)
    .filter((line) => !line.trim().startsWith('%%'))
    .flatMap((line) => line.replace(STATEMENTS, (part) => (part === ';' ? '\n' : part)).split('\n'))
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => (OTHER.test(line) ? line : readable(line, names)));
  return [lines[header], ...statements].join('\n');
}

function readable(statement: string, names: Map<string, string>): string {
  const node = new RegExp(NODE, 'uy');
  const link = new RegExp(LINK, 'uy');
  let result = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at + /^\s*/.exec(statement.slice(at))![0].length;
    const match = pattern.exec(statement);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const found = take(node);
    if (!found) throw new Error(`Not a node: ${statement.slice(at)}`);
    const [, id, shape, style] = found as unknown as [string, string, string, string];
    result += asciiNode(id, shape, names) + style;
    if (statement.slice(at).trim() === '') return result;
    if (take(/&/y)) {
      result += ' & ';
      continue;
    }
    const linked = take(link);
    if (!linked) throw new Error(`Not a link: ${statement.slice(at)}`);
    const [, start, bare, behind, within, end] = linked;
    const label = (behind ?? within)?.replace(/^"(.*)"$/, '$1');
    result += ` ${start}${plainLink(bare ?? end!)}${label === undefined ? '' : `|${label}|`} `;
  }
}

/** The library knows only ids in ASCII. Others get a short name and are shown as the text of their node. */
function asciiNode(id: string, shape: string, names: Map<string, string>): string {
  if (/^[\w-]+$/.test(id)) return id + shape;
  const name = names.get(id) ?? `node_${names.size}`;
  names.set(id, name);
  return name + (shape || `[${id}]`);
}

/** The link as short as the library knows it; longer ones only ask for more room. */
function plainLink(link: string): string {
  if (link.includes('.')) return link.endsWith('>') ? '-.->' : '-.-';
  const line = link.startsWith('=') ? '=' : '-';
  return link.endsWith('>') ? `${line}${line}>` : line.repeat(3);
}
