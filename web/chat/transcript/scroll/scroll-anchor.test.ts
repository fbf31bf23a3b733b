// The reader's place, while rows above it come, go and grow. The elements have only what the anchor reads.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { firstRowBelow, ScrollAnchor } from './scroll-anchor.ts';

class FakeElement {
  dataset: Record<string, string> = {};
  isConnected = true;
  children: FakeElement[] = [];
  nextElementSibling: FakeElement | null = null;
  readonly page: FakePage;
  height: number;

  constructor(page: FakePage, height: number) {
    this.page = page;
    this.height = height;
  }

  hasAttribute(name: string): boolean {
    return name === 'data-row' && this.dataset.row !== undefined;
  }

  getBoundingClientRect(): { top: number; bottom: number } {
    const rows = this.page.rows;
    const above = rows.slice(0, rows.indexOf(this)).reduce((sum, row) => sum + row.height, 0);
    const top = EDGE + above - this.page.scroller.scrollTop;
    return { top, bottom: top + this.height };
  }
}

/** The upper edge of the list, in px from the top of the window. */
const EDGE = 100;

class FakePage {
  rows: FakeElement[] = [];
  readonly scroller = {
    scrollTop: 0,
    firstElementChild: { children: this.rows },
    getBoundingClientRect: () => ({ top: EDGE }),
  };

  constructor(...heights: number[]) {
    this.set(...heights.map((height) => new FakeElement(this, height)));
  }

  set(...rows: FakeElement[]): void {
    for (const row of this.rows) row.isConnected = rows.includes(row);
    this.rows = rows;
    this.scroller.firstElementChild = { children: rows };
    for (const [at, row] of rows.entries()) row.nextElementSibling = rows[at + 1] ?? null;
  }

  get element(): HTMLElement {
    return this.scroller as unknown as HTMLElement;
  }
}

function open(t: TestContext, ...heights: number[]): FakePage {
  Object.defineProperty(globalThis, 'HTMLElement', { value: FakeElement, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'HTMLElement'));
  return new FakePage(...heights);
}

test('what the reader sees stays where it is when a row above it grows or is added', (t) => {
  const page = open(t, 200, 200, 200);
  page.scroller.scrollTop = 250;
  const anchor = new ScrollAnchor();
  anchor.remember(page.element);
  const [, seen] = page.rows;
  const { top } = seen!.getBoundingClientRect();
  page.rows[0]!.height = 500;
  anchor.restore(page.element);
  assert.equal(seen!.getBoundingClientRect().top, top);
  page.set(new FakeElement(page, 1000), ...page.rows);
  anchor.restore(page.element);
  assert.equal(seen!.getBoundingClientRect().top, top);
});

test('the smallest part at the edge is the anchor, so that a long message may grow above it', (t) => {
  const page = open(t, 1000);
  const [message] = page.rows;
  const paragraphs = [300, 300, 400].map((height) => new FakeElement(page, height));
  for (const [at, paragraph] of paragraphs.entries())
    paragraph.getBoundingClientRect = () => {
      const above = paragraphs.slice(0, at).reduce((sum, { height }) => sum + height, 0);
      const top = message!.getBoundingClientRect().top + above;
      return { top, bottom: top + paragraph.height };
    };
  message!.children = paragraphs;
  page.scroller.scrollTop = 450;
  const anchor = new ScrollAnchor();
  anchor.remember(page.element);
  const { top } = paragraphs[1]!.getBoundingClientRect();
  paragraphs[0]!.height = 700;
  anchor.restore(page.element);
  assert.equal(paragraphs[1]!.getBoundingClientRect().top, top);
});

test('if the anchor was removed, the reader stays at the rows that are there', (t) => {
  const page = open(t, 200, 200, 200);
  page.scroller.scrollTop = 250;
  const anchor = new ScrollAnchor();
  anchor.remember(page.element);
  page.set(page.rows[0]!, page.rows[2]!);
  anchor.restore(page.element);
  assert.equal(page.scroller.scrollTop, 250);
  const seen = page.rows[1]!;
  const { top } = seen.getBoundingClientRect();
  page.rows[0]!.height = 300;
  anchor.restore(page.element);
  assert.equal(seen.getBoundingClientRect().top, top);
});

test('an element that the reader opened stays in place, even if another one is at the edge', (t) => {
  const page = open(t, 200, 200, 200);
  page.scroller.scrollTop = 50;
  const anchor = new ScrollAnchor();
  const opened = page.rows[2]!;
  anchor.set(opened as unknown as Element, page.element);
  const { top } = opened.getBoundingClientRect();
  page.rows[1]!.height = 700;
  anchor.restore(page.element);
  assert.equal(opened.getBoundingClientRect().top, top);
});

test('an element that always stays at the top is never the anchor', (t) => {
  const page = open(t, 40, 200, 200);
  page.rows[0]!.dataset.anchor = 'never';
  const anchor = new ScrollAnchor();
  anchor.remember(page.element);
  page.set(page.rows[0]!, new FakeElement(page, 500), ...page.rows.slice(1));
  anchor.restore(page.element);
  assert.equal(page.scroller.scrollTop, 500);
});

test('the row in sight is found below what is no row', (t) => {
  const page = open(t, 100, 100, 100);
  for (const at of [0, 2]) page.rows[at]!.dataset.row = String(at);
  assert.equal(firstRowBelow(page.element, 20), page.rows[0]);
  assert.equal(firstRowBelow(page.element, 150), page.rows[2]);
  assert.equal(firstRowBelow(page.element, 900), null);
});
