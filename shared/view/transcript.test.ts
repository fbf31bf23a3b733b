import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelEntry } from './transcript.ts';
import type { Entry } from './conversation.ts';
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

test('a row with an id is only labelled by that id, and an empty label removes the one before', () => {
  const known = viewOf(row('user', 1, 'other'), row('user', 5, 'e'));
  const labelled = label(known, ['user', 1]);
  assert.deepEqual(labels(labelled), [undefined, 'here']);
  assert.deepEqual(labels(label(labelled, ['user', 1], '')), [undefined, undefined]);
  assert.equal(label(labelled, ['user', 1]), labelled, 'the same label changes nothing');
});
