import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { treeDrop } from './tree-drop.ts';

const DRAGGED = 'application/x-pi-panel-path';

/** An element of a page, as far as dragging uses it. */
class Row extends EventTarget {
  readonly path: string | null;
  constructor(path: string | null = null) {
    super();
    this.path = path;
  }
  closest(): Row | null {
    return this.path === null ? null : this;
  }
  getAttribute(): string | null {
    return this.path;
  }
  contains(other: unknown): boolean {
    return other instanceof Row;
  }
}

/** A tree with the folders `src` and `src/lib`. Events have a row as their target. */
function tree(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { Element: Row, Node: Row, document: new EventTarget() });
  const acts: unknown[] = [];
  const note =
    (what: string) =>
    (...args: unknown[]): void =>
      void acts.push([what, ...args]);
  const root = new Row();
  const end = treeDrop({
    folderOf: (path) => (['src', 'src/lib'].includes(path) ? path : path.split('/').slice(0, -1).join('/')),
    onover: note('over'),
    onrest: note('rest'),
    onmove: note('move'),
    onupload: note('upload'),
  })(root as unknown as HTMLElement);
  t.after(() => (end as () => void)());
  const send = (
    type: string,
    more: { row?: Row; path?: string; hasFiles?: boolean; relatedTarget?: unknown },
  ) => {
    const types = [...(more.path === undefined ? [] : [DRAGGED]), ...(more.hasFiles ? ['Files'] : [])];
    const dataTransfer = { types, dropEffect: 'none', getData: () => more.path ?? '' };
    const event = new Event(type, { cancelable: true, bubbles: true });
    Object.defineProperty(event, 'target', { value: more.row ?? root });
    Object.assign(event, { dataTransfer, relatedTarget: more.relatedTarget });
    root.dispatchEvent(event);
    return { isTaken: event.defaultPrevented, effect: dataTransfer.dropEffect, data: dataTransfer };
  };
  return { acts, send, take: (): unknown[] => acts.splice(0) };
}

test('a row of the tree is moved into the folder on which it is dropped', (t) => {
  const { send, take } = tree(t);
  assert.deepEqual(send('dragover', { row: new Row('src/lib/a.ts'), path: 'docs/' }).effect, 'move');
  assert.deepEqual(take(), [['over', 'src/lib']]);
  assert.equal(send('drop', { path: 'docs/' }).isTaken, true);
  assert.deepEqual(take(), [
    ['over', null],
    ['move', 'docs', 'src/lib'],
  ]);
});

test('files from outside are uploaded into the folder on which they are dropped, also at the top', (t) => {
  const { send, take } = tree(t);
  assert.equal(send('dragover', { hasFiles: true }).effect, 'copy');
  assert.deepEqual(take(), [['over', '']]);
  const { data } = send('drop', { hasFiles: true });
  assert.deepEqual(take(), [
    ['over', null],
    ['upload', data, ''],
  ]);
});

test('what is no file is left to the browser', (t) => {
  const { send, acts } = tree(t);
  assert.equal(send('dragover', {}).isTaken, false);
  assert.equal(send('drop', {}).isTaken, false);
  assert.deepEqual(acts, []);
});

test('a folder on which the pointer rests opens, and none over which it only passes', (t) => {
  const { send, take } = tree(t);
  const over = (row: string): unknown => send('dragover', { row: new Row(row), hasFiles: true });
  over('src');
  t.mock.timers.tick(600);
  over('src/lib');
  t.mock.timers.tick(600);
  over('src/lib');
  assert.deepEqual(take(), [
    ['over', 'src'],
    ['over', 'src/lib'],
  ]);
  t.mock.timers.tick(100);
  assert.deepEqual(take(), [['rest', 'src/lib']]);
});

test('nothing is dropped on a folder that the pointer has left, but it may go on to another row', (t) => {
  const { send, take } = tree(t);
  send('dragover', { row: new Row('src'), path: 'a' });
  send('dragleave', { relatedTarget: new Row('src/lib') });
  assert.deepEqual(take(), [['over', 'src']]);
  send('dragleave', { relatedTarget: null });
  assert.deepEqual(take(), [['over', null]]);
  send('drop', { path: 'a' });
  assert.deepEqual(take(), []);
});
