import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { copyMarkdown } from './copied-markdown.ts';

/** What the code needs of an element of the browser. */
class Part {
  readonly localName: string;
  readonly childNodes: readonly (Part | { textContent: string })[];
  readonly dataset: Record<string, string> = {};
  readonly checked: boolean;
  readonly #attributes: Record<string, string>;

  constructor(name: string, attributes: Record<string, string>, inside: readonly (Part | string)[]) {
    this.localName = name;
    this.#attributes = attributes;
    this.checked = 'checked' in attributes;
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith('data-')) this.dataset[key.slice('data-'.length)] = value;
    this.childNodes = inside.map((node) => (typeof node === 'string' ? { textContent: node } : node));
  }

  get children(): Part[] {
    return this.childNodes.filter((node) => node instanceof Part);
  }

  get childElementCount(): number {
    return this.children.length;
  }

  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('');
  }

  getAttribute = (name: string): string | null => this.#attributes[name] ?? null;

  querySelectorAll(selector: string): Part[] {
    const name = selector.replace(':scope > ', '');
    return this.children.flatMap((child) => [
      ...(child.localName === name ? [child] : []),
      ...(selector === name ? child.querySelectorAll(name) : []),
    ]);
  }

  querySelector = (selector: string): Part | null => this.querySelectorAll(selector)[0] ?? null;
}

const part = (name: string, attributes: Record<string, string> = {}, ...inside: (Part | string)[]): Part =>
  new Part(name, attributes, inside);
const p = (...inside: (Part | string)[]): Part => part('p', {}, ...inside);

before(() =>
  Object.assign(globalThis, {
    Element: Part,
    XMLSerializer: class {
      serializeToString = (): string => '<p>html</p>';
    },
  }),
);

/** Copies what is selected in the conversation. Returns the texts in the clipboard, or null if the browser copies. */
function copy(selected: readonly (Part | string)[], { isPlain = false, isOutside = false } = {}) {
  const around = { closest: () => (isPlain ? {} : null) };
  Object.setPrototypeOf(around, Part.prototype);
  Object.defineProperty(around, 'closest', { value: () => (isPlain ? {} : null) });
  const range = { commonAncestorContainer: around, cloneContents: () => part('fragment', {}, ...selected) };
  const selection = { isCollapsed: false, rangeCount: 1, getRangeAt: () => range };
  Object.assign(globalThis, { document: { getSelection: () => selection } });
  const clipboard = new Map<string, string>();
  const event = Object.assign(new Event('copy', { cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => clipboard.set(type, text) },
  });
  copyMarkdown(event as unknown as ClipboardEvent, { contains: () => !isOutside } as unknown as HTMLElement);
  assert.equal(event.defaultPrevented, clipboard.size > 0);
  return clipboard.get('text/plain') ?? null;
}

test('what is copied is the Markdown that was written', () => {
  assert.equal(
    copy([
      part('h2', { 'data-depth': '2' }, 'Title'),
      p('a ', part('strong', {}, 'b'), ' ', part('em', {}, 'c'), ' ', part('del', {}, 'd')),
      part('blockquote', {}, p('one'), p('two')),
      part('hr'),
    ]),
    '## Title\n\na **b** *c* ~~d~~\n\n> one\n>\n> two\n\n---',
  );
});

test('code keeps its backticks, and a fence is longer than those inside it', () => {
  assert.equal(
    copy([p(part('code', {}, 'a'), ' ', part('code', {}, 'b`c'), ' ', part('code', {}, '`d'))]),
    '`a` ``b`c`` `` `d ``',
  );
  assert.equal(copy([part('pre', { 'data-language': 'ts' }, 'a\n```\nb\n')]), '````ts\na\n```\nb\n````');
});

test('a list keeps its numbers, its marks and what is inside an item', () => {
  const item = (...inside: (Part | string)[]): Part => part('li', {}, ...inside);
  assert.equal(
    copy([part('ol', { start: '9' }, item('nine'), item('ten', part('ul', {}, item('in'))))]),
    '9. nine\n10. ten\n    - in',
  );
  assert.equal(
    copy([part('ol', {}, part('li', { value: '7', 'data-mark': '7)' }, 'x'), item('y'))]),
    '7) x\n8. y',
  );
  assert.equal(copy([part('ul', {}, item(p('a'), p('b')), item(p('c')))]), '- a\n\n  b\n- c');
  assert.equal(
    copy([part('ul', {}, item(part('input', { checked: '' }), 'done'), item(part('input'), 'open'))]),
    '- [x] done\n- [ ] open',
  );
});

test('links, formulas, tables and line breaks keep what they mean', () => {
  const link = (href: string, text: string): Part => part('a', { href }, text);
  assert.equal(
    copy([p(link('https://x.y', 'here'), ' ', link('https://x.y', 'https://x.y'), ' ', link('#note', '1'))]),
    '[here](https://x.y) https://x.y 1',
  );
  const math = (display: string): Part => part('math', { display }, 'x²', part('annotation', {}, 'x^2'));
  assert.equal(copy([p(math('inline'), part('br'), math('block'))]), '$x^2$\n$$x^2$$');
  const row = (...cells: string[]): Part => part('tr', {}, ...cells.map((cell) => part('td', {}, cell)));
  assert.equal(
    copy([part('table', {}, row('a', 'b'), row('1|2', '3'))]),
    '| a | b |\n| --- | --- |\n| 1\\|2 | 3 |',
  );
});

test('the browser copies what is no Markdown: plain words, code, and what is outside of the conversation', () => {
  assert.equal(copy(['only words']), null);
  assert.equal(copy([p('x')], { isPlain: true }), null);
  assert.equal(copy([p('x')], { isOutside: true }), null);
  assert.equal(copy([p(' ')]), null);
});
