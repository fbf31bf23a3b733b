// What is copied from the conversation: Markdown, as the model wrote it, without the labels and buttons of the page.

/** Elements that belong to the page, not to what was said. */
const LABELS =
  'button, figcaption, time, svg, script, style, .unseen, [aria-hidden="true"], [role="status"], [role="tooltip"], .katex-html';
/** Where the browser's own text is right: code keeps its lines, and a field has no markup. */
const PLAIN = 'pre, textarea, input, .xterm';

/** Puts the selection into the clipboard, if it is in the conversation and has more than plain text. */
export function copyMarkdown(event: ClipboardEvent, log: HTMLElement | null): void {
  const selection = document.getSelection();
  if (!log || !event.clipboardData || !selection || selection.isCollapsed || selection.rangeCount === 0)
    return;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: common } = range;
  const around = common instanceof Element ? common : common.parentElement;
  if (!around || !log.contains(around) || around.closest(PLAIN)) return;
  const copied = range.cloneContents();
  if (copied.childElementCount === 0) return;
  for (const label of copied.querySelectorAll(LABELS)) label.remove();
  const text = markdownOf(copied);
  if (text === '') return;
  event.clipboardData.setData('text/plain', text);
  event.clipboardData.setData('text/html', new XMLSerializer().serializeToString(copied));
  event.preventDefault();
}

function markdownOf(root: ParentNode & Node): string {
  return blocksOf(root).join('\n\n');
}

/** Returns the blocks below a node, each as Markdown without empty lines around it. */
function blocksOf(root: Node): string[] {
  const blocks: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.trim();
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const node of root.childNodes) {
    const block = node instanceof Element ? blockOf(node) : null;
    if (block === null) {
      line += inlineOf(node);
      continue;
    }
    endLine();
    blocks.push(...block.filter(Boolean));
  }
  endLine();
  return blocks;
}

/** Returns null for an element that is part of a line. */
function blockOf(element: Element): string[] | null {
  switch (element.localName) {
    case 'p':
      return [inlineOf(element).trim()];
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        `${'#'.repeat(Number((element as HTMLElement).dataset.depth ?? 1))} ${inlineOf(element).trim()}`,
      ];
    case 'ul':
    case 'ol':
      return [listOf(element)];
    case 'blockquote':
      return [markdownOf(element).replace(/^/gm, '> ').replace(/ $/gm, '')];
    case 'pre':
      return [fenceOf(element)];
    case 'table':
      return [tableOf(element)];
    case 'hr':
      return ['---'];
    case 'article':
    case 'section':
    case 'div':
    case 'figure':
    case 'header':
    case 'footer':
    case 'details':
    case 'li':
      return blocksOf(element);
    default:
      return null;
  }
}

function inlineOf(node: Node): string {
  if (!(node instanceof Element)) return (node.textContent ?? '').replace(/\s+/g, ' ');
  const inside = (): string => Array.from(node.childNodes, inlineOf).join('');
  switch (node.localName) {
    case 'strong':
      return `**${inside()}**`;
    case 'em':
      return `*${inside()}*`;
    case 'del':
      return `~~${inside()}~~`;
    case 'code':
      return codeOf(node.textContent ?? '');
    case 'br':
      return '\n';
    case 'input':
      return (node as HTMLInputElement).checked ? '[x] ' : '[ ] ';
    case 'img':
      return (node as HTMLImageElement).alt;
    case 'math':
      return formulaOf(node);
    case 'a': {
      const [text, href] = [inside(), node.getAttribute('href') ?? ''];
      return href === '' || href === text || href.startsWith('#') ? text : `[${text}](${href})`;
    }
    default:
      return inside();
  }
}

function codeOf(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** KaTeX keeps the source in its MathML. */
function formulaOf(math: Element): string {
  const source = math.querySelector('annotation')?.textContent ?? math.textContent ?? '';
  return math.getAttribute('display') === 'block' ? `$$${source}$$` : `$${source}$`;
}

function fenceOf(pre: Element): string {
  const text = (pre.textContent ?? '').replace(/\n$/, '');
  const longest = Math.max(2, ...Array.from(text.matchAll(/^ *(`{3,})/gm), ([, run = '']) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${(pre as HTMLElement).dataset.language ?? ''}\n${text}\n${fence}`;
}

function listOf(list: Element): string {
  let number = Number(list.getAttribute('start') ?? 1);
  return [...list.children]
    .map((item) => {
      number = Number(item.getAttribute('value') ?? number);
      const written = (item as HTMLElement).dataset.mark;
      const mark = list.localName === 'ol' ? `${written ?? `${number}.`} ` : '- ';
      number += 1;
      const isLoose = item.querySelector(':scope > p') !== null;
      const text = blocksOf(item).join(isLoose ? '\n\n' : '\n');
      return mark + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

function tableOf(table: Element): string {
  const rows = Array.from(table.querySelectorAll('tr'), (row) => {
    const cells = Array.from(row.children, (cell) => inlineOf(cell).trim().replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  const columns = table.querySelector('tr')?.children.length ?? 0;
  return [rows[0], `|${' --- |'.repeat(columns)}`, ...rows.slice(1)].join('\n');
}
