// Parses a Jupyter notebook (nbformat 4). Pure.

export type Output =
  | { kind: 'text' | 'error'; text: string }
  | { kind: 'html'; html: string }
  | { kind: 'image'; src: string }
  | { kind: 'markdown'; text: string };

export interface Cell {
  key: string;
  kind: 'markdown' | 'code' | 'raw';
  source: string;
  /** Which run of the kernel it was; null if it has not run. */
  run: number | null;
  outputs: readonly Output[];
}

export interface Notebook {
  /** Of its code cells, such as `python`. */
  language: string;
  cells: readonly Cell[];
}

type Json = Readonly<Record<string, unknown>>;

/** In the order in which they are preferred. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** Longer HTML is shown as text. A plot with all of its library has 5,000,000 characters. */
const MOST_HTML = 20_000_000;

/** Returns null for JSON that is not a notebook of this format. Throws a SyntaxError for what is not JSON. */
export function parseNotebook(text: string): Notebook | null {
  const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  if (!isObject(parsed) || !Array.isArray(parsed.cells)) return null;
  const metadata = objectIn(parsed, 'metadata');
  const language =
    textIn(objectIn(metadata, 'language_info'), 'name') ||
    textIn(objectIn(metadata, 'kernelspec'), 'language');
  return {
    language: language || 'python',
    cells: parsed.cells.filter(isObject).map((cell, at) => parseCell(cell, at)),
  };
}

function parseCell(cell: Json, at: number): Cell {
  const kind = cell.cell_type === 'markdown' || cell.cell_type === 'code' ? cell.cell_type : 'raw';
  const outputs = kind === 'code' && Array.isArray(cell.outputs) ? cell.outputs.filter(isObject) : [];
  return {
    key: `${at} ${textIn(cell, 'id')}`,
    kind,
    source: textIn(cell, 'source'),
    run: typeof cell.execution_count === 'number' ? cell.execution_count : null,
    outputs: joinTexts(outputs.flatMap((output) => parseOutput(output) ?? [])),
  };
}

function parseOutput(output: Json): Output | null {
  switch (output.output_type) {
    case 'stream':
      return { kind: output.name === 'stderr' ? 'error' : 'text', text: textIn(output, 'text') };
    case 'error': {
      const traceback = Array.isArray(output.traceback) ? output.traceback.join('\n') : '';
      return { kind: 'error', text: traceback || `${textIn(output, 'ename')}: ${textIn(output, 'evalue')}` };
    }
    default:
      return parseData(objectIn(output, 'data'));
  }
}

/** Whether there are outputs in HTML, and whether scripts are in any of them. */
export function htmlIn({ cells }: Notebook): { hasHtml: boolean; hasScripts: boolean } {
  const all = cells.flatMap(({ outputs }) =>
    outputs.flatMap((output) => (output.kind === 'html' ? output.html : [])),
  );
  return { hasHtml: all.length > 0, hasScripts: all.some((html) => /<script\b/i.test(html)) };
}

/** Returns the richest form that can be shown, HTML last; null if there is none. */
function parseData(data: Json): Output | null {
  const image = IMAGES.find((type) => textIn(data, type) !== '');
  if (image) return { kind: 'image', src: `data:${image};base64,${textIn(data, image).replace(/\s/g, '')}` };
  const svg = textIn(data, 'image/svg+xml');
  // Scripts in it do not run, because it is shown as an image.
  if (svg) return { kind: 'image', src: `data:image/svg+xml,${encodeURIComponent(svg)}` };
  const markdown = textIn(data, 'text/markdown') || textIn(data, 'text/latex');
  if (markdown) return { kind: 'markdown', text: markdown };
  const html = textIn(data, 'text/html');
  if (html && html.length <= MOST_HTML) return { kind: 'html', html };
  const plain = textIn(data, 'text/plain') || html;
  if (plain) return { kind: 'text', text: plain };
  const [type, value] = Object.entries(data)[0] ?? [];
  return type === undefined ? null : { kind: 'text', text: `${type}\n${JSON.stringify(value, null, 2)}` };
}

/** Puts the parts of a stream together, and applies the carriage returns of progress bars. */
function joinTexts(outputs: readonly Output[]): Output[] {
  const joined: Output[] = [];
  for (const output of outputs) {
    const last = joined.at(-1);
    if ((output.kind === 'text' || output.kind === 'error') && last?.kind === output.kind)
      joined[joined.length - 1] = { ...last, text: last.text + output.text };
    else joined.push(output);
  }
  return joined.map((output) =>
    output.kind === 'text' || output.kind === 'error'
      ? { ...output, text: withoutOverwritten(output.text) }
      : output,
  );
}

function withoutOverwritten(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1)!)
    .join('\n');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(value: Json, name: string): Json {
  const inner = value[name];
  return isObject(inner) ? inner : {};
}

/** Returns a text, which the format may store as a list of lines. */
function textIn(value: Json, name: string): string {
  const text = value[name];
  if (Array.isArray(text)) return text.filter((line) => typeof line === 'string').join('');
  return typeof text === 'string' ? text : '';
}
