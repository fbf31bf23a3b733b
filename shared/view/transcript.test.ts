import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, EntryMessage, ToolRun } from './conversation.ts';
import {
  appendMessage,
  dropRetried,
  editEntry,
  failedAttempt,
  keyTime,
  labelEntry,
  MAX_ENTRIES,
  moveToEnd,
  normalizeAbort,
} from './transcript.ts';
import { emptyView, type View } from './view.ts';

const row = (role: string, timestamp: number, id?: string): Entry =>
  ({
    key: `${role}-${timestamp}`,
    message: { role, timestamp, content: '' },
    ...(id && { id }),
  }) as unknown as Entry;

const viewOf = (...entries: Entry[]): View => ({ ...emptyView('/'), entries });

const labels = (view: View): (string | undefined)[] => view.entries.map(({ label }) => label);

/** Labels the entry `e`, which pi stored at this time. */
function label(view: View, at: [role: string, timestamp: number], text = 'here'): View {
  const [role, timestamp] = at;
  return labelEntry(view, { type: 'panel_label', entryId: 'e', label: text, row: { role, timestamp } });
}

test('a label finds a row without an id by role and time, and gives it its id', () => {
  const view = label(viewOf(row('user', 1), row('user', 2), row('assistant', 2)), ['user', 2]);
  assert.deepEqual(labels(view), [undefined, 'here', undefined]);
  assert.equal(view.entries[1]?.id, 'e');
});

test('messages have exactly the time of their stored entry; a summary may be stored up to a second later', () => {
  assert.deepEqual(labels(label(viewOf(row('user', 1000)), ['user', 1001])), [undefined]);
  assert.deepEqual(labels(label(viewOf(row('compactionSummary', 1000)), ['compactionSummary', 1999])), [
    'here',
  ]);
  assert.deepEqual(labels(label(viewOf(row('compactionSummary', 1000)), ['compactionSummary', 2000])), [
    undefined,
  ]);
});

test('a row with an id is only labeled by that id, and an empty label removes the one before', () => {
  const known = viewOf(row('user', 1, 'other'), row('user', 5, 'e'));
  const labeled = label(known, ['user', 1]);
  assert.deepEqual(labels(labeled), [undefined, 'here']);
  assert.deepEqual(labels(label(labeled, ['user', 1], '')), [undefined, undefined]);
  assert.equal(label(labeled, ['user', 1]), labeled, 'the same label changes nothing');
});

const user = (timestamp: number, more: object = {}) =>
  ({ role: 'user', content: 'hi', timestamp, ...more }) as unknown as EntryMessage;
const keys = (view: View): string[] => view.entries.map(({ key }) => key);

test('rows of one role and millisecond have different keys, and a key tells its time', () => {
  let view = emptyView('/');
  for (const message of [user(5), user(5), user(5), user(6)]) view = appendMessage(view, message);
  assert.deepEqual(keys(view), ['user-5', 'user-5.2', 'user-5.3', 'user-6']);
  assert.deepEqual(keys(view).map(keyTime), [5, 5, 5, 6]);
  assert.equal(Number.isNaN(keyTime('user')), true);
});

test('a view of 240 rows is full: with one more it keeps the newest 160, and the runs that they show', () => {
  const run = (id: string): ToolRun => ({
    id,
    name: 'x',
    args: {},
    state: 'ok',
    output: { bytes: 0, tail: '' },
  });
  const entries = Array.from({ length: MAX_ENTRIES - 1 }, (_, at) => ({
    ...row('user', at),
    call: `c${at}`,
  }));
  const toolRuns = { c0: run('c0'), c200: run('c200') };
  const full = appendMessage({ ...emptyView('/'), entries, toolRuns }, user(500));
  assert.deepEqual([full.entries.length, full.hasOlder, full.toolRuns], [240, false, toolRuns]);
  const next = appendMessage(full, user(501));
  assert.deepEqual([next.entries.length, next.hasOlder], [160, true]);
  assert.deepEqual([keys(next)[0], keys(next).at(-1)], ['user-81', 'user-501']);
  assert.deepEqual(Object.keys(next.toolRuns), ['c200']);
});

test('system prompts, results of tools and hidden messages of extensions are not rows', () => {
  const custom = (display: boolean) => ({ role: 'custom', display, timestamp: 1 }) as unknown as EntryMessage;
  const of = (role: string) => ({ role, timestamp: 1 }) as unknown as EntryMessage;
  const view = emptyView('/');
  for (const hidden of [of('system'), of('toolResult'), custom(false)])
    assert.equal(appendMessage(view, hidden), view);
  for (const shown of [of('bashExecution'), of('assistant'), custom(true), user(1)])
    assert.equal(appendMessage(view, shown).entries.length, 1);
});

test('the first message of the user names the session, an answer does not', () => {
  const view: View = { ...emptyView('/'), session: { id: 's' } };
  const answer = { role: 'assistant', content: [{ type: 'text', text: 'no' }], timestamp: 1 };
  assert.equal(appendMessage(view, answer as unknown as EntryMessage).session?.firstMessage, undefined);
  assert.equal(appendMessage(view, user(1)).session?.firstMessage, 'hi');
});

test("pi's own words for the user's Stop are an abort, other errors are not", () => {
  const failure = (errorMessage?: string, stopReason = 'error') =>
    ({ role: 'assistant', content: [], stopReason, errorMessage, timestamp: 1 }) as unknown as EntryMessage;
  const stop = (message: EntryMessage) => (normalizeAbort(message) as { stopReason?: string }).stopReason;
  assert.equal(stop(failure('Request was aborted.')), 'aborted');
  assert.equal(stop(failure('This operation was aborted')), 'aborted');
  assert.equal(stop(failure('Overloaded: Request was aborted')), 'error');
  assert.equal(stop(failure()), 'error');
  assert.equal(stop(failure('Request was aborted', 'stop')), 'stop');
  const said = user(1, { stopReason: 'error', errorMessage: 'Request was aborted' });
  assert.equal(normalizeAbort(said), said);
});

const attempt = (timestamp: number, stopReason: string, more: object = {}): Entry =>
  ({
    key: `assistant-${timestamp}`,
    message: { role: 'assistant', content: [], stopReason, timestamp },
    ...more,
  }) as unknown as Entry;

test('a failed attempt is removed when another answer follows, even after entries that do not count', () => {
  const left = (...entries: Entry[]): string[] => dropRetried(entries).map(({ key }) => key);
  const [failed, answer] = [attempt(1, 'error'), attempt(9, 'stop')];
  for (const role of ['bashExecution', 'compactionSummary', 'customEntry'])
    assert.deepEqual(left(failed, row(role, 2), answer), [`${role}-2`, 'assistant-9'], role);
  assert.deepEqual(left(failed, row('user', 2), answer).length, 3);
  assert.deepEqual(left(failed, row('bashExecution', 2)).length, 2);
  assert.deepEqual(left(attempt(1, 'stop'), answer).length, 2);
});

test('only the attempts of this run go', () => {
  const entries = [attempt(1, 'error'), attempt(2, 'error'), attempt(3, 'error'), attempt(4, 'stop')];
  const left = (after?: string): string[] => dropRetried(entries, after).map(({ key }) => key);
  assert.deepEqual(left('assistant-2'), ['assistant-1', 'assistant-2', 'assistant-4']);
  assert.deepEqual(left(), ['assistant-4']);
  assert.deepEqual(left('dropped by the view'), ['assistant-4']);
});

test('an answer that was cut off failed if it called no tool, or if pi omits it', () => {
  const calling = (edit?: string) => {
    const content = [
      { type: 'text', text: 'x' },
      { type: 'toolCall', id: 'c', name: 'x', arguments: {} },
    ];
    return attempt(1, 'length', {
      message: { role: 'assistant', content, stopReason: 'length', timestamp: 1 },
      edit,
    });
  };
  assert.equal(failedAttempt([attempt(1, 'length')])?.key, 'assistant-1');
  assert.equal(failedAttempt([calling()]), undefined);
  assert.equal(failedAttempt([calling('replaced')]), undefined);
  assert.equal(failedAttempt([calling('omitted')])?.key, 'assistant-1');
});

test('the attempt that pi may repeat is the last row, apart from what comes between attempts', () => {
  const [failed, user1] = [attempt(1, 'error'), row('user', 2)];
  assert.equal(failedAttempt([failed, row('bashExecution', 2)]), failed);
  assert.equal(failedAttempt([failed, user1]), undefined);
  assert.equal(failedAttempt([attempt(1, 'stop')]), undefined);
  assert.equal(failedAttempt([]), undefined);
});

test('commands of the user move to the end in the order of the calls, others stay', () => {
  const bash = (call: string): Entry => ({ ...row('bashExecution', 1), key: call, call });
  const view = viewOf(bash('a'), row('user', 1), bash('b'));
  assert.deepEqual(keys(moveToEnd(view, ['b', 'a'])), ['user-1', 'b', 'a']);
  assert.deepEqual(keys(moveToEnd(view, ['a', 'gone'])), ['user-1', 'b', 'a']);
  assert.equal(moveToEnd(view, ['b']), view);
  assert.equal(moveToEnd(view, []), view);
});

test('an edit of the context marks the run of its call, or else the row of its entry, once', () => {
  const edit = { type: 'panel_context_edit', entryId: 'e', edit: 'omitted' } as const;
  const view = viewOf(row('user', 1, 'e'), row('user', 2));
  const marked = editEntry(view, edit);
  assert.deepEqual(
    marked.entries.map((entry) => entry.edit),
    ['omitted', undefined],
  );
  assert.equal(editEntry(marked, edit), marked);
  assert.equal(editEntry(view, { ...edit, entryId: 'unknown' }), view);
  const live = editEntry(viewOf(row('user', 2)), { ...edit, row: { role: 'user', timestamp: 2 } });
  assert.deepEqual([live.entries[0]?.id, live.entries[0]?.edit], ['e', 'omitted']);
  assert.equal(editEntry(view, { ...edit, call: 'unknown' }).entries[0]?.edit, 'omitted');
});

test('an edit finds a command of the user only by exactly the time of its entry', () => {
  const edit = { type: 'panel_context_edit', entryId: 'e', edit: 'omitted' } as const;
  const edited = (timestamp: number) =>
    editEntry(viewOf(row('bashExecution', 1)), { ...edit, row: { role: 'bashExecution', timestamp } });
  assert.equal(edited(1).entries[0]?.edit, 'omitted');
  assert.equal(edited(2).entries[0]?.edit, undefined);
});

test('a message of an extension that is cut off like an answer is not a failed attempt', () => {
  const custom = {
    key: 'c',
    message: { role: 'custom', stopReason: 'error', timestamp: 1 },
  } as unknown as Entry;
  assert.equal(failedAttempt([custom]), undefined);
});
