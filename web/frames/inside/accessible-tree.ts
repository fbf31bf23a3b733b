// Writes the accessible tree of the document as text: a line for each element with a role, with its name and state, and
// a line for each text that is in no such name. Follows the common parts of HTML-AAM, not all of them.

const ROLES: Readonly<Record<string, string>> = {
  ...{ button: 'button', summary: 'button', textarea: 'textbox', option: 'option', progress: 'progressbar' },
  ...{ nav: 'navigation', main: 'main', header: 'banner', footer: 'contentinfo', aside: 'complementary' },
  ...{
    form: 'form',
    dialog: 'dialog',
    article: 'article',
    fieldset: 'group',
    details: 'group',
    hr: 'separator',
  },
  ...{ ul: 'list', ol: 'list', li: 'listitem', table: 'table', tr: 'row', td: 'cell', th: 'columnheader' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
  ...{ img: 'img', canvas: 'img', video: 'video', audio: 'audio', iframe: 'iframe' },
};

const INPUTS: Readonly<Record<string, string>> = {
  ...{ button: 'button', submit: 'button', reset: 'button', image: 'button' },
  ...{ checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox' },
};

/** Their text is their name. */
const NAMED_BY_CONTENT = new Set([
  ...[
    'button',
    'link',
    'heading',
    'cell',
    'columnheader',
    'rowheader',
    'option',
    'tab',
    'menuitem',
    'treeitem',
  ],
  ...['checkbox', 'radio', 'switch', 'gridcell', 'tooltip'],
]);
const MOST_NAME = 300;

/** Cut after this many characters. */
export function accessibleTree(root: Element, most: number): string {
  const lines: string[] = [];
  let left = most;

  function add(depth: number, text: string): void {
    const line = `${'  '.repeat(depth)}- ${text}`;
    left -= line.length + 1;
    if (left >= 0) lines.push(line);
  }

  function walk(node: Node, depth: number, isNamed: boolean): void {
    if (left <= 0) return;
    if (node instanceof Text) {
      const text = oneLine(node.data);
      if (text !== '' && !isNamed) add(depth, `text: ${text.slice(0, MOST_NAME)}`);
    } else if (node instanceof Element && isShown(node)) walkElement(node, depth, isNamed);
  }

  function walkElement(element: Element, depth: number, isNamed: boolean): void {
    const role = roleOf(element);
    const isContent = role !== null && NAMED_BY_CONTENT.has(role);
    if (role !== null) add(depth, describe(element, role));
    const nodes = element.shadowRoot ?? element;
    for (const child of nodes.childNodes)
      walk(child, role === null ? depth : depth + 1, isContent || (isNamed && role === null));
  }

  for (const child of root.childNodes) walk(child, 0, false);
  return lines.join('\n') + (left < 0 ? '\n(cut)' : '');
}

function isShown(element: Element): boolean {
  if (
    element.getAttribute('aria-hidden') === 'true' ||
    /^(?:script|style|template|noscript)$/i.test(element.tagName)
  )
    return false;
  return (
    element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents'
  );
}

function roleOf(element: Element): string | null {
  const asked = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (asked) return asked === 'presentation' || asked === 'none' ? null : asked;
  const tag = element.tagName.toLowerCase();
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : null;
  if (element instanceof HTMLInputElement) return INPUTS[element.type] ?? 'textbox';
  if (element instanceof HTMLSelectElement) return element.multiple ? 'listbox' : 'combobox';
  if (tag === 'section') return labelOf(element) === '' ? null : 'region';
  if (tag === 'svg') return labelOf(element) === '' ? null : 'img';
  return ROLES[tag] ?? null;
}

function describe(element: Element, role: string): string {
  const name = (
    labelOf(element) || (NAMED_BY_CONTENT.has(role) ? oneLine(element.textContent ?? '') : '')
  ).slice(0, MOST_NAME);
  const states = statesOf(element).map((state) => ` [${state}]`);
  return `${role}${name === '' ? '' : ` ${JSON.stringify(name)}`}${states.join('')}`;
}

function labelOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const texts = ids.map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '');
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
  return oneLine(
    texts.join(' ') ||
      element.getAttribute('aria-label') ||
      labels.map(({ textContent }) => textContent ?? '').join(' ') ||
      element.getAttribute('alt') ||
      (element instanceof HTMLInputElement && INPUTS[element.type] === 'button' ? element.value : '') ||
      element.getAttribute('title') ||
      element.getAttribute('placeholder') ||
      '',
  );
}

function statesOf(element: Element): string[] {
  const states: string[] = [];
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  if (level) states.push(`level=${level}`);
  for (const name of ['checked', 'selected', 'expanded', 'pressed', 'current', 'invalid', 'disabled']) {
    const value = element.getAttribute(`aria-${name}`);
    if (value !== null && value !== 'false')
      states.push(value === 'true' ? name : `${name}=${value.slice(0, 20)}`);
  }
  if (element.matches(':disabled')) states.push('disabled');
  if (element instanceof HTMLInputElement && element.checked) states.push('checked');
  if (element === element.ownerDocument.activeElement) states.push('focused');
  // What the user types as a password is nobody's business.
  const isText =
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement &&
      !['password', 'checkbox', 'radio', 'file'].includes(element.type));
  if (isText && element.value !== '')
    states.push(`value=${JSON.stringify(element.value.slice(0, MOST_NAME))}`);
  return states;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
