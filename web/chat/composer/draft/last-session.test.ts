import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { Draft } from './draft.svelte.ts';
import { LastSession } from './last-session.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  openTab();
});

function openTab(): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
}

test('a page remembers the session of each of its agents', () => {
  const sessions = new LastSession();
  assert.equal(sessions.of('one', false), null);
  sessions.remember('one', 'a');
  sessions.remember('two', 'b');
  assert.equal(sessions.of('one', false), 'a');
});

test('after a reload the last session of the tab is used, even if its agent has another id', () => {
  new LastSession().remember('one', 'a');
  assert.equal(new LastSession().of('renamed', false), 'a');
  assert.equal(new LastSession().of('chosen by the user', true), null);
});

test('a new tab expects the session that any tab showed last, if it belongs to the same agent', () => {
  new LastSession().remember('one', 'a');
  openTab();
  assert.equal(new LastSession().of('one', false), 'a');
  assert.equal(new LastSession().of('two', false), null);
});

test('a session that stays the same is stored once, and again after another one', () => {
  const sessions = new LastSession();
  sessions.remember('one', 'a');
  localStorage.clear();
  sessions.remember('one', 'a');
  assert.equal(localStorage.length, 0);
  sessions.remember('two', 'b');
  sessions.remember('one', 'a');
  openTab();
  assert.equal(new LastSession().of('one', false), 'a');
});

const ROWS = { isEmpty: false, entries: [] };

/** A page that shows agents and sessions, and its draft. */
function shown() {
  const [sessions, draft] = [new LastSession(), new Draft()];
  return {
    draft,
    show: (
      id: string,
      session: string | null,
      { isChosen = false, ...rows }: Partial<typeof ROWS & { isChosen: boolean }> = {},
    ) => sessions.open(draft, { id, isChosen }, { session, rows: () => ({ ...ROWS, ...rows }) }),
  };
}

test('text of one agent does not follow the user to another one, and is there when the user returns', () => {
  const { draft, show } = shown();
  show('one', 'a');
  draft.text = 'for one';
  show('two', null, { isChosen: true });
  assert.equal(draft.text, '');
  show('two', 'b', { isChosen: true, isEmpty: true });
  assert.equal(draft.text, '');
  show('one', 'a', { isChosen: true });
  assert.equal(draft.text, 'for one');
});

test('text that is typed while a restarted server brings the agent back stays on the page', () => {
  const { draft, show } = shown();
  show('one', 'a');
  draft.text = 'half';
  show('renamed', null);
  assert.equal(draft.text, 'half');
  draft.text += ' a thought';
  show('renamed', 'a');
  assert.equal(draft.text, 'half a thought');
});

test('an agent that the user chose keeps its draft while its session changes', () => {
  const { draft, show } = shown();
  show('one', 'a', { isChosen: true });
  draft.text = 'on my way';
  show('one', 'new', { isChosen: true, isEmpty: true });
  assert.equal(draft.text, 'on my way');
});

test('a page that starts again expects the session that it showed last', () => {
  shown().show('one', 'a');
  const { draft, show } = shown();
  draft.openSession('a', false);
  draft.text = 'before the reload';
  draft.leaveAgent();
  show('one', null);
  assert.equal(draft.text, 'before the reload');
});
