import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { KeptFold } from './kept-fold.svelte.ts';

type Expanded = { isExpanded: boolean; n: number } | undefined;

/** A page on which extensions have expanded the cards of tools, or not. */
function openPage(t: TestContext, tools?: Expanded) {
  const view = reactive<{ expanded: { tools?: Expanded } }>({ expanded: { tools } });
  const opened = new Map<string, boolean>();
  const agent = {
    get view() {
      return view.value;
    },
  } as unknown as Agent;
  const row = (key: string | undefined, isWorking?: () => boolean) =>
    inComponent(
      t,
      () =>
        new KeptFold({
          ...{ agent: () => agent, opened, key: () => key },
          ...(isWorking && { isOpenAtFirst: isWorking }),
        }),
    );
  const expand = (tools: Expanded): void => {
    view.value = { expanded: { tools } };
    flushSync();
  };
  return { opened, row, expand };
}

test('work is open while it is done and closed afterwards, unless the reader has chosen otherwise', (t) => {
  const { row } = openPage(t);
  const work = reactive(true);
  const { created: left } = row('left', () => work.value);
  const { created: read } = row('read', () => work.value);
  const { created: closed } = row('closed', () => work.value);
  read.isOpen = true;
  closed.isOpen = false;
  assert.deepEqual([left.isOpen, read.isOpen, closed.isOpen], [true, true, false]);
  work.value = false;
  assert.deepEqual([left.isOpen, read.isOpen, closed.isOpen], [false, true, false]);
});

test('a single call is closed until the reader opens it', (t) => {
  const { created } = openPage(t).row('a');
  assert.equal(created.isOpen, false);
  created.isOpen = true;
  assert.equal(created.isOpen, true);
});

test('a row that comes back to the page is as the reader has left it', (t) => {
  const { row } = openPage(t, { isExpanded: true, n: 1 });
  const first = row('a');
  first.created.isOpen = false;
  first.end();
  assert.equal(row('a').created.isOpen, false);
  assert.equal(row('b').created.isOpen, true, 'another row is as the extension wants it');
});

test('what has no key is not taken for another row when it is opened', (t) => {
  const { row, opened } = openPage(t);
  row(undefined).created.isOpen = true;
  assert.deepEqual([[...opened], row(undefined).created.isOpen], [[], false]);
});

test('an extension expands and collapses all rows, each time that it says so', (t) => {
  const { row, expand } = openPage(t);
  const { created } = row('a');
  expand({ isExpanded: true, n: 1 });
  assert.equal(created.isOpen, true);
  created.isOpen = false;
  expand({ isExpanded: true, n: 1 });
  assert.equal(created.isOpen, false, 'the reader has chosen after the extension');
  expand({ isExpanded: true, n: 2 });
  assert.equal(created.isOpen, true);
  expand({ isExpanded: false, n: 3 });
  assert.equal(created.isOpen, false);
});

test('what an extension said before the row was there does not undo what the reader has chosen', (t) => {
  const { row, opened } = openPage(t, { isExpanded: true, n: 4 });
  opened.set('a', false);
  assert.equal(row('a').created.isOpen, false);
});

test('rows that extensions have collapsed are still open while they work', (t) => {
  const { row } = openPage(t, { isExpanded: false, n: 1 });
  assert.equal(row('a', () => true).created.isOpen, true);
});
