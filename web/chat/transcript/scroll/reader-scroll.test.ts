// The reader of a conversation that grows, in a list that has only what the class reads.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ReaderScroll } from './reader-scroll.svelte.ts';

class FakeElement extends EventTarget {
  dataset = {};
  isConnected = true;
  children: FakeElement[] = [];
  parentElement: FakeElement | null = null;
  overflowY = 'visible';
  scrollHeight = 0;
  clientHeight = 0;
  scrollTop = 0;
  /** The selectors that lead to this element. */
  matches: string[] = [];

  closest(selectors: string): FakeElement | null {
    const isFound = selectors.split(', ').some((selector) => this.matches.includes(selector));
    return isFound ? this : (this.parentElement?.closest(selectors) ?? null);
  }

  getBoundingClientRect(): object {
    return { top: 0, bottom: 0 };
  }
}

/** Like a browser, it keeps the place within the content. */
class FakeScroller extends FakeElement {
  override clientHeight = 100;
  offsetWidth = 220;
  clientWidth = 200;
  readonly firstElementChild: FakeElement;
  #height: number;
  #top = 0;

  constructor(height: number) {
    super();
    this.#height = height;
    this.firstElementChild = new FakeElement();
    this.children = [this.firstElementChild];
    Object.defineProperty(this, 'scrollHeight', { get: () => this.#height });
    Object.defineProperty(this, 'scrollTop', {
      get: () => this.#top,
      set: (top: number) => (this.#top = Math.max(0, Math.min(top, this.#height - this.clientHeight))),
    });
  }

  set height(height: number) {
    this.#height = height;
    this.scrollTop = this.#top;
  }
}

function open(t: TestContext, height = 1000) {
  let onResize: () => void = assert.fail;
  class Observer {
    constructor(onChange: () => void) {
      onResize = onChange;
    }
    observe = (): void => {};
    disconnect = (): void => {};
  }
  const globals = {
    ...{ ResizeObserver: Observer, Element: FakeElement, HTMLElement: FakeElement },
    addEventListener: () => undefined,
    getComputedStyle: ({ overflowY }: FakeElement) => ({ overflowY }),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const scroller = new FakeScroller(height);
  const scroll = new ReaderScroll();
  const end = scroll.attach(scroller as unknown as HTMLElement);
  t.after(() => {
    end();
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  });
  const grow = (to: number): void => {
    scroller.height = to;
    onResize();
  };
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top;
    scroller.dispatchEvent(new Event('scroll'));
  };
  const press = (key: string, from: FakeElement = scroller): void => {
    const event = Object.assign(new Event('keydown'), { key, shiftKey: false });
    Object.defineProperty(event, 'target', { value: from });
    scroller.dispatchEvent(event);
  };
  onResize();
  return { scroll, scroller, grow, scrollTo, press };
}

test('a reader at the end follows what is added, and one who has scrolled up stays in place', (t) => {
  const { scroll, scroller, grow, scrollTo, press } = open(t);
  assert.deepEqual([scroll.isFollowing, scroller.scrollTop, scroll.gutter], [true, 900, 10]);
  grow(1500);
  assert.equal(scroller.scrollTop, 1400);
  press('PageUp');
  scrollTo(1200);
  assert.deepEqual([scroll.isFollowing, scroll.isEndInSight], [false, false]);
  grow(2000);
  assert.deepEqual([scroller.scrollTop, scroll.isFollowing], [1200, false]);
  scroll.toEnd();
  assert.deepEqual([scroller.scrollTop, scroll.isFollowing, scroll.isEndInSight], [1900, true, true]);
});

test('a layout that becomes shorter does not end the following', (t) => {
  const { scroll, scroller, grow } = open(t);
  grow(600);
  assert.deepEqual([scroller.scrollTop, scroll.isFollowing], [500, true]);
});

test('keys that are meant for a field, or that move an output inside, leave the reader at the end', (t) => {
  const { scroll, scroller, press } = open(t);
  const field = Object.assign(new FakeElement(), { matches: ['textarea'], parentElement: scroller });
  press('PageUp', field);
  assert.equal(scroll.isFollowing, true);
  const output = Object.assign(new FakeElement(), {
    ...{ overflowY: 'auto', scrollHeight: 500, clientHeight: 100, scrollTop: 200 },
    parentElement: scroller,
  });
  press('PageUp', output);
  assert.equal(scroll.isFollowing, true);
  output.scrollTop = 0;
  press('PageUp', output);
  assert.equal(scroll.isFollowing, false, 'it has no room to move');
});

test('the reader who opens something at the end stays with it, and follows again once the end is in sight', (t) => {
  const { scroll, scroller, grow } = open(t);
  const button = Object.assign(new FakeElement(), { matches: ['[aria-expanded]'], parentElement: scroller });
  const click = new Event('click');
  Object.defineProperty(click, 'target', { value: button });
  scroller.dispatchEvent(click);
  assert.equal(scroll.isFollowing, false);
  grow(1300);
  assert.deepEqual([scroller.scrollTop, scroll.isFollowing], [900, false]);
  grow(1000);
  assert.deepEqual([scroller.scrollTop, scroll.isFollowing], [900, true]);
});

test('while rows below are not in the page, its end is not the end of the conversation', (t) => {
  const { scroll, scrollTo, press } = open(t);
  scroll.hasBelow = () => true;
  scroll.leave();
  scrollTo(880);
  press('PageDown');
  scrollTo(900);
  assert.deepEqual([scroll.isFollowing, scroll.isEndInSight], [false, false]);
});
