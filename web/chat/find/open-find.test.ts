import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { OpenFind } from './open-find.svelte.ts';

class Item extends EventTarget {
  readonly dataset: { key?: string };
  readonly name: string;
  isConnected = true;
  readonly #bottom: number;

  constructor(name: string, bottom = 0) {
    super();
    this.name = name;
    this.dataset = { key: name };
    this.#bottom = bottom;
  }

  getBoundingClientRect(): { top: number; bottom: number } {
    return { top: 0, bottom: this.#bottom };
  }

  focus(): void {
    Object.assign(document, { activeElement: this });
  }
}

class Log extends Item {
  readonly rows = [new Item('above', -10), new Item('first', 20), new Item('second', 60)];
  contains(node: unknown): boolean {
    return this.rows.includes(node as Item);
  }
  querySelectorAll(): Item[] {
    return this.rows;
  }
}

class Key extends Event {
  readonly key: string;
  constructor(key: string) {
    super('keydown');
    this.key = key;
  }
}

/** A conversation of which the row "first" is the first visible one. `done` says what became of the reader's place. */
function setUp(t: TestContext, selected = '') {
  const done: string[] = [];
  const log = new Log('log');
  const composer = new Item('composer');
  const selection = { anchorNode: log.rows[1] as unknown, toString: () => selected };
  const globals = {
    ...{ HTMLElement: Item, KeyboardEvent: Key, document: { activeElement: composer } },
    getSelection: () => selection,
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  t.after(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const find = new OpenFind({
    log: () => log as unknown as HTMLElement,
    keepPlace: (key) => {
      done.push(`keep ${key}`);
      return () => done.push(`back to ${key}`);
    },
    unmark: () => done.push('unmark'),
  });
  const focused = (): string => (document.activeElement as unknown as Item).name;
  return { find, log, composer, done, selection, focused };
}

test('canceling the search returns to the row and the focus from which it started', (t) => {
  const { find, log, done, focused } = setUp(t);
  find.open();
  assert.deepEqual(find.request, { start: '' });
  log.focus();
  find.cancel();
  assert.equal(find.request, null);
  assert.deepEqual([done, focused()], [['keep first', 'unmark', 'back to first'], 'composer']);
});

test('if what had the focus is gone, the conversation takes it', (t) => {
  const { find, composer, focused } = setUp(t);
  find.open();
  composer.isConnected = false;
  find.cancel();
  assert.equal(focused(), 'log');
});

test('closing the search stays at the shown match', (t) => {
  const { find, done, focused } = setUp(t);
  find.open();
  find.close();
  assert.deepEqual([find.request, done, focused()], [null, ['keep first', 'unmark'], 'log']);
  find.cancel();
  assert.equal(done.includes('back to first'), false);
});

test('a reader who has moved in the conversation meanwhile stays there, but F3 is no such move', (t) => {
  for (const [event, isBack] of [
    [new Event('wheel'), false],
    [new Event('pointerdown'), false],
    [new Key('PageDown'), false],
    [new Key('F3'), true],
  ] as const) {
    const { find, log, done } = setUp(t);
    find.open();
    log.dispatchEvent(event);
    find.cancel();
    assert.equal(done.includes('back to first'), isBack, event.type);
  }
});

test('the search begins with what is selected in the conversation, if that is one line', (t) => {
  const one = setUp(t, ' total ');
  one.find.open();
  assert.equal(one.find.request?.start, 'total');
  const lines = setUp(t, 'one\ntwo');
  lines.find.open();
  assert.equal(lines.find.request?.start, '');
  const elsewhere = setUp(t, 'total');
  elsewhere.selection.anchorNode = elsewhere.composer;
  elsewhere.find.open();
  assert.equal(elsewhere.find.request?.start, '');
});

test('opening it again keeps the place of the first time, and is a new request', (t) => {
  const { find, done } = setUp(t);
  find.open();
  const { request } = find;
  find.open();
  assert.notEqual(find.request, request);
  assert.deepEqual(done, ['keep first']);
});

test('a text that was found elsewhere is searched at its place, from which there is no way back', (t) => {
  const { find, done } = setUp(t);
  find.open();
  const place = { key: 'second' };
  find.openAt(place, 'total');
  assert.deepEqual(find.request, { start: 'total', place });
  find.cancel();
  assert.equal(done.includes('back to first'), false);
});
